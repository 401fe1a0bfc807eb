import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { unsubscribePath } from '../../../contract/notifications/notifications.ts'
import { ApiError } from '../../platform/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { CardText } from '../../ui/card.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Only the button ends the mails: what merely opens links, as mail scanners do, ends nothing. Works without scripts. */
export function Unsubscribe({ token }: { token: string }) {
  const stop = useMutation({
    mutationFn: async () => {
      const response = await fetch(unsubscribePath(token), { method: 'POST' })
      if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!stop.isPending) stop.mutate()
  }
  if (stop.isSuccess) return <Ended />
  return (
    <form method="post" onSubmit={submit} className="grid gap-5">
      {stop.isError && <Alert title="Not done yet">Please try again.</Alert>}
      <CardText>One press, and no more mails of this kind are sent to you.</CardText>
      <Button type="submit" size="lg" className="w-full" aria-disabled={stop.isPending || undefined}>
        {stop.isPending && <Spinner />}
        End These Mails
      </Button>
    </form>
  )
}

function Ended() {
  const message = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => message.current?.focus(), [])
  return (
    <div className="grid gap-5">
      <p ref={message} tabIndex={-1} role="status" className="font-bold">
        These mails have ended.
      </p>
      <CardText>Signed in, you choose what you get under Notifications.</CardText>
    </div>
  )
}
