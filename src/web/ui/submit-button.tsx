import type { ReactNode } from 'react'
import { useHydrated } from '../platform/hydrated.ts'
import { Button, type ButtonSize } from './button.tsx'
import { Spinner } from './spinner.tsx'

interface SubmitButtonProps {
  readonly busy: boolean
  readonly children: ReactNode
  readonly size?: ButtonSize
  readonly className?: string
}

/**
 * The button that sends the form around it. Until the page is alive it sends nothing, since the browser would leave
 * the page with the fields; while an answer is awaited it keeps the focus and only says that it is busy.
 */
export function SubmitButton({ busy, children, ...look }: SubmitButtonProps) {
  const alive = useHydrated()
  return (
    <Button type={alive ? 'submit' : 'button'} inert={!alive} aria-disabled={busy || undefined} {...look}>
      {busy && <Spinner />}
      {children}
    </Button>
  )
}
