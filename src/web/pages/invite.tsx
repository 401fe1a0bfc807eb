import { AcceptInvite } from '../domains/accounts/invites/accept-invite.tsx'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/invite.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Invitation',
    description: `Join the team of ${site.name}.`,
    path: '/invite',
    noindex: true,
  })
}

export default function InvitePage() {
  return (
    <PanelPage title="Invitation">
      <AcceptInvite />
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">Accepting an invitation needs JavaScript.</p>
      </noscript>
    </PanelPage>
  )
}
