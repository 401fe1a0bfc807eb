import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { ladders, reratedCauses } from './ratings.ts'

export const LadderSchema = z.enum(ladders, { error: sentence(msg`ladder must be solo or team`) })

/** A rating as shown: two decimals at most. */
export const ratingFigures = {
  rating: z.number(),
  /** Uncertainty: the true strength is within two deviations 95 % of the time. */
  deviation: z.number(),
  /** True while the deviation is above 110: not on the board yet. */
  provisional: z.boolean(),
  /** Rated matches of the span. */
  matches: z.int(),
  wins: z.int(),
  /** Name and colour of the tier (content/ranked.yaml). */
  tier: z.string(),
  tierColour: z.string(),
}

export const RatingFigures = z.object({
  ...ratingFigures,
  /** Of a closed season: a match behind it was declared void afterwards, and the rating stays. */
  hasLateVoid: z.optional(z.boolean()),
})

export type RatingFigures = z.infer<typeof RatingFigures>

/** Why a rated match was rated again: another match was voided, excluded or restored, or arrived late. */
export const RatedAgain = z.object({
  /** Rating after the match as it was before. */
  was: z.number(),
  cause: z.enum(reratedCauses),
  /** That other match. */
  matchId: z.uuid(),
  endedAt: Timestamp,
  at: Timestamp,
})

export type RatedAgain = z.infer<typeof RatedAgain>
