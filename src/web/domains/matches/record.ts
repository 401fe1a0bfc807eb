import { counted, formatCount } from '../../ui/format-count.ts'

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
export const scoreOf = ({ wins, losses }: WinRecord) => `${formatCount(wins)}–${formatCount(losses)}`

/** `7 matches`, `7 matches, 1 draw`. */
export const meetingWords = (record: WinRecord) =>
  counted(meetingsOf(record), 'match', 'matches') +
  (record.draws > 0 ? `, ${counted(record.draws, 'draw', 'draws')}` : '')
