import { FinishRecovery } from '../domains/accounts/recovery/finish-form.tsx'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/recover-finish.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'New Password',
    description: `Set a new password for your account on ${site.name}.`,
    path: '/recover/finish',
    noindex: true,
  })
}

export default function RecoverFinish() {
  return (
    <PanelPage title="A new password">
      <FinishRecovery />
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">A new password needs JavaScript.</p>
      </noscript>
    </PanelPage>
  )
}
