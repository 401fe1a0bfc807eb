import { msg } from '@lingui/core/macro'
import { useEffect } from 'react'
import { redirect, useNavigate } from 'react-router'
import { holds } from '../../contract/accounts/ranks.ts'
import { canOpen } from '../../contract/admin/staff-pages.ts'
import { EmailCard } from '../domains/accounts/email/email-card.tsx'
import { emailQuery } from '../domains/accounts/email/email-query.ts'
import { YourData } from '../domains/accounts/personal-data/your-data.tsx'
import { ChooseNameCard } from '../domains/accounts/profile/choose-name-card.tsx'
import { EditRoleDialog } from '../domains/accounts/profile/edit-role-dialog.tsx'
import { LinkCard } from '../domains/accounts/profile/link-card.tsx'
import { ownStatsQuery } from '../domains/accounts/profile/own-stats-query.ts'
import { PlayerCard } from '../domains/accounts/profile/player-card.tsx'
import { ProfileTabs } from '../domains/accounts/profile/profile-tabs.tsx'
import { SecuritySection } from '../domains/accounts/profile/security-section.tsx'
import { StaffNote } from '../domains/accounts/profile/staff-note.tsx'
import { StatisticsCard } from '../domains/accounts/profile/statistics-card.tsx'
import { RankWithheldNotice } from '../domains/accounts/second-factor/rank-withheld-notice.tsx'
import { SecondFactorCard } from '../domains/accounts/second-factor/second-factor-card.tsx'
import { secondFactorQuery } from '../domains/accounts/second-factor/second-factor-query.ts'
import { SessionsCard } from '../domains/accounts/sessions/sessions-card.tsx'
import { useLogout } from '../domains/accounts/sign-in/use-logout.ts'
import { MyApplications } from '../domains/applications/my-applications.tsx'
import { ownApplicationsQuery } from '../domains/applications/own-applications-query.ts'
import { KeysCard } from '../domains/doors/keys/keys-card.tsx'
import { Notices } from '../domains/moderation/notices.tsx'
import { noticesQuery } from '../domains/moderation/notices-query.ts'
import { DiscordLinkCard } from '../domains/players/discord-link/discord-link-card.tsx'
import { discordLinkQuery } from '../domains/players/discord-link/discord-link-query.ts'
import { MyReports } from '../domains/reports/bug-reports/my-reports.tsx'
import { ownReportsQuery } from '../domains/reports/bug-reports/own-reports-query.ts'
import { ReportProblemDialog } from '../domains/reports/bug-reports/report-problem-dialog.tsx'
import { signInPath } from '../platform/ended-session.ts'
import { pageMeta } from '../platform/navigation/meta.ts'
import { pageContext, prefetched } from '../platform/navigation/page-context.ts'
import { useSite } from '../platform/site.tsx'
import { knownViewer, useViewer } from '../platform/viewer.ts'
import type { Route } from './+types/profile.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { viewer, site } = context.get(pageContext)
  if (viewer === null) throw redirect('/auth?redirect=/profile')
  return prefetched(context, (call) => [
    ownStatsQuery(call, viewer),
    ownReportsQuery(call, viewer),
    noticesQuery(call),
    ownApplicationsQuery(call, viewer),
    emailQuery(call, viewer),
    secondFactorQuery(call, viewer),
    ...(site.linksDiscord ? [discordLinkQuery(call, viewer.id)] : []),
  ])
}

export async function clientLoader() {
  if (knownViewer() === null) throw redirect('/auth?redirect=/profile')
  return null
}

export const meta = pageMeta('/profile', msg`Profile`, ({ name }) => msg`Your profile on ${{ name }}.`)

export default function Profile() {
  const viewer = useViewer()
  const { linksDiscord } = useSite()
  const logout = useLogout()
  const navigate = useNavigate()
  useEffect(() => {
    // Signed out while here, by whatever way: the same door as for who comes signed out.
    if (viewer === null) void navigate(signInPath('/profile'), { replace: true })
  }, [viewer, navigate])
  if (viewer === null) return null
  return (
    <div className="mx-auto grid max-w-page gap-6 px-4 py-8 sm:px-5 lg:grid-cols-[22rem_1fr] lg:items-start lg:py-12">
      <PlayerCard member={viewer} onLogout={() => logout.mutate()}>
        <ReportProblemDialog viewer={viewer} />
        {holds(viewer, 'helper', 'members') && <EditRoleDialog viewer={viewer} />}
      </PlayerCard>
      <div className="grid min-w-0 gap-6">
        <Notices member={viewer} />
        {viewer.neutralName !== undefined && <ChooseNameCard neutralName={viewer.neutralName} />}
        {viewer.rankWithheldBy && <RankWithheldNotice reason={viewer.rankWithheldBy} />}
        {canOpen(viewer, '/staff-reports') && <StaffNote />}
        <StatisticsCard member={viewer} />
        <LinkCard member={viewer} />
        {linksDiscord && <DiscordLinkCard member={viewer} />}
        <MyReports member={viewer} />
        <MyApplications member={viewer} />
        <ProfileTabs member={viewer} />
        <SecuritySection>
          <EmailCard member={viewer} />
          <SecondFactorCard member={viewer} />
          <SessionsCard member={viewer} />
          <KeysCard />
        </SecuritySection>
        <YourData member={viewer} />
      </div>
    </div>
  )
}
