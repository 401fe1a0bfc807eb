import { useLingui } from '@lingui/react/macro'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { errorMessage } from '../platform/api-error.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { CardText } from './card.tsx'
import { Spinner } from './spinner.tsx'

interface ConfirmByLinkProps {
  readonly confirm: Pick<
    UseMutationResult<unknown, unknown, void>,
    'error' | 'isPending' | 'isSuccess' | 'mutate'
  >
  readonly text: string
  readonly label: string
  readonly doneTitle: string
  /** Follows the title once it is done. */
  readonly children: ReactNode
}

/** Only the button confirms. Mail scanners open links, which must not confirm anything. */
export function ConfirmByLink({ confirm, text, label, doneTitle, children }: ConfirmByLinkProps) {
  const { t } = useLingui()
  const message = useRef<HTMLParagraphElement>(null)
  // The button that had the focus was removed.
  useEffect(() => {
    if (confirm.isSuccess) message.current?.focus()
  }, [confirm.isSuccess])
  if (confirm.isSuccess)
    return (
      <div className="grid gap-5">
        <p ref={message} tabIndex={-1} role="status" className="font-bold">
          {doneTitle}
        </p>
        {children}
      </div>
    )
  return (
    <div className="grid gap-5">
      {confirm.error !== null && (
        <Alert title={t`Not confirmed`}>{errorMessage(confirm.error, t`Please try again.`)}</Alert>
      )}
      <CardText>{text}</CardText>
      <Button
        size="lg"
        className="w-full"
        aria-disabled={confirm.isPending || undefined}
        onClick={() => !confirm.isPending && confirm.mutate()}
      >
        {confirm.isPending && <Spinner />}
        {label}
      </Button>
    </div>
  )
}
