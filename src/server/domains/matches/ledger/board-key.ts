import type { Period } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import type { Entry } from './totals.ts'

/** Identifies a leaderboard; `startsOn` is the first UTC day of its period. */
export interface BoardKey {
  readonly gameType: GameType
  readonly period: Period
  readonly startsOn: string
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** First UTC day of the calendar month or ISO week that contains a moment; all time begins in 1970. */
function periodStart(period: Period, moment: Date): string {
  if (period === 'all') return '1970-01-01'
  if (period === 'month') return `${dayOf(moment).slice(0, 7)}-01`
  const monday = new Date(moment)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return dayOf(monday)
}

/**
 * The leaderboards on which a match counts: of its mode and, where that counts in it, of overall. Nobody can ask for the
 * board of a period that has ended, so a late match leaves it alone.
 */
export const boardsOf = (
  { gameType, inOverall, endedAt }: Pick<Entry, 'gameType' | 'inOverall' | 'endedAt'>,
  now: Date,
): BoardKey[] =>
  (['all', 'month', 'week'] as const)
    .map((period) => ({ period, startsOn: periodStart(period, endedAt) }))
    .filter(({ period, startsOn }) => startsOn >= periodStart(period, now))
    .flatMap((span) =>
      (inOverall ? [gameType, 'overall'] : [gameType]).map((shown) => ({ gameType: shown, ...span })),
    )

export const boardName = ({ gameType, period, startsOn }: BoardKey) => `${gameType} ${period} ${startsOn}`
