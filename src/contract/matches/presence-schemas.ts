import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { IdParams, Timestamp, wholeNumberText } from '../ids-schemas.ts'

/** Maximum players in a list of who is online. */
const presencePage = { default: 200, max: 200 } as const

/** Where a player is. */
export const PlayerPresence = z.object({
  /** Key or name of a mode, as the game server sent it; null outside of modes. */
  mode: z.nullable(z.string()),
  since: Timestamp,
})

export type PlayerPresence = z.infer<typeof PlayerPresence>

export const Presence = z.object({
  /** All players, hidden and unknown ones included. */
  total: z.int(),
  /** Players in each mode, the fullest first. */
  modes: z.array(z.object({ mode: z.string(), players: z.int() })),
  /** Players who may be named, newest first. */
  players: z.array(z.extend(PlayerPresence, { user: UserCard })),
})

export type Presence = z.infer<typeof Presence>

export const presenceSchemas = {
  list: {
    query: z.object({ limit: z._default(wholeNumberText(1, presencePage.max), presencePage.default) }),
    response: Presence,
  },
  show: {
    params: IdParams,
    /** Null: offline, or hidden. */
    response: z.object({ presence: z.nullable(PlayerPresence) }),
  },
}
