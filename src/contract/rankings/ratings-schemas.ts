import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id, IdParams, Timestamp, wholeNumberText } from '../ids-schemas.ts'
import { MatchResult } from '../players/players-schemas.ts'
import { sentence } from '../sentences.ts'
import { LadderSchema, RatedAgain, ratingFigures } from './rating-figures-schemas.ts'
import { ratingHistoryPage } from './ratings.ts'
import { GameTypeSchema } from './stats-schemas.ts'

/** A player's rating in a mode, a ladder and a season. */
export const PlayerRating = z.object({
  mode: GameTypeSchema,
  ladder: LadderSchema,
  /** Null outside of seasons. */
  season: z.nullable(Id),
  ...ratingFigures,
  /** One-based; null for who is not on the board: provisional, or idle for 30 days. */
  position: z.nullable(z.int()),
  lastMatchAt: Timestamp,
  /** What the rated matches of the last 30 days changed; null without one. */
  monthChange: z.nullable(z.number()),
})

export type PlayerRating = z.infer<typeof PlayerRating>

/** A rated match from the side of one player. */
export const RatingChange = z.object({
  matchId: z.uuid(),
  at: Timestamp,
  season: z.nullable(Id),
  before: z.number(),
  after: z.number(),
  deviationBefore: z.number(),
  deviationAfter: z.number(),
  /** Expected score before the match, from 0 to 1. */
  expected: z.number(),
  result: MatchResult,
  opponents: z.array(z.object({ user: UserCard, rating: z.number(), deviation: z.number() })),
  rerated: z.optional(RatedAgain),
})

export type RatingChange = z.infer<typeof RatingChange>

export const ratingSchemas = {
  ofPlayer: {
    stable: { example: '/api/players/1/ratings' },
    params: IdParams,
    response: z.array(PlayerRating),
  },
  history: {
    stable: { example: '/api/players/1/rating-history?mode=sumo&limit=20' },
    params: IdParams,
    query: z.object({
      mode: GameTypeSchema,
      ladder: z._default(LadderSchema, 'solo'),
      before: z.optional(z.uuid({ error: sentence(msg`Must be the matchId of a match`) })),
      limit: z._default(wholeNumberText(1, ratingHistoryPage.max), ratingHistoryPage.default),
    }),
    response: z.array(RatingChange),
  },
}
