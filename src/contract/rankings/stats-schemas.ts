import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { IdParams } from '../ids-schemas.ts'
import { modeKeyPattern } from '../network/modes.ts'
import { sentence } from '../sentences.ts'
import { type StatKey, statKeys } from './stats.ts'

/** A game type in the right form; whether it has a board is data. */
export const GameTypeSchema = z
  .string({ error: sentence(msg`gameType must be overall or the key of a mode`) })
  .check(z.regex(modeKeyPattern, { error: sentence(msg`gameType must be overall or the key of a mode`) }))

const figures = Object.fromEntries(statKeys.map((key) => [key, z.int()])) as Record<
  StatKey,
  z.ZodMiniNumberFormat
>

export const Stats = z.object({ ...figures, gameType: GameTypeSchema })

export type Stats = z.infer<typeof Stats>

const StatsQuery = z.object({ gameType: z._default(GameTypeSchema, 'overall') })

export const statsSchemas = {
  own: {
    response: Stats,
  },
  show: { stable: { example: '/api/stats/1' }, params: IdParams, query: StatsQuery, response: Stats },
  list: { stable: { example: '/api/stats/1/modes' }, params: IdParams, response: z.array(Stats) },
}
