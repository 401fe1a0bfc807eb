import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { numbersPeriods } from '../../../contract/admin/numbers.ts'
import { Numbers } from '../../admin/numbers.tsx'
import { numbersQuery } from '../../admin/numbers-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { choiceIn } from '../../platform/navigation/address-choice.ts'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/numbers', (call, search) => [
  numbersQuery(call, choiceIn(search, 'days', numbersPeriods)),
])
export const clientLoader = staffClientLoader('/admin/numbers')

export const meta = pageMeta('/admin/numbers', msg`Staff numbers`, msg`How long people wait for staff.`)

export default function AdminNumbers() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`Staff numbers`}
      intro={t`How long people wait, what waits now, and what was decided.`}
    >
      <Numbers />
    </AdminFrame>
  )
}
