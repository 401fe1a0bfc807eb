import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { staffAppealsQuery } from '../../domains/moderation/appeals/appeal-queries.ts'
import { StaffAppeals } from '../../domains/moderation/appeals/staff-appeals.tsx'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/appeals', (call, search) => [staffAppealsQuery(call, search)])
export const clientLoader = staffClientLoader('/admin/appeals')

export const meta = pageMeta(
  '/admin/appeals',
  msg`Appeals`,
  msg`Appeals against punishments and restrictions.`,
)

export default function AdminAppeals() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`Appeals`}
      intro={t`Against punishments in game and restrictions here. You cannot decide about a punishment that you gave.`}
    >
      <StaffAppeals />
    </AdminFrame>
  )
}
