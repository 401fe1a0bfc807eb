import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Backups } from '../../admin/backups/backups.tsx'
import { backupsQuery } from '../../admin/backups/backups-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/settings/backups', (call) => [backupsQuery(call)])
export const clientLoader = staffClientLoader('/admin/settings/backups')

export const meta = pageMeta(
  '/admin/settings/backups',
  msg`Backups`,
  msg`Backups of all that the site has stored.`,
)

export default function AdminBackups() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`Backups`}
      intro={t`Everything that the site has stored, pictures included, as of one moment.`}
    >
      <Backups />
    </AdminFrame>
  )
}
