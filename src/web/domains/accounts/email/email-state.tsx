import { useMutation, useQueryClient } from '@tanstack/react-query'
import { emailEndpoints } from '../../../../contract/accounts/email-endpoints.ts'
import type { OwnEmail } from '../../../../contract/accounts/email-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const withoutMail =
  'This site cannot send email yet. If you forget your password, ask the team for a code, or type /link in game.'

export function EmailState({ own: { email, verified } }: { own: OwnEmail }) {
  const { sendsMail } = useSite()
  if (email === null) {
    return (
      <CardText>
        You have not added an email address.{' '}
        {sendsMail
          ? 'Add one under Edit Profile, so that you can reset a forgotten password by email.'
          : withoutMail}
      </CardText>
    )
  }
  return (
    <div className="grid gap-4">
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
        <bdi className="wrap-anywhere min-w-0 font-bold">{email}</bdi>
        <Badge tone={verified ? 'good' : 'quiet'}>{verified ? 'Verified' : 'Not verified'}</Badge>
      </p>
      {verified && sendsMail && (
        <CardText>
          If you forget your password, you can reset it by email. If you change your address under Edit
          Profile, you have to confirm the new one.
        </CardText>
      )}
      {!verified && sendsMail && <Unconfirmed email={email} />}
      {!sendsMail && <CardText>{withoutMail}</CardText>}
    </div>
  )
}

function Unconfirmed({ email }: { email: string }) {
  const ask = useRequestConfirmation()
  return (
    <>
      <CardText>
        Confirm that this address is yours, so that you can reset your password by email. Until then we send
        no email about your password there.
      </CardText>
      {ask.isSuccess && (
        <p role="status" className="wrap-anywhere border-ember border-l-2 bg-ground-raised p-4 text-sm">
          We sent an email to <bdi>{email}</bdi>. Its link works for 24 hours. No email? Check your spam
          folder.
        </p>
      )}
      <Button
        look="quiet"
        className="justify-self-stretch sm:justify-self-start"
        aria-disabled={ask.isPending || undefined}
        onClick={() => !ask.isPending && ask.mutate()}
      >
        {ask.isPending && <Spinner />}
        {ask.isSuccess ? 'Send again' : 'Send confirmation email'}
      </Button>
    </>
  )
}

function useRequestConfirmation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(emailEndpoints.requestConfirmation, {}),
    onSuccess: ({ message }) => toast({ title: 'Check your email', description: message }),
    onError(error) {
      toast({
        title: 'No email was sent',
        description: errorMessage(error, 'Please try again.'),
        variant: 'destructive',
      })
      // It may have been confirmed in another window.
      void client.invalidateQueries({ queryKey: ['email'] })
    },
  })
}
