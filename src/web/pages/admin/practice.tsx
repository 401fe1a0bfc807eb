import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BoardModes } from '../../domains/network/modes-admin/board-modes.tsx'
import { modeRecordsQuery } from '../../domains/network/modes-admin/mode-records.ts'
import { PracticeAdmin } from '../../domains/network/practice-admin/practice-admin.tsx'
import { practiceRecordsQuery } from '../../domains/network/practice-admin/practice-records.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/practice', (call) => [
  practiceRecordsQuery(call),
  modeRecordsQuery(call),
])
export const clientLoader = staffClientLoader('/admin/practice')

export const meta = pageMeta(
  '/admin/practice',
  msg`Manage practice modes`,
  msg`Practice modes, as the team manages them.`,
)

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
