import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { RankSchema } from '../accounts/ranks-schemas.ts'
import { Id, Timestamp, wholeNumberText } from '../ids-schemas.ts'
import { listFilters } from '../list-filters-schemas.ts'
import { sentence } from '../sentences.ts'
import { lastingKinds } from './in-force.ts'

/** A ban, mute or restriction that is in force now. */
export const InForce = z.object({
  /** Of a punishment a UUID, of a restriction a number. */
  id: z.string(),
  kind: z.enum(lastingKinds),
  player: z.object({ id: Id, username: z.string(), rank: RankSchema }),
  reason: z.string(),
  at: Timestamp,
  /** Null: for good. */
  until: z.nullable(Timestamp),
  /** Who gave it, as named in game or on the site; null when unknown or deleted. */
  by: z.nullable(z.string()),
  /** The game server that sent it; null for one from the site. */
  server: z.nullable(z.string()),
  /** Whether it holds where it has to: a game server said so, or it is one of the site. */
  confirmed: z.boolean(),
})

export type InForce = z.infer<typeof InForce>

/** The moment and the id of the last row of the page before. */
const Cursor = z.string().check(
  z.regex(/^[0-9]{1,16}\.([0-9]{1,10}|[0-9a-f-]{36})$/, {
    error: sentence(msg`Must be the cursor of a page`),
  }),
)

export const InForceQuery = z.object({
  kind: z.optional(
    z.enum(lastingKinds, { error: sentence(msg`kind must be one of ${{ all: lastingKinds.join(', ') }}`) }),
  ),
  /** Part of the player's name. */
  q: listFilters.q,
  cursor: z.optional(Cursor),
  limit: z._default(wholeNumberText(1, 100), 50),
})

export type InForceQuery = z.infer<typeof InForceQuery>

export const InForcePage = z.object({
  inForce: z.array(InForce),
  /** For `cursor`; null on the last page. */
  next: z.nullable(z.string()),
})

export type InForcePage = z.infer<typeof InForcePage>
