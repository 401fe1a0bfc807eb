import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { staffAppealsQuery } from '../domains/moderation/appeals/appeal-queries.ts'
import { StaffAppeals } from '../domains/moderation/appeals/staff-appeals.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireStaff, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-appeals.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  staffDocument(context)
  const { search } = new URL(request.url)
  return prefetched(context, (call) => [staffAppealsQuery(call, search)])
}

export const clientLoader = () => requireStaff()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Appeals`,
    description: msg`Appeals against punishments and restrictions.`,
    path: '/admin/appeals',
    noindex: true,
  })

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
