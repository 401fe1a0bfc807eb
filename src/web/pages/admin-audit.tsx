import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isAdmin } from '../../contract/accounts/ranks.ts'
import { AuditList } from '../admin/audit-list.tsx'
import { auditFilterIn, auditQuery } from '../admin/audit-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireAdmin, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-audit.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  staffDocument(context, isAdmin)
  const filter = auditFilterIn(new URL(request.url).search)
  return prefetched(context, (call) => [auditQuery(call, filter)])
}

export const clientLoader = () => requireAdmin()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Audit log`,
    description: msg`Who did what to which record.`,
    path: '/admin/audit',
    noindex: true,
  })

export default function AdminAudit() {
  const { t } = useLingui()
  return (
    <AdminFrame title={t`Audit log`} intro={t`Who did what to which record. Nothing here can be changed.`}>
      <AuditList />
    </AdminFrame>
  )
}
