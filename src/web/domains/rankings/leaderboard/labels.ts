import { inputLabels } from '../../../../contract/rankings/inputs.ts'
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
  {
    gameType,
    by,
    ladder,
    period,
    input,
  }: Pick<BoardChoice, 'gameType' | 'by' | 'ladder' | 'period' | 'input'>,
) =>
  [
    boards[gameType] ?? gameType,
    by === 'rating' ? (ladder === 'team' ? 'Teams by rating' : 'By rating') : periodLabels[period],
    ...(input === null ? [] : [inputLabels[input]]),
  ].join(' · ')
