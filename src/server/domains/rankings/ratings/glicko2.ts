import { ratingScale } from '../../../../contract/rankings/ratings.ts'

/**
 * Glicko-2 (Mark Glickman, Example of the Glicko-2 system, 2013: http://www.glicko.net/glicko/glicko2.pdf). Step
 * numbers below are those of the paper. Unrounded and unlimited; limits and rounding are in rating.ts.
 */

/** On the scale of Glicko-1, such as 1500, 350, 0.06. */
export interface Rating {
  readonly rating: number
  readonly deviation: number
  readonly volatility: number
}

export interface Opponent {
  readonly rating: number
  readonly deviation: number
  /** 1 for a win, 0.5 for a draw, 0 for a loss. */
  readonly score: number
  /** Share of the result that counts for the player; 1 by default. */
  readonly weight?: number
  /** Rating of the player's own side, from which the score is expected; the player's own by default. */
  readonly side?: number
}

/** Step 2. */
const scale = ratingScale
/** Constrains the change of volatility over time. */
const tau = 0.5
const tolerance = 1e-6

const square = (x: number) => x * x

/** Step 3, g(φ): how much a result against an opponent of this deviation says. */
const impact = (phi: number) => 1 / Math.sqrt(1 + (3 * square(phi)) / square(Math.PI))

/** Score that `rating` should have against an opponent, from 0 to 1. */
export function expectedScore(rating: number, opponent: Pick<Opponent, 'rating' | 'deviation'>): number {
  const g = impact(opponent.deviation / scale)
  return 1 / (1 + Math.exp((-g * (rating - opponent.rating)) / scale))
}

/** Rating after a rating period with these games. Without games only the deviation grows. */
export function updateRating(player: Rating, games: readonly Opponent[]): Rating {
  const phi = player.deviation / scale
  let information = 0
  let surprise = 0
  for (const { weight = 1, score, side = player.rating, ...opponent } of games) {
    const g = impact(opponent.deviation / scale)
    const expected = expectedScore(side, opponent)
    information += weight * g * g * expected * (1 - expected)
    surprise += weight * g * (score - expected)
  }
  const volatility =
    information === 0 ? player.volatility : updateVolatility(player.volatility, phi, information, surprise)
  // Steps 6 and 7.
  const spread = square(phi) + square(volatility)
  const newPhi = 1 / Math.sqrt(1 / spread + information)
  return {
    rating: player.rating + scale * square(newPhi) * surprise,
    deviation: scale * newPhi,
    volatility,
  }
}

/** Step 5: the new volatility, found by the Illinois algorithm. */
function updateVolatility(sigma: number, phi: number, information: number, surprise: number): number {
  const v = 1 / information
  const delta = v * surprise
  const a = Math.log(square(sigma))
  const f = (x: number) => {
    const e = Math.exp(x)
    const total = square(phi) + v + e
    return (e * (square(delta) - total)) / (2 * square(total)) - (x - a) / square(tau)
  }
  let low = a
  // The paper takes steps of τ back until f is not below 0. The first one is enough: f(a - τ) > 1/τ - 1/2.
  let high = square(delta) > square(phi) + v ? Math.log(square(delta) - square(phi) - v) : a - tau
  let atLow = f(low)
  let atHigh = f(high)
  while (Math.abs(high - low) > tolerance) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow)
    const atMiddle = f(middle)
    if (atMiddle * atHigh <= 0) {
      low = high
      atLow = atHigh
    } else atLow /= 2
    high = middle
    atHigh = atMiddle
  }
  return Math.exp(low / 2)
}
