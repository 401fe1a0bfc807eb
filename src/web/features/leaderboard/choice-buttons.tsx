import { AddressForm } from './address-form.tsx'
import type { BoardChoice } from './board-choice.ts'

export interface ChoiceButtonsProps<Value extends string> {
  readonly legend: string
  readonly name: 'gameType' | 'period'
  readonly labels: Readonly<Record<Value, string>>
  readonly chosen: Value
  readonly kept: Partial<BoardChoice>
  readonly onChoose: (value: Value) => void
}

/** One of a few, all in sight. */
export function ChoiceButtons<Value extends string>(props: ChoiceButtonsProps<Value>) {
  const { legend, name, labels, chosen, kept, onChoose } = props
  return (
    <AddressForm kept={kept} className="max-sm:w-full">
      <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-1 rounded-md border border-line bg-ground-band p-1 sm:flex sm:flex-wrap">
        <legend className="sr-only">{legend}</legend>
        {(Object.entries(labels) as [Value, string][]).map(([value, label]) => (
          <button
            key={value}
            type="submit"
            name={name}
            value={value}
            aria-pressed={value === chosen}
            onClick={(event) => {
              event.preventDefault()
              onChoose(value)
            }}
            className="min-h-9 flex-1 whitespace-nowrap rounded-sm px-1 font-semibold text-ink-soft text-sm outline-offset-0 transition-colors sm:px-3.5 hover:text-ink aria-pressed:bg-ground-raised aria-pressed:text-ink aria-pressed:shadow-[inset_0_-2px_0_var(--color-ember)]"
          >
            {label}
          </button>
        ))}
      </fieldset>
    </AddressForm>
  )
}
