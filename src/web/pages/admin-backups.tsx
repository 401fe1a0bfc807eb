import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { isManager } from '../../contract/accounts/ranks.ts'
import { Backups } from '../admin/backups/backups.tsx'
import { backupsQuery } from '../admin/backups/backups-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireViewer, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-backups.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context, isManager)
  return prefetched(context, (call) => [backupsQuery(call)])
}

export const clientLoader = () => requireViewer(isManager)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Backups`,
    description: msg`Backups of all that the site has stored.`,
    path: '/admin/settings/backups',
    noindex: true,
  })

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
