import { type ReactNode, useId } from 'react'
import type { Text } from '../../../contract/languages.ts'
import { useSay } from '../../platform/translation.tsx'
import { fieldParts } from './field.ts'

export interface CheckboxGroupProps<Value extends string> {
  readonly label: ReactNode
  readonly name: string
  readonly options: readonly { readonly value: Value; readonly label: ReactNode | Text }[]
  readonly values: readonly Value[]
  /** In the order of the options. */
  readonly onValuesChange: (values: Value[]) => void
  readonly error?: ReactNode | Text | undefined
}

/** Any of a few, all in sight. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { label, name, options, values, onValuesChange, error } = props
  const id = useId()
  const say = useSay()
  const { aria, errorId } = fieldParts(id, undefined, error)
  const toggle = (toggled: Value) =>
    onValuesChange(
      options
        .map(({ value }) => value)
        .filter((value) => (value === toggled ? !values.includes(value) : values.includes(value))),
    )
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={aria['aria-describedby']}>
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md border border-line-strong bg-ground px-3 py-2 text-sm transition-colors has-checked:border-ember has-checked:bg-ember/8 has-focus-visible:outline-2 has-focus-visible:outline-ember-bright has-focus-visible:outline-offset-2 hover:border-ink-soft"
          >
            <input
              type="checkbox"
              name={name}
              value={option.value}
              checked={values.includes(option.value)}
              onChange={() => toggle(option.value)}
              className="size-4 shrink-0 accent-ember outline-none"
            />
            {say(option.label)}
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
