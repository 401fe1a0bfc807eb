import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { AuditList } from '../../admin/audit-list.tsx'
import { auditFilterIn, auditQuery } from '../../admin/audit-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/audit', (call, search) => [auditQuery(call, auditFilterIn(search))])
export const clientLoader = staffClientLoader('/admin/audit')

export const meta = pageMeta('/admin/audit', msg`Audit log`, msg`Who did what to which record.`)

export default function AdminAudit() {
  const { t } = useLingui()
  return (
    <AdminFrame title={t`Audit log`} intro={t`Who did what to which record. Nothing here can be changed.`}>
      <AuditList />
    </AdminFrame>
  )
}
