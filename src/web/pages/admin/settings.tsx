import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from 'react-router'
import { isSettingScope, settingFacts } from '../../../contract/content/settings.ts'
import { SettingEditor } from '../../domains/content/settings/setting-editor.tsx'
import { settingForm } from '../../domains/content/settings/setting-forms.ts'
import { SettingsList } from '../../domains/content/settings/settings-list.tsx'
import { settingsQuery } from '../../domains/content/settings/settings-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { metaTags, siteOf } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'
import { Alert } from '../../ui/alert.tsx'
import type { Route } from './+types/settings.ts'

export const loader = staffLoader('/admin/settings', (call) => [settingsQuery(call)])
export const clientLoader = staffClientLoader('/admin/settings')

const titleOf = (scope = '') => (isSettingScope(scope) ? settingFacts(scope).label : msg`Settings`)

export const meta: Route.MetaFunction = ({ matches, params: { scope } }) =>
  metaTags(siteOf(matches), {
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
  const {
    intro = msg`Placeholders: '{site}', '{short}', '{host}' and '{port}'. A part in '{if: …}…{end}' is shown while a setting asks for it.`,
  } = isSettingScope(scope) ? settingForm(scope) : {}
  return (
    <AdminFrame title={t(titleOf(scope))} intro={t(intro)}>
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
