import { msg, plural } from '@lingui/core/macro'
import type { Message } from '../../../contract/languages.ts'
import { formatCount } from '../../ui/format-count.ts'

export interface WinRecord {
  readonly wins: number
  readonly losses: number
  readonly draws: number
}

export const sumOf = (records: readonly WinRecord[]): WinRecord => ({
  wins: records.reduce((sum, { wins }) => sum + wins, 0),
  losses: records.reduce((sum, { losses }) => sum + losses, 0),
  draws: records.reduce((sum, { draws }) => sum + draws, 0),
})

export const meetingsOf = ({ wins, losses, draws }: WinRecord) => wins + losses + draws

/** `4–2`. */
export const scoreOf = ({ wins, losses }: WinRecord, locale?: string) =>
  `${formatCount(wins, locale)}–${formatCount(losses, locale)}`

/** `7 matches`, `7 matches, 1 draw`. */
export function meetingWords(record: WinRecord): Message {
  const { draws } = record
  const matches = meetingsOf(record)
  return draws > 0
    ? msg`${plural(matches, { one: '# match', other: '# matches' })}, ${plural(draws, { one: '# draw', other: '# draws' })}`
    : msg`${plural(matches, { one: '# match', other: '# matches' })}`
}
