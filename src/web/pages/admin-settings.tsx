import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { isAdmin } from '../../contract/accounts/ranks.ts'
import { isSettingScope, settingLabelOf } from '../../contract/content/settings.ts'
import { SettingEditor } from '../domains/content/settings/setting-editor.tsx'
import { SettingsList } from '../domains/content/settings/settings-list.tsx'
import { settingsQuery } from '../domains/content/settings/settings-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireAdmin, staffDocument } from '../platform/staff-only.ts'
import { Alert } from '../ui/alert.tsx'
import type { Route } from './+types/admin-settings.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context, isAdmin)
  return prefetched(context, (call) => [settingsQuery(call)])
}

export const clientLoader = () => requireAdmin()

const titleOf = (scope = '') => (isSettingScope(scope) ? settingLabelOf(scope) : msg`Settings`)

export const meta: Route.MetaFunction = ({ matches, params: { scope } }) =>
  pageMeta(siteOf(matches), {
    title: titleOf(scope),
    description: msg`The name and the texts of the network.`,
    path: scope === undefined ? '/admin/settings' : `/admin/settings/${scope}`,
    noindex: true,
  })

/** All settings, or the one of the address. */
export default function AdminSettings() {
  const { t } = useLingui()
  const { scope } = useParams()
  if (scope === undefined)
    return (
      <AdminFrame
        title={t`Settings`}
        intro={t`What the network is called and what its pages say. Each change can be taken back, and is in the audit log.`}
      >
        <SettingsList />
      </AdminFrame>
    )
  return (
    <AdminFrame
      title={t(titleOf(scope))}
      intro={
        scope === 'look'
          ? t`Colours, corners and pictures of every page.`
          : scope === 'languages'
            ? t`What visitors can choose. The default is for whoever reads none of them, and for Discord and feeds.`
            : t`Placeholders: '{site}', '{short}', '{host}' and '{port}'.`
      }
    >
      {isSettingScope(scope) ? (
        <SettingEditor scope={scope} />
      ) : (
        <Alert title={t`There is no such setting.`}>
          <Trans>Go back to the list of all settings.</Trans>
        </Alert>
      )}
    </AdminFrame>
  )
}
