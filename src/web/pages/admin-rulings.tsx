import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { RulingList } from '../domains/matches/rulings/ruling-list.tsx'
import { rulingsQuery } from '../domains/matches/rulings/rulings-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireStaff, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-rulings.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context)
  return prefetched(context, (call) => [rulingsQuery(call)])
}

export const clientLoader = () => requireStaff()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Rulings`,
    description: msg`Matches that staff excluded or restored.`,
    path: '/admin/rulings',
    noindex: true,
  })

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
