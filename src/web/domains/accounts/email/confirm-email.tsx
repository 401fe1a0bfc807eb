import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { emailEndpoints } from '../../../../contract/accounts/email-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { SecretLink } from '../../../ui/secret-link.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

/** Only the button confirms: what merely opens links, as mail scanners do, confirms nothing. */
export function ConfirmEmail() {
  const { sendsMail } = useSite()
  return (
    <SecretLink
      again={
        sendsMail
          ? 'A new mail is sent from your profile.'
          : 'This site sends no mail now, so there is no new one.'
      }
    >
      {(token) => <ConfirmButton token={token} />}
    </SecretLink>
  )
}

function ConfirmButton({ token }: { token: string }) {
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => api(emailEndpoints.confirm, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['email'] }),
  })
  if (confirm.isSuccess) return <Confirmed />
  return (
    <div className="grid gap-5">
      {confirm.isError && (
        <Alert title="Not confirmed">{errorMessage(confirm.error, 'Please try again.')}</Alert>
      )}
      <CardText>
        One press, and your account can be reached at the address that the mail was sent to.
      </CardText>
      <Button
        size="lg"
        className="w-full"
        aria-disabled={confirm.isPending || undefined}
        onClick={() => !confirm.isPending && confirm.mutate()}
      >
        {confirm.isPending && <Spinner />}
        Confirm My Address
      </Button>
    </div>
  )
}

function Confirmed() {
  const viewer = useViewer()
  const { sendsMail } = useSite()
  const message = useRef<HTMLParagraphElement>(null)
  // The button that had the focus is gone.
  useEffect(() => message.current?.focus(), [])
  return (
    <div className="grid gap-5">
      <p ref={message} tabIndex={-1} role="status" className="font-bold">
        Your e-mail address is confirmed.
      </p>
      {sendsMail && <CardText>You can now reset your password by email.</CardText>}
      <Button asChild size="lg" className="w-full">
        {viewer === null ? <Link to="/auth">Login</Link> : <Link to="/profile">To Your Profile</Link>}
      </Button>
    </div>
  )
}
