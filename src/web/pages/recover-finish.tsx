import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { FinishRecovery } from '../domains/accounts/recovery/finish-form.tsx'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/recover-finish.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: msg`New Password`,
    description: msg`Set a new password for your account on ${{ name: site.name }}.`,
    path: '/recover/finish',
    noindex: true,
  })
}

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
