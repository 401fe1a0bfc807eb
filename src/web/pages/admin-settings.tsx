import { isAdmin } from '../../contract/accounts/ranks.ts'
import { SettingsList } from '../domains/content/settings/settings-list.tsx'
import { settingsQuery } from '../domains/content/settings/settings-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireAdmin, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-settings.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context, isAdmin)
  return prefetched(context, (call) => [settingsQuery(call)])
}

export const clientLoader = () => requireAdmin()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: 'Settings',
    description: 'What the network is called and says.',
    path: '/admin/settings',
    noindex: true,
  })

export default function AdminSettings() {
  return (
    <AdminFrame
      title="Settings"
      intro="What the network is called and what its pages say. Each change can be taken back, and is in the audit log."
    >
      <SettingsList />
    </AdminFrame>
  )
}
