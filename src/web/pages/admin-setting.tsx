import { isAdmin } from '../../contract/accounts/ranks.ts'
import { isSettingScope, settingLabels } from '../../contract/content/settings.ts'
import { SettingEditor } from '../domains/content/settings/setting-editor.tsx'
import { settingsQuery } from '../domains/content/settings/settings-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireAdmin, staffDocument } from '../platform/staff-only.ts'
import { Alert } from '../ui/alert.tsx'
import type { Route } from './+types/admin-setting.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context, isAdmin)
  return prefetched(context, (call) => [settingsQuery(call)])
}

export const clientLoader = () => requireAdmin()

const titleOf = (scope: string) => (isSettingScope(scope) ? settingLabels[scope] : 'Settings')

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(siteOf(matches), {
    title: titleOf(params.scope),
    description: 'A setting of the network.',
    path: `/admin/settings/${params.scope}`,
    noindex: true,
  })

export default function AdminSetting({ params: { scope } }: Route.ComponentProps) {
  return (
    <AdminFrame title={titleOf(scope)} intro="Placeholders: {site}, {short}, {host} and {port}.">
      {isSettingScope(scope) ? (
        <SettingEditor scope={scope} />
      ) : (
        <Alert title="There is no such setting.">Go back to the list of all settings.</Alert>
      )}
    </AdminFrame>
  )
}
