import type { Period } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { BoardChoice } from './board-choice.ts'

export const periodLabels: Readonly<Record<Period, string>> = {
  all: 'All time',
  month: 'This month',
  week: 'This week',
}

/** What a board is called on the page. */
export const boardName = (
  boards: Readonly<Record<string, string>>,
  { gameType, by, period }: Pick<BoardChoice, 'gameType' | 'by' | 'period'>,
) => `${boards[gameType] ?? gameType} · ${by === 'rating' ? 'By rating' : periodLabels[period]}`
