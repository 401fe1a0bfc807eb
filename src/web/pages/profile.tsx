import { useEffect } from 'react'
import { redirect, useNavigate } from 'react-router'
import { isStaff } from '../../contract/ranks.ts'
import { YourData } from '../features/account/your-data.tsx'
import { MyApplications } from '../features/applications/my-applications.tsx'
import { ownApplicationsQuery } from '../features/applications/own-applications-query.ts'
import { useLogout } from '../features/auth/use-logout.ts'
import { EmailCard } from '../features/email/email-card.tsx'
import { emailQuery } from '../features/email/email-query.ts'
import { Notices } from '../features/moderation/notices.tsx'
import { noticesQuery } from '../features/moderation/notices-query.ts'
import { ChooseNameCard } from '../features/profile/choose-name-card.tsx'
import { EditRoleDialog } from '../features/profile/edit-role-dialog.tsx'
import { LinkCard } from '../features/profile/link-card.tsx'
import { ownStatsQuery } from '../features/profile/own-stats-query.ts'
import { PlayerCard } from '../features/profile/player-card.tsx'
import { ProfileTabs } from '../features/profile/profile-tabs.tsx'
import { ReportProblemDialog } from '../features/profile/report-problem-dialog.tsx'
import { SecuritySection } from '../features/profile/security-section.tsx'
import { StaffNote } from '../features/profile/staff-note.tsx'
import { StatisticsCard } from '../features/profile/statistics-card.tsx'
import { MyReports } from '../features/reports/my-reports.tsx'
import { ownReportsQuery } from '../features/reports/own-reports-query.ts'
import { PowersNote } from '../features/second-factor/powers-note.tsx'
import { SecondFactorCard } from '../features/second-factor/second-factor-card.tsx'
import { secondFactorQuery } from '../features/second-factor/second-factor-query.ts'
import { SessionsCard } from '../features/sessions/sessions-card.tsx'
import { signInPath } from '../platform/ended-session.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { pageContext, prefetched } from '../platform/page-context.ts'
import { knownViewer, useViewer } from '../platform/viewer.ts'
import type { Route } from './+types/profile.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { viewer } = context.get(pageContext)
  if (viewer === null) throw redirect('/auth?redirect=/profile')
  return prefetched(context, (call) => [
    ownStatsQuery(call, viewer),
    ownReportsQuery(call, viewer),
    noticesQuery(call),
    ownApplicationsQuery(call, viewer),
    emailQuery(call, viewer),
    secondFactorQuery(call, viewer),
  ])
}

export async function clientLoader() {
  if (knownViewer() === null) throw redirect('/auth?redirect=/profile')
  return null
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Profile',
    description: `Your profile on ${site.name}.`,
    path: '/profile',
    noindex: true,
  })
}

export default function Profile() {
  const viewer = useViewer()
  const logout = useLogout()
  const navigate = useNavigate()
  useEffect(() => {
    // Signed out while here, by whatever way: the same door as for who comes signed out.
    if (viewer === null) void navigate(signInPath('/profile'), { replace: true })
  }, [viewer, navigate])
  if (viewer === null) return null
  const staff = isStaff(viewer)
  return (
    <div className="mx-auto grid max-w-page gap-6 px-4 py-8 sm:px-5 lg:grid-cols-[22rem_1fr] lg:items-start lg:py-12">
      <PlayerCard member={viewer} onLogout={() => logout.mutate()}>
        <ReportProblemDialog />
        {staff && <EditRoleDialog rank={viewer.rank} />}
      </PlayerCard>
      <div className="grid min-w-0 gap-6">
        <Notices member={viewer} />
        {viewer.neutralName !== undefined && <ChooseNameCard neutralName={viewer.neutralName} />}
        {viewer.powersWait && (
          <PowersNote waitsFor={viewer.needsLongerPassword ? 'password' : 'second-factor'} />
        )}
        {staff && <StaffNote />}
        <StatisticsCard member={viewer} />
        <LinkCard member={viewer} />
        <MyReports member={viewer} />
        <MyApplications member={viewer} />
        <ProfileTabs member={viewer} />
        <SecuritySection>
          <EmailCard member={viewer} />
          <SecondFactorCard member={viewer} />
          <SessionsCard member={viewer} />
        </SecuritySection>
        <YourData member={viewer} />
      </div>
    </div>
  )
}
