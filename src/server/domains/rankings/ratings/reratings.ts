import type { NewChange, StoredMatch } from './queries/replay.ts'
import type { RatingKey, RatingRow } from './queries/stored-ratings.ts'

type Change = NewChange & RatingRow

/** A player's rating after a match that was rated before: as it was stored, and as it is now. */
export interface Rerated extends RatingKey {
  readonly matchId: string
  readonly identityId: number
  readonly was: number
  readonly is: number
}

/** Collects what a replay changes in matches that were rated before it. */
export class Reratings {
  /** Matches whose shown rating is another now. */
  readonly rows: Rerated[] = []
  /** By player and rating list: the last match that was rated before the replay, where it differs. */
  readonly #last = new Map<string, Rerated>()

  /**
   * Takes the next match of the replay.
   * @param ratingNow the stored rating of a player after this match, also where the match no longer counts
   */
  note(match: StoredMatch, changes: readonly Change[], ratingNow: (player: RatingKey) => number): void {
    for (const { identityId, trackId, seasonId, rating: was } of match.stored) {
      const userId = match.players.find((player) => player.identityId === identityId)?.userId
      if (userId === undefined) continue
      const change = changes.find((one) => one.identityId === identityId)
      const key = { trackId, seasonId, userId }
      const is = change?.rating ?? ratingNow(key)
      const rerated = { ...key, matchId: match.matchId, identityId, was, is }
      if (change !== undefined && isShownOtherwise(rerated)) this.rows.push(rerated)
      this.#last.set(`${trackId} ${seasonId} ${userId}`, rerated)
    }
  }

  /** Whose rating in the newest season of these matches is shown otherwise now, without what new matches did. */
  moved(): Rerated[] {
    return [...this.#last.values()].filter(isShownOtherwise)
  }
}

const isShownOtherwise = ({ was, is }: Rerated) => Math.round(was / 100) !== Math.round(is / 100)
