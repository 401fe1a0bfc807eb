import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BoardModes } from '../domains/network/modes-admin/board-modes.tsx'
import { modeRecordsQuery } from '../domains/network/modes-admin/mode-records.ts'
import { PracticeAdmin } from '../domains/network/practice-admin/practice-admin.tsx'
import { practiceRecordsQuery } from '../domains/network/practice-admin/practice-records.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireStaff, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-practice.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context)
  return prefetched(context, (call) => [practiceRecordsQuery(call), modeRecordsQuery(call)])
}

export const clientLoader = () => requireStaff()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Manage practice modes`,
    description: msg`Practice modes, as the team manages them.`,
    path: '/admin/practice',
    noindex: true,
  })

export default function AdminPractice() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`Practice modes`}
      intro={t`Modes shown on the Minigames page, and modes with leaderboards. Changes appear at once and in the audit log.`}
    >
      <div className="grid gap-12">
        <PracticeAdmin />
        <BoardModes />
      </div>
    </AdminFrame>
  )
}
