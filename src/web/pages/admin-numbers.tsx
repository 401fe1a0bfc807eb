import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isAdmin } from '../../contract/accounts/ranks.ts'
import { numbersPeriods } from '../../contract/admin/numbers.ts'
import { Numbers } from '../admin/numbers.tsx'
import { numbersQuery } from '../admin/numbers-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { choiceIn } from '../platform/address-choice.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireAdmin, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-numbers.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  staffDocument(context, isAdmin)
  const days = choiceIn(new URL(request.url).search, 'days', numbersPeriods)
  return prefetched(context, (call) => [numbersQuery(call, days)])
}

export const clientLoader = () => requireAdmin()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Staff numbers`,
    description: msg`How long people wait for staff.`,
    path: '/admin/numbers',
    noindex: true,
  })

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
