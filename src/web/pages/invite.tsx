import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { AcceptInvite } from '../domains/accounts/invites/accept-invite.tsx'
import { PanelPage } from '../domains/accounts/sign-in/panel-page.tsx'
import { pageMeta } from '../platform/navigation/meta.ts'

export const meta = pageMeta('/invite', msg`Invitation`, ({ name }) => msg`Join the team of ${{ name }}.`)

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
