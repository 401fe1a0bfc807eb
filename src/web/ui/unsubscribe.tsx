import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { ApiError } from '../platform/api-error.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { CardText } from './card.tsx'
import { Spinner } from './spinner.tsx'

interface UnsubscribeProps {
  /** Where a POST ends the mails. */
  readonly path: string
  readonly question: string
  /** What can be done afterwards. */
  readonly afterwards: string
}

/** Only the button ends the mails. Mail scanners open links, which must not end anything. Works without scripts. */
export function Unsubscribe({ path, question, afterwards }: UnsubscribeProps) {
  const { t } = useLingui()
  const stop = useMutation({
    mutationFn: async () => {
      const response = await fetch(path, { method: 'POST' })
      if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!stop.isPending) stop.mutate()
  }
  if (stop.isSuccess) return <Ended afterwards={afterwards} />
  return (
    <form method="post" onSubmit={submit} className="grid gap-5">
      {stop.isError && (
        <Alert title={t`Not done yet`}>
          <Trans>Please try again.</Trans>
        </Alert>
      )}
      <CardText>{question}</CardText>
      <Button type="submit" size="lg" className="w-full" aria-disabled={stop.isPending || undefined}>
        {stop.isPending && <Spinner />}
        <Trans>Stop these emails</Trans>
      </Button>
    </form>
  )
}

function Ended({ afterwards }: Pick<UnsubscribeProps, 'afterwards'>) {
  const message = useRef<HTMLParagraphElement>(null)
  // The button that had the focus was removed.
  useEffect(() => message.current?.focus(), [])
  return (
    <div className="grid gap-5">
      <p ref={message} tabIndex={-1} role="status" className="font-bold">
        <Trans>You will get no more of these emails.</Trans>
      </p>
      <CardText>{afterwards}</CardText>
    </div>
  )
}
