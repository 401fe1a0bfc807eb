import type { RequiredArea } from '../accounts/areas.ts'
import type { Power } from '../accounts/ranks.ts'

/** What an API key may do, with the power and area that its maker needs at each call; null: every member. */
export const scopePowers = {
  read: null,
  'read:cases': ['helper', 'moderation'],
  'write:cups': ['helper', 'events'],
  'write:news': ['admin', 'news'],
  'write:punishments': ['helper', 'moderation'],
} as const satisfies Readonly<Record<string, readonly [Power, RequiredArea] | null>>

export type ApiScope = keyof typeof scopePowers

export const apiScopes = Object.keys(scopePowers) as ApiScope[]
