import { type ReactNode, useId, useRef } from 'react'
import type { Text } from '../../../contract/languages.ts'
import { useEarlyInput } from '../../platform/early-input.ts'
import { useSay } from '../../platform/translation.tsx'
import { fieldParts } from './field.ts'

interface RadioOption<Value extends string> {
  readonly value: Value
  readonly label: ReactNode | Text
  readonly hint?: ReactNode | Text
}

export interface RadioGroupProps<Value extends string> {
  readonly label: ReactNode
  readonly name: string
  readonly options: readonly RadioOption<Value>[]
  readonly value: Value | undefined
  readonly onValueChange: (value: Value) => void
  readonly error?: ReactNode | Text | undefined
}

/** One of a few, all in sight with what they mean. The arrow keys go through them, as the browser does it. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, name, options, value, onValueChange, error } = props
  const id = useId()
  const say = useSay()
  const group = useRef<HTMLFieldSetElement>(null)
  const chosen = () => group.current?.querySelector<HTMLInputElement>('input:checked')?.value
  useEarlyInput(value, () => options.find((option) => option.value === chosen())?.value, onValueChange)
  const { aria, errorId } = fieldParts(id, undefined, error)
  return (
    <fieldset ref={group} className="grid min-w-0 gap-1.5" {...aria}>
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line-strong bg-ground p-3 transition-colors has-checked:border-ember has-checked:bg-ember/8 has-focus-visible:outline-2 has-focus-visible:outline-ember-bright has-focus-visible:outline-offset-2 hover:border-ink-soft"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onValueChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-ember outline-none"
            />
            <span className="min-w-0">
              <span className="flex items-center gap-2 font-semibold text-sm leading-5">
                {say(option.label)}
              </span>
              {option.hint !== undefined && (
                <span className="mt-0.5 block text-ink-soft text-sm leading-snug">{say(option.hint)}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {errorId !== undefined && (
        <p id={errorId} className="font-medium text-bad text-sm">
          {say(error)}
        </p>
      )}
    </fieldset>
  )
}
