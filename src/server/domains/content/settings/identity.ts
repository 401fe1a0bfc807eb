import { IdentityContent } from '../../../../contract/content/settings-schemas.ts'
import type { Config, IdentityConfig } from '../../../config.ts'
import { configSetting } from './config-setting.ts'
import type { SettingState } from './state.ts'

const variables = {
  name: 'SITE_NAME',
  shortName: 'SITE_SHORT_NAME',
  host: 'GAME_HOST',
  port: 'GAME_PORT',
} as const

/** @param config as the process started with it, before a saved identity is applied */
export function identitySetting(
  config: IdentityConfig & Pick<Config, 'given'>,
  saved: unknown,
): { readonly used: IdentityConfig; readonly state: SettingState } {
  const { siteName, siteShortName, gameHost, gamePort } = config
  const given = { name: siteName, shortName: siteShortName, host: gameHost, port: gamePort }
  const { value, state } = configSetting(
    { scope: 'identity', schema: IdentityContent, variables, given },
    config,
    saved,
  )
  const { name, shortName, host, port } = value
  return { used: { siteName: name, siteShortName: shortName, gameHost: host, gamePort: port }, state }
}
