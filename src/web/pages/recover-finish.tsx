import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { FinishRecovery } from '../domains/accounts/recovery/finish-form.tsx'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'

export const meta = pageMeta(
  '/recover/finish',
  msg`New Password`,
  ({ name }) => msg`Set a new password for your account on ${{ name }}.`,
)

export default function RecoverFinish() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`A new password`}>
      <FinishRecovery />
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>A new password needs JavaScript.</Trans>
        </p>
      </noscript>
    </PanelPage>
  )
}
