import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { emailEndpoints } from '../../../../contract/accounts/email-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { ConfirmByLink } from '../../../ui/confirm-by-link.tsx'
import { SecretLink } from '../../../ui/secret-link.tsx'

export function ConfirmEmail() {
  const { t } = useLingui()
  const { sendsMail } = useSite()
  return (
    <SecretLink
      again={
        sendsMail ? t`You can send a new email from your profile.` : t`This site cannot send email right now.`
      }
    >
      {(token) => <ConfirmAddress token={token} />}
    </SecretLink>
  )
}

function ConfirmAddress({ token }: { token: string }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => api(emailEndpoints.confirm, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['email'] }),
  })
  return (
    <ConfirmByLink
      confirm={confirm}
      text={t`Press the button to confirm that this email address is yours.`}
      label={t`Confirm my address`}
      doneTitle={t`Your email address is confirmed.`}
    >
      <Confirmed />
    </ConfirmByLink>
  )
}

function Confirmed() {
  const viewer = useViewer()
  const { sendsMail } = useSite()
  return (
    <>
      {sendsMail && (
        <CardText>
          <Trans>You can now reset your password by email.</Trans>
        </CardText>
      )}
      <Button asChild size="lg" className="w-full">
        {viewer === null ? (
          <Link to="/auth">
            <Trans>Login</Trans>
          </Link>
        ) : (
          <Link to="/profile">
            <Trans>Your profile</Trans>
          </Link>
        )}
      </Button>
    </>
  )
}
