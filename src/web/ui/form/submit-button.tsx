import type { ReactNode } from 'react'
import { useHydrated } from '../../platform/hydrated.ts'
import { Button, type ButtonSize, type ButtonVariant } from '../button.tsx'
import { Spinner } from '../spinner.tsx'

interface SubmitButtonProps {
  readonly busy: boolean
  /** There is nothing to send yet. */
  readonly idle?: boolean
  readonly children: ReactNode
  readonly size?: ButtonSize
  readonly variant?: ButtonVariant
  readonly className?: string
}

/**
 * Submits the form around it. Before hydration it does nothing, since the browser would leave the page with the fields.
 * While busy it keeps the focus.
 */
export function SubmitButton({ busy, idle = false, children, ...button }: SubmitButtonProps) {
  const hydrated = useHydrated()
  return (
    <Button
      type={hydrated ? 'submit' : 'button'}
      inert={!hydrated}
      aria-disabled={busy || idle || undefined}
      {...button}
    >
      {busy && <Spinner />}
      {children}
    </Button>
  )
}
