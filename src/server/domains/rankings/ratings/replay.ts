import type { MatchResult } from '../../../../contract/players/players-schemas.ts'
import { type Ladder, pairLimit } from '../../../../contract/rankings/ratings.ts'
import { expectedScore, type Rating, updateRating } from './glicko2.ts'
import { type RatingState, ratingAt, storedRating } from './rating-state.ts'
import type { Seasons } from './seasons.ts'
import { type Sides, sidesOf } from './sides.ts'

/** A ranked match that is not void, of one mode. */
export interface RatableMatch {
  readonly matchId: string
  readonly endedAt: Date
  /** Counts in a match of a bracket: who meets there was not chosen, so the limit of pairs leaves it out. */
  readonly isOfCup: boolean
  readonly players: readonly RatedPlayer[]
}

export interface RatedPlayer {
  readonly identityId: number
  readonly userId: number
  readonly team: string | null
  readonly result: MatchResult
}

/** What a match did to the rating of one player, as stored in rating_history. */
export interface RatingChange extends RatingState {
  readonly userId: number
  readonly identityId: number
  readonly ladder: Ladder
  readonly ratingBefore: number
  readonly deviationBefore: number
  /** In ten-thousandths. */
  readonly expected: number
}

export const stateKey = (ladder: Ladder, userId: number) => `${ladder} ${userId}`

/**
 * Rates the matches of one mode, one after the other in their order. Depends on nothing but its arguments, so that
 * every replay gives the same numbers.
 */
export class Replay {
  /** When each pair met within the window of the limit. */
  readonly #pairs = new Map<string, number[]>()
  /** Number of pairs at which those are dropped that met before the window. */
  #manyPairs = 10_000

  constructor(
    private readonly seasons: Seasons,
    /** Ratings before the first match, by stateKey. */
    private readonly states: Map<string, RatingState>,
  ) {}

  /** Counts a match before the first for the limit of its pair. */
  remember(match: RatableMatch): void {
    const sides = sidesOf(match.players)
    if (typeof sides !== 'string') this.#isWithinPairLimit(match, sides)
  }

  /** Rates the next match. Returns the changes, none when it cannot be rated. */
  play(match: RatableMatch): RatingChange[] {
    const sides = sidesOf(match.players)
    if (typeof sides === 'string' || !this.#isWithinPairLimit(match, sides)) return []
    const changes = this.#rate(match, sides)
    for (const change of changes) this.states.set(stateKey(sides.ladder, change.userId), change)
    return changes
  }

  /** Stored rating with which a player would go into a match at this moment. */
  ratingOf(ladder: Ladder, userId: number, moment: Date): number {
    return storedRating(ratingAt(this.states.get(stateKey(ladder, userId)), moment, this.seasons)).rating
  }

  #isWithinPairLimit({ endedAt, isOfCup, players }: RatableMatch, { ladder }: Sides<RatedPlayer>): boolean {
    if (ladder === 'team' || isOfCup) return true
    const pair = players
      .map((player) => player.userId)
      .sort((a, b) => a - b)
      .join(' ')
    const moment = endedAt.getTime()
    const recent = (this.#pairs.get(pair) ?? []).filter((earlier) => earlier > moment - pairLimit.windowMs)
    this.#pairs.set(pair, [...recent, moment])
    if (this.#pairs.size > this.#manyPairs) this.#dropOldPairs(moment)
    return recent.length < pairLimit.matches
  }

  #dropOldPairs(moment: number): void {
    for (const [pair, moments] of this.#pairs) {
      if (moments.every((earlier) => earlier <= moment - pairLimit.windowMs)) this.#pairs.delete(pair)
    }
    this.#manyPairs = 2 * Math.max(5_000, this.#pairs.size)
  }

  #rate({ matchId, endedAt }: RatableMatch, { ladder, sides, score }: Sides<RatedPlayer>): RatingChange[] {
    const stateOf = ({ userId }: RatedPlayer) => this.states.get(stateKey(ladder, userId))
    const ratings = sides.map((side) =>
      side.map((player) => ratingAt(stateOf(player), endedAt, this.seasons)),
    )
    const [one, other] = ratings.map(sideRating)
    if (one === undefined || other === undefined) throw new Error('a rated match has two sides')
    const seasonId = this.seasons.idAt(endedAt)
    return sides.flatMap((side, index) => {
      const [own, opponent, result] = index === 0 ? [one, other, score] : [other, one, 1 - score]
      return side.map((player, position) => {
        const before = ratings[index]?.[position] as Rating
        const game = { ...opponent, score: result, weight: 1 / side.length, side: own.rating }
        const last = stateOf(player)
        const earlier = last?.seasonId === seasonId ? last : undefined
        const rounded = storedRating(before)
        return {
          userId: player.userId,
          identityId: player.identityId,
          ladder,
          seasonId,
          endedAt,
          matchId,
          ratingBefore: rounded.rating,
          deviationBefore: rounded.deviation,
          ...storedRating(updateRating(before, [game])),
          matches: (earlier?.matches ?? 0) + 1,
          wins: (earlier?.wins ?? 0) + (result === 1 ? 1 : 0),
          expected: Math.round(expectedScore(own.rating, opponent) * 10_000),
        }
      })
    })
  }
}

/** A side as one opponent: mean rating and root mean square deviation. */
function sideRating(side: readonly Rating[]): Pick<Rating, 'rating' | 'deviation'> {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    rating: mean(side.map(({ rating }) => rating)),
    deviation: Math.sqrt(mean(side.map(({ deviation }) => deviation ** 2))),
  }
}
