import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { emailEndpoints } from '../../../../contract/accounts/email-endpoints.ts'
import type { OwnEmail } from '../../../../contract/accounts/email-schemas.ts'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

export function EmailState({ own: { email, verified } }: { own: OwnEmail }) {
  const { t } = useLingui()
  const { sendsMail } = useSite()
  if (email === null) {
    return (
      <CardText>
        {sendsMail ? (
          <Trans>
            You have not added an email address. Add one under Edit Profile, so that you can reset a forgotten
            password by email.
          </Trans>
        ) : (
          <Trans>
            You have not added an email address. This site cannot send email yet. If you forget your password,
            ask the team for a code, or type /link in game.
          </Trans>
        )}
      </CardText>
    )
  }
  return (
    <div className="grid gap-4">
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
        <bdi className="wrap-anywhere min-w-0 font-bold">{email}</bdi>
        <Badge tone={verified ? 'good' : 'quiet'}>{verified ? t`Verified` : t`Not verified`}</Badge>
      </p>
      {verified && sendsMail && (
        <CardText>
          <Trans>
            If you forget your password, you can reset it by email. If you change your address under Edit
            Profile, you have to confirm the new one.
          </Trans>
        </CardText>
      )}
      {!verified && sendsMail && <Unconfirmed email={email} />}
      {!sendsMail && (
        <CardText>
          <Trans>
            This site cannot send email yet. If you forget your password, ask the team for a code, or type
            /link in game.
          </Trans>
        </CardText>
      )}
    </div>
  )
}

function Unconfirmed({ email }: { email: string }) {
  const { t } = useLingui()
  const ask = useRequestConfirmation()
  return (
    <>
      <CardText>
        <Trans>
          Confirm that this address is yours, so that you can reset your password by email. Until then we send
          no email about your password there.
        </Trans>
      </CardText>
      {ask.isSuccess && (
        <p role="status" className="wrap-anywhere border-ember border-s-2 bg-ground-raised p-4 text-sm">
          <Trans>
            We sent an email to <bdi>{email}</bdi>. Its link works for 24 hours. No email? Check your spam
            folder.
          </Trans>
        </p>
      )}
      <Button
        look="quiet"
        className="justify-self-stretch sm:justify-self-start"
        aria-disabled={ask.isPending || undefined}
        onClick={() => !ask.isPending && ask.mutate()}
      >
        {ask.isPending && <Spinner />}
        {ask.isSuccess ? t`Send again` : t`Send confirmation email`}
      </Button>
    </>
  )
}

function useRequestConfirmation() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(emailEndpoints.requestConfirmation, {}),
    onSuccess: ({ message }) => toast({ title: t`Check your email`, description: message }),
    onError(error) {
      toastFailure(t`No email was sent`, error, t`Please try again.`)
      // It may have been confirmed in another window.
      void client.invalidateQueries({ queryKey: ['email'] })
    },
  })
}
