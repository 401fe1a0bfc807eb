import { Random } from '../../../../demo/random.ts'
import { type RatingChange, Replay } from '../replay.ts'
import { Seasons } from '../seasons.ts'

export const players = 500
const rounds = 30

/** Position of each value in the order of values. */
function places(values: readonly number[]): number[] {
  const order = values.map((value, id) => ({ value, id })).sort((a, b) => a.value - b.value)
  const result: number[] = []
  for (const [place, { id }] of order.entries()) result[id] = place
  return result
}

/** Rank correlation, from -1 to 1. */
export function spearman(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [places(one), places(other)]
  const squares = a.reduce((sum, place, id) => sum + (place - b[id]!) ** 2, 0)
  return 1 - (6 * squares) / (a.length * (a.length ** 2 - 1))
}

/** A season of a closed pool, true skill spread by a standard deviation of 250; everybody plays 30 matches. */
export function playSeason(seed: number) {
  const random = new Random(seed)
  const next = () => random.next()
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const skills = Array.from({ length: players }, () => 1_500 + 250 * normal())
  const ratings = Array.from({ length: players }, () => 1_500)
  const replay = new Replay(new Seasons([]), new Map())
  let at = 0
  for (let round = 0; round < rounds; round += 1) {
    const order = places(skills.map(() => next()))
    for (let seat = 0; seat < players; seat += 2) {
      const [one, other] = [order[seat]!, order[seat + 1]!]
      const won = next() < 1 / (1 + 10 ** ((skills[other]! - skills[one]!) / 400))
      const part = (userId: number, result: 'win' | 'loss') => ({
        identityId: userId,
        userId,
        team: null,
        result,
      })
      const changes: RatingChange[] = replay.play({
        matchId: String(at),
        endedAt: new Date(at++ * 60_000),
        isOfCup: false,
        players: [part(one, won ? 'win' : 'loss'), part(other, won ? 'loss' : 'win')],
      })
      for (const { userId, rating } of changes) ratings[userId] = rating / 100
    }
  }
  return { skills, ratings }
}
