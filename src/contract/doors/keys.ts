import { holds, type Viewer } from '../accounts/ranks.ts'
import { type ApiScope, apiScopes, scopePowers } from './scopes.ts'

export const apiKeyLimits = {
  perMember: 5,
  /** Keys of staff that a page lists. */
  listed: 200,
  name: 64,
  days: { min: 1, default: 90, max: 365 },
} as const

/** Whether a member has the power that a scope needs. */
export function holdsScope(viewer: Viewer | null, scope: ApiScope): boolean {
  const needed = scopePowers[scope]
  if (needed === null) return viewer !== null
  const [power, area] = needed
  return holds(viewer, power, area)
}

/** Scopes of staff that a member may give a key. */
export const staffScopesOf = (viewer: Viewer | null): ApiScope[] =>
  apiScopes.filter((scope) => scope !== 'read' && holdsScope(viewer, scope))

/** Whoever manages the site sees the keys of all staff, and revokes them. */
export const canManageKeys = (viewer: Viewer | null) => holds(viewer, 'manager', 'settings')
