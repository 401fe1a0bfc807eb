import * as z from 'zod/mini'
import { IdParams } from '../ids-schemas.ts'
import { gameTypes, playedGameTypes } from './stats.ts'

export const GameTypeSchema = z.enum(gameTypes)

export const PlayedGameTypeSchema = z.enum(playedGameTypes)

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
}
