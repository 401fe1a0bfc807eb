import { IdentityContent } from '../../../../contract/content/settings-schemas.ts'
import type { Config, IdentityConfig, VariableName } from '../../../config.ts'
import { type ContentProblem, fieldProblem } from '../problem.ts'

/** Keys of the identity, with the setting of the process and the variable that decides. */
const identityKeys = {
  name: ['siteName', 'SITE_NAME'],
  shortName: ['siteShortName', 'SITE_SHORT_NAME'],
  host: ['gameHost', 'GAME_HOST'],
  port: ['gamePort', 'GAME_PORT'],
} as const satisfies Record<keyof IdentityContent, readonly [keyof IdentityConfig, VariableName]>

const keys = Object.keys(identityKeys) as (keyof IdentityContent)[]

export const identityOf = (config: IdentityConfig): IdentityContent => ({
  name: config.siteName,
  shortName: config.siteShortName,
  host: config.gameHost,
  port: config.gamePort,
})

export const configOf = ({ name, shortName, host, port }: IdentityContent): IdentityConfig => ({
  siteName: name,
  siteShortName: shortName,
  gameHost: host,
  gamePort: port,
})

/** What a process is called with each saved value. Ask it before anything saved is in `config`. */
export function identitiesOf(config: Config) {
  const shipped = identityOf(config)
  const lockedKeys = keys.filter((key) => config.given.has(identityKeys[key][1]))
  return {
    /** The keys that variables decide, with their names. */
    locked: Object.fromEntries(lockedKeys.map((key) => [key, identityKeys[key][1]])),
    /** The identity in force: variables decide, and what is not valid is left out and named. */
    with(saved: unknown): { readonly identity: IdentityContent; readonly problem?: ContentProblem } {
      if (saved == null) return { identity: shipped }
      const { data, error } = IdentityContent.safeParse(saved)
      if (data !== undefined)
        return {
          identity: { ...data, ...Object.fromEntries(lockedKeys.map((key) => [key, shipped[key]])) },
        }
      const [issue] = error.issues
      const field = issue?.path.join('.') ?? ''
      return {
        identity: shipped,
        problem: { file: 'identity', line: undefined, field, ...fieldProblem(field, issue?.message ?? '') },
      }
    },
  }
}
