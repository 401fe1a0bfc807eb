import { isPageScope, type SettingScope } from '../../../../contract/content/settings.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import { hasNoHidden } from '../../../../contract/text.ts'
import { isGroup } from '../yaml-file.ts'

const identityNames = ['name', 'shortName']

/**
 * Where a setting names something with characters that nobody sees; undefined for nowhere. For what is saved from now on:
 * what was saved earlier stays in use.
 */
export function findHiddenName(scope: SettingScope, value: unknown): string | undefined {
  const found = (of: unknown, names: readonly string[], path = '') => {
    const name = names.find((one) => {
      const text = isGroup(of) ? ownValue(of, one) : undefined
      return typeof text === 'string' && !hasNoHidden(text)
    })
    return name === undefined ? undefined : `${path}${name}`
  }
  if (scope === 'identity') return found(value, identityNames)
  if (isPageScope(scope)) return found(value, ['title'])
  if (scope !== 'navigation' || !isGroup(value)) return undefined
  for (const list of ['header', 'footer']) {
    const entries = ownValue(value, list)
    if (!Array.isArray(entries)) continue
    for (const [at, entry] of entries.entries()) {
      const path = found(entry, ['label'], `${list}.${at}.`)
      if (path !== undefined) return path
    }
  }
  return undefined
}
