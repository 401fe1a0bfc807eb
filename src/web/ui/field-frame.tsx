import type { ReactNode } from 'react'

export interface FieldWords {
  readonly label: ReactNode
  readonly hint?: ReactNode | undefined
  /** What is wrong with the value; empty or absent when nothing is. */
  readonly error?: ReactNode | undefined
}

interface FieldFrameProps extends FieldWords {
  readonly id: string
  readonly hintId: string | undefined
  readonly errorId: string | undefined
  readonly children: ReactNode
}

/** Label above, hint and error below. */
export function FieldFrame({ id, label, hint, hintId, error, errorId, children }: FieldFrameProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      {children}
      {hintId !== undefined && (
        <p id={hintId} className="text-ink-faint text-sm">
          {hint}
        </p>
      )}
      {errorId !== undefined && (
        <p id={errorId} className="font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
