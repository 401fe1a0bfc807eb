import { type Figures, figuresAfter, noFigures, type Played } from './queries/figure-table.ts'

/** The figures, and the newest match in them. */
export interface Totals extends Figures {
  readonly lastEndedAt: Date
  readonly lastMatchId: string
}

/** A player's part in a ranked match that counts. */
export interface Entry extends Played {
  readonly userId: number
  readonly matchId: string
  /** The mode that the match counts for. */
  readonly gameType: string
  /** Whether it counts in overall as well. */
  readonly inOverall: boolean
  readonly endedAt: Date
}

/** What a transaction changes in figures. */
export interface Changes {
  /** Ranked matches that count from now on. */
  readonly counted: readonly Entry[]
  /** Ranked matches that counted, and are void now. */
  readonly voided: readonly Entry[]
}

type Moment = Pick<Entry, 'endedAt' | 'matchId'>

/** Order in which streaks are counted, regardless of arrival: end, then match id. */
export const inOrder = (a: Moment, b: Moment) =>
  a.endedAt.getTime() - b.endedAt.getTime() || (a.matchId < b.matchId ? -1 : a.matchId > b.matchId ? 1 : 0)

/** Whether an entry is newer than all counted ones, and can simply be added. */
export const isNewest = (entry: Moment, before: Totals | undefined) =>
  before === undefined || inOrder({ endedAt: before.lastEndedAt, matchId: before.lastMatchId }, entry) < 0

export const addNewest = (before: Totals | undefined, entry: Entry): Totals => ({
  ...figuresAfter(before ?? noFigures, entry),
  lastEndedAt: entry.endedAt,
  lastMatchId: entry.matchId,
})
