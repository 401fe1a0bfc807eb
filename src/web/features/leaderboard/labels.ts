import type { Period } from '../../../contract/leaderboard.ts'
import { type GameType, gameTypeLabels } from '../../../contract/stats.ts'

export const periodLabels: Readonly<Record<Period, string>> = {
  all: 'All time',
  month: 'This month',
  week: 'This week',
}

/** What a board is called on the page. */
export const boardName = ({ gameType, period }: { readonly gameType: GameType; readonly period: Period }) =>
  `${gameTypeLabels[gameType]} · ${periodLabels[period]}`
