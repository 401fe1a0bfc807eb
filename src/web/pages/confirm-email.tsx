import { ConfirmEmail } from '../domains/accounts/email/confirm-email.tsx'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/confirm-email.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Confirm Your Address',
    description: `Confirm the email address of your account on ${site.name}.`,
    path: '/confirm-email',
    noindex: true,
  })
}

export default function ConfirmEmailPage() {
  return (
    <PanelPage title="Is this you?">
      <ConfirmEmail />
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">Confirming an address needs JavaScript.</p>
      </noscript>
    </PanelPage>
  )
}
