import type { MatchResult } from '../../../../contract/players/players-schemas.ts'

/** Stored totals of a player on a leaderboard; points are the raw sum. */
export interface Totals {
  readonly matches: number
  readonly kills: number
  readonly deaths: number
  readonly assists: number
  readonly wins: number
  readonly losses: number
  readonly points: number
  readonly winStreak: number
  readonly bestStreak: number
  readonly lastEndedAt: Date
  readonly lastMatchId: string
}

/** A player's part in a ranked match that counts. */
export interface Entry {
  readonly userId: number
  readonly matchId: string
  /** The mode that the match counts for. */
  readonly gameType: string
  /** Whether it counts in overall as well. */
  readonly inOverall: boolean
  readonly endedAt: Date
  readonly result: MatchResult
  readonly kills: number
  readonly deaths: number
  readonly assists: number
  readonly points: number
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

/** Adds the newest entry. A draw is neither win nor loss and ends no streak. */
export function addNewest(before: Totals | undefined, entry: Entry): Totals {
  const streak = before?.winStreak ?? 0
  const winStreak = entry.result === 'win' ? streak + 1 : entry.result === 'loss' ? 0 : streak
  return {
    matches: (before?.matches ?? 0) + 1,
    kills: (before?.kills ?? 0) + entry.kills,
    deaths: (before?.deaths ?? 0) + entry.deaths,
    assists: (before?.assists ?? 0) + entry.assists,
    wins: (before?.wins ?? 0) + (entry.result === 'win' ? 1 : 0),
    losses: (before?.losses ?? 0) + (entry.result === 'loss' ? 1 : 0),
    points: (before?.points ?? 0) + entry.points,
    winStreak,
    bestStreak: Math.max(before?.bestStreak ?? 0, winStreak),
    lastEndedAt: entry.endedAt,
    lastMatchId: entry.matchId,
  }
}
