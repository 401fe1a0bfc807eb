import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmEmail } from '../domains/accounts/email/confirm-email.tsx'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/confirm-email.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: msg`Confirm Your Address`,
    description: msg`Confirm the email address of your account on ${{ name: site.name }}.`,
    path: '/confirm-email',
    noindex: true,
  })
}

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
