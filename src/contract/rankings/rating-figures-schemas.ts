import * as z from 'zod/mini'
import { ladders } from './ratings.ts'

export const LadderSchema = z.enum(ladders, { error: 'ladder must be solo or team' })

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
