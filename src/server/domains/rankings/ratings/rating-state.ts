import { ratingScale, startDeviation, startRating } from '../../../../contract/rankings/ratings.ts'
import type { Rating } from './glicko2.ts'
import type { Seasons } from './seasons.ts'

/** A rating as stored: rating and deviation times 100, volatility times 10⁹. */
export interface RatingState {
  readonly rating: number
  readonly deviation: number
  readonly volatility: number
  /** Rated matches and wins in the span. */
  readonly matches: number
  readonly wins: number
  readonly seasonId: number
  /** End of the last rated match. */
  readonly endedAt: Date
  readonly matchId: string
}

const limits = { minDeviation: 45, maxDeviation: startDeviation, maxVolatility: 0.1 } as const
const startVolatility = 0.06

/** Share of the distance to 1500 that stays at a season's start, and the deviation that is added. */
const softReset = { share: 0.75, deviation: 130 } as const

/** Deviation from a day without matches: φ² grows by 0.87 σ², on the scale of the ratings. */
const idleGrowth = 0.87 * ratingScale ** 2
const dayMs = 86_400_000

const clampDeviation = (deviation: number) =>
  Math.min(limits.maxDeviation, Math.max(limits.minDeviation, deviation))

/** Stored integers of a rating, within the limits. */
export const storedRating = ({ rating, deviation, volatility }: Rating) => ({
  rating: Math.round(rating * 100),
  deviation: Math.round(clampDeviation(deviation) * 100),
  volatility: Math.round(Math.min(limits.maxVolatility, volatility) * 1e9),
})

const ratingOf = (stored: Pick<RatingState, 'rating' | 'deviation' | 'volatility'>): Rating => ({
  rating: stored.rating / 100,
  deviation: stored.deviation / 100,
  volatility: stored.volatility / 1e9,
})

/** Rating with which a player goes into a match: idle time and the seasons that began since the last one are applied. */
export function ratingAt(state: RatingState | undefined, moment: Date, seasons: Seasons): Rating {
  if (state === undefined)
    return { rating: startRating, deviation: startDeviation, volatility: startVolatility }
  const last = ratingOf(state)
  const idleDays = Math.max(0, moment.getTime() - state.endedAt.getTime()) / dayMs
  let { rating } = last
  let variance = last.deviation ** 2 + idleGrowth * idleDays * last.volatility ** 2
  for (let n = seasons.begunBetween(state.endedAt, moment); n > 0; n -= 1) {
    rating = startRating + softReset.share * (rating - startRating)
    variance = Math.min(variance, startDeviation ** 2) + softReset.deviation ** 2
  }
  return { rating, deviation: clampDeviation(Math.sqrt(variance)), volatility: last.volatility }
}
