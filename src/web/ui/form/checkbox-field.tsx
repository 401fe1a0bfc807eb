import { type ComponentProps, useId } from 'react'
import { useSay } from '../../platform/translation.tsx'
import { fieldParts } from './field.ts'
import type { FieldWords } from './field-frame.tsx'

/** Yes or no. Takes everything an `<input>` takes. */
export function CheckboxField({ label, hint, error, ...input }: ComponentProps<'input'> & FieldWords) {
  const say = useSay()
  const id = useId()
  const { aria, hintId, errorId } = fieldParts(id, hint, error)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 cursor-pointer accent-ember"
        {...aria}
        {...input}
      />
      <label htmlFor={id} className="cursor-pointer font-semibold text-sm leading-6">
        {say(label)}
      </label>
      {hintId !== undefined && (
        <p id={hintId} className="col-start-2 text-ink-faint text-sm">
          {say(hint)}
        </p>
      )}
      {errorId !== undefined && (
        <p id={errorId} className="col-start-2 font-medium text-bad text-sm">
          {say(error)}
        </p>
      )}
    </div>
  )
}
