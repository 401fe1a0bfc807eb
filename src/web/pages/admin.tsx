import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { canReadJobs } from '../../contract/admin/admin.ts'
import { jobsQuery } from '../admin/jobs-query.ts'
import { Overview } from '../admin/overview.tsx'
import { overviewQuery } from '../admin/overview-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { pageContext, prefetched } from '../platform/page-context.ts'
import { requireStaff, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context)
  const { viewer } = context.get(pageContext)
  return prefetched(context, (call) => [
    overviewQuery(call),
    ...(canReadJobs(viewer) ? [jobsQuery(call)] : []),
  ])
}

export const clientLoader = () => requireStaff()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Staff area`,
    description: msg`What is waiting for the team.`,
    path: '/admin',
    noindex: true,
  })

export default function Admin() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`Staff area`}
      intro={t`What needs the team’s attention, and how the network is doing.`}
    >
      <Overview />
    </AdminFrame>
  )
}
