import { msg } from '@lingui/core/macro'
import { boardLabel } from '../network/modes.ts'

/** Value and label of the game modes a bug can occur in. */
export const reportGameModes = [
  ['NoDebuff', 'nodebuff'],
  ['Sumo', 'sumo'],
  ['Build', 'build'],
  ['Nemo Slap', 'nemoslap'],
  ['Boxing', 'boxing'],
  ['Bedfight', 'bedfight'],
  ['The Bridge', 'thebridge'],
  ['Fireball Fight', 'fireballfight'],
  ['Other', 'other'],
] as const

export const noGameMode = msg`Please select a game mode`

/** Modes with a board that one of the nine stands for already. */
const covered: readonly string[] = [...reportGameModes.map(([, value]) => value), 'bridge', 'fireball']

/** Label and value of every choice: the nine, then the other listed modes. */
export const reportGameModeChoices = ({
  boards,
  modes,
}: {
  readonly boards: Readonly<Record<string, string>>
  readonly modes: readonly string[]
}): readonly (readonly [label: string, value: string])[] => [
  ...reportGameModes,
  ...modes
    .filter((key) => !covered.includes(key))
    .map((key) => [boardLabel(boards, { gameType: key }), key] as const),
]

/** Value and meaning of each severity, in rising order. */
export const reportSeverities = [
  ['low', msg`minor visual or cosmetic issue`],
  ['medium', msg`functionality issue with workaround`],
  ['high', msg`serious functionality issue`],
  ['critical', msg`game breaking`],
] as const

/** Staff may change any status to any other. */
export const reportStatuses = ['pending', 'reviewing', 'resolved', 'rejected'] as const

/** What a reporter reads when staff change the status of their bug report. */
export const statusSentences = {
  pending: msg`It is waiting for us again.`,
  reviewing: msg`We are looking into it.`,
  resolved: msg`It is resolved.`,
  rejected: msg`We closed it without a change.`,
} as const

/** Default and maximum page size of the reports list. */
export const reportsPage = { default: 50, max: 200 } as const
