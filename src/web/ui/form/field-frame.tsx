import type { ReactNode } from 'react'
import type { Text } from '../../../contract/languages.ts'
import { useSay } from '../../platform/translation.tsx'

export interface FieldWords {
  readonly label: ReactNode | Text
  readonly hint?: ReactNode | Text | undefined
  /** What is wrong with the value; empty or absent when nothing is. */
  readonly error?: ReactNode | Text | undefined
}

interface FieldFrameProps extends FieldWords {
  readonly id: string
  readonly hintId: string | undefined
  readonly errorId: string | undefined
  readonly children: ReactNode
}

/** Label above, hint and error below. */
export function FieldFrame({ id, label, hint, hintId, error, errorId, children }: FieldFrameProps) {
  const say = useSay()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {say(label)}
      </label>
      {children}
      {hintId !== undefined && (
        <p id={hintId} className="text-ink-faint text-sm">
          {say(hint)}
        </p>
      )}
      {errorId !== undefined && (
        <p id={errorId} className="font-medium text-bad text-sm">
          {say(error)}
        </p>
      )}
    </div>
  )
}
