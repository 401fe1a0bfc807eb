import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../contract/languages.ts'
import { boardLabel } from '../../../../contract/network/modes.ts'
import { inputLabels } from '../../../../contract/rankings/inputs.ts'
import type { Period } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { BoardChoice } from './board-choice.ts'

export const periodLabels: Readonly<Record<Period, Message>> = {
  all: msg`All time`,
  month: msg`This month`,
  week: msg`This week`,
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
  i18n: I18n,
) =>
  [
    boardLabel(boards, { gameType }),
    i18n._(
      by === 'rating' ? (ladder === 'team' ? msg`Teams by rating` : msg`By rating`) : periodLabels[period],
    ),
    ...(input === null ? [] : [i18n._(inputLabels[input])]),
  ].join(' · ')
