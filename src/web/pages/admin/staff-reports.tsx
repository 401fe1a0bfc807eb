import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { canOpen } from '../../../contract/admin/staff-pages.ts'
import { accessDenied } from '../../domains/reports/bug-reports/access-denied.ts'
import { LoginFirst } from '../../domains/reports/bug-reports/admin/login-first.tsx'
import { ReportAdmin } from '../../domains/reports/bug-reports/admin/report-admin.tsx'
import { NoEntry } from '../../domains/reports/bug-reports/no-entry.tsx'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { toast } from '../../platform/toasts.ts'
import { knownViewer, useViewer } from '../../platform/viewer.ts'

/** Documents carry no reports: the list is asked for at every visit, by the page itself. */
export const loader = async () => null

/** Inside the site a member who is not staff does not even arrive. */
export async function clientLoader() {
  const viewer = knownViewer()
  if (viewer === null || canOpen(viewer, '/staff-reports')) return null
  toast(accessDenied)
  throw redirect('/')
}

export const meta = pageMeta('/staff-reports', msg`Bug reports`, msg`Where staff handle bug reports.`)

export default function StaffReports() {
  const { t } = useLingui()
  const viewer = useViewer()
  if (viewer === null) return <LoginFirst />
  if (!canOpen(viewer, '/staff-reports')) return <NoEntry />
  return (
    <AdminFrame
      title={t`Bug reports`}
      intro={t`New reports and changes by your colleagues appear by themselves.`}
    >
      <ReportAdmin />
    </AdminFrame>
  )
}
