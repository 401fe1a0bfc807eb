import type { Text } from '../../../contract/languages.ts'
import { useSay } from '../../platform/translation.tsx'
import { classes } from '../classes.ts'

interface ChoiceBarProps<Value extends string> {
  /** What is chosen, for screen readers. */
  readonly label: string
  readonly options: readonly (readonly [value: Value, label: Text])[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** One of a few, all in sight: filters above a list. */
export function ChoiceBar<Value extends string>({ label, options, value, onChange }: ChoiceBarProps<Value>) {
  const say = useSay()
  return (
    <fieldset className="flex w-fit max-w-full flex-wrap gap-1 rounded-md border border-line bg-ground-band p-1">
      <legend className="sr-only">{label}</legend>
      {options.map(([option, name]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={classes(
            'min-h-9 rounded-sm px-3.5 font-semibold text-sm outline-offset-0 transition-colors',
            option === value
              ? 'bg-ground-raised text-ink shadow-[inset_0_-2px_0_var(--color-ink)]'
              : 'text-ink-soft hover:text-ink',
          )}
        >
          {say(name)}
        </button>
      ))}
    </fieldset>
  )
}
