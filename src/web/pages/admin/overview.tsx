import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { canReadJobs } from '../../../contract/admin/admin.ts'
import { jobsQuery } from '../../admin/jobs-query.ts'
import { Overview } from '../../admin/overview.tsx'
import { overviewQuery } from '../../admin/overview-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin', (call, _, viewer) => [
  overviewQuery(call),
  ...(canReadJobs(viewer) ? [jobsQuery(call)] : []),
])
export const clientLoader = staffClientLoader('/admin')

export const meta = pageMeta('/admin', msg`Staff area`, msg`What is waiting for the team.`)

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
