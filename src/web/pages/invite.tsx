import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { AcceptInvite } from '../domains/accounts/invites/accept-invite.tsx'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/invite.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: msg`Invitation`,
    description: msg`Join the team of ${{ name: site.name }}.`,
    path: '/invite',
    noindex: true,
  })
}

export default function InvitePage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`Invitation`}>
      <AcceptInvite />
      <noscript>
        <p className="mt-4 text-ink-soft text-sm">
          <Trans>Accepting an invitation needs JavaScript.</Trans>
        </p>
      </noscript>
    </PanelPage>
  )
}
