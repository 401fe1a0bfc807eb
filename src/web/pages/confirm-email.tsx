import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmEmail } from '../domains/accounts/email/confirm-email.tsx'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'

export const meta = pageMeta(
  '/confirm-email',
  msg`Confirm Your Address`,
  ({ name }) => msg`Confirm the email address of your account on ${{ name }}.`,
)

export default function ConfirmEmailPage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`Is this you?`}>
      <ConfirmEmail />
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>Confirming an address needs JavaScript.</Trans>
        </p>
      </noscript>
    </PanelPage>
  )
}
