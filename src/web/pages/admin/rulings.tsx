import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { RulingList } from '../../domains/matches/rulings/ruling-list.tsx'
import { rulingsQuery } from '../../domains/matches/rulings/rulings-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/rulings', (call) => [rulingsQuery(call)])
export const clientLoader = staffClientLoader('/admin/rulings')

export const meta = pageMeta('/admin/rulings', msg`Rulings`, msg`Matches that staff excluded or restored.`)

export default function AdminRulings() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`Rulings`}
      intro={t`Matches that staff excluded from everything that counts, or restored. More than 20 matches need a second person.`}
    >
      <RulingList />
    </AdminFrame>
  )
}
