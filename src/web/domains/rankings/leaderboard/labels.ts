import type { Period } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'

export const periodLabels: Readonly<Record<Period, string>> = {
  all: 'All time',
  month: 'This month',
  week: 'This week',
}

/** What a board is called on the page. */
export const boardName = (
  boards: Readonly<Record<string, string>>,
  { gameType, period }: { readonly gameType: GameType; readonly period: Period },
) => `${boards[gameType] ?? gameType} · ${periodLabels[period]}`
