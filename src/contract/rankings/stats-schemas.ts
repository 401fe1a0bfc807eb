import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { IdParams } from '../ids-schemas.ts'
import { modeKeyPattern } from '../network/modes.ts'
import { sentence } from '../sentences.ts'

/** A game type in the right form; whether it has a board is data. */
export const GameTypeSchema = z
  .string({ error: sentence(msg`gameType must be overall or the key of a mode`) })
  .check(z.regex(modeKeyPattern, { error: sentence(msg`gameType must be overall or the key of a mode`) }))

export const Stats = z.object({
  kills: z.int(),
  deaths: z.int(),
  assists: z.int(),
  wins: z.int(),
  losses: z.int(),
  points: z.int(),
  winStreak: z.int(),
  bestStreak: z.int(),
  gameType: GameTypeSchema,
})

export type Stats = z.infer<typeof Stats>

export const StatsQuery = z.object({ gameType: z._default(GameTypeSchema, 'overall') })

export const statsSchemas = {
  own: {
    response: Stats,
  },
  show: {
    params: IdParams,
    query: StatsQuery,
    response: Stats,
  },
  list: {
    params: IdParams,
    response: z.array(Stats),
  },
}
