import glicko2 from 'glicko2-lite'
import { expect, test } from 'vitest'
import { Random } from '../../../demo/random.ts'
import { expectedScore, updateRating } from './glicko2.ts'

/** The example in section 4 of Glickman's paper. */
const player = { rating: 1500, deviation: 200, volatility: 0.06 }
const games = [
  { rating: 1400, deviation: 30, score: 1 },
  { rating: 1550, deviation: 100, score: 0 },
  { rating: 1700, deviation: 300, score: 0 },
]

test("[ranked.01] Glickman's worked example: 1500 ± 200 becomes 1464.06 ± 151.52 with volatility 0.05999", () => {
  const after = updateRating(player, games)
  expect(after.rating).toBeCloseTo(1464.06, 1)
  expect(after.deviation).toBeCloseTo(151.52, 1)
  expect(after.volatility).toBeCloseTo(0.05999, 4)
  expect(games.map((game) => expectedScore(player.rating, game).toFixed(3))).toEqual([
    '0.639',
    '0.432',
    '0.303',
  ])
})

test('without a game the rating and volatility stay, and the deviation grows', () => {
  const after = updateRating(player, [])
  expect(after.rating).toBe(1500)
  expect(after.volatility).toBe(0.06)
  expect(after.deviation).toBeCloseTo(200.27, 2)
})

test('[ranked.02] the unrounded rating agrees with glicko2-lite within 1e-4 over 100,000 random updates', () => {
  const random = new Random()
  const next = () => random.next()
  let worst = 0
  for (let n = 0; n < 100_000; n += 1) {
    const one = {
      rating: 500 + next() * 2_500,
      deviation: 45 + next() * 305,
      volatility: 0.02 + next() * 0.08,
    }
    const opponents = Array.from({ length: 1 + Math.floor(next() * 3) }, () => ({
      rating: 500 + next() * 2_500,
      deviation: 45 + next() * 305,
      score: Math.floor(next() * 3) / 2,
    }))
    const ours = updateRating(one, opponents)
    const theirs = glicko2(
      one.rating,
      one.deviation,
      one.volatility,
      opponents.map(({ rating, deviation, score }) => [rating, deviation, score]),
      { tau: 0.5 },
    )
    worst = Math.max(
      worst,
      Math.abs(ours.rating - theirs.rating),
      Math.abs(ours.deviation - theirs.rd),
      Math.abs(ours.volatility - theirs.vol),
    )
  }
  expect(worst).toBeLessThan(1e-4)
})
