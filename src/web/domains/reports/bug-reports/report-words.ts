import { msg } from '@lingui/core/macro'
import type { Message, Text } from '../../../../contract/languages.ts'
import { reportGameModes } from '../../../../contract/reports/reports.ts'
import type { ReportSeverity, ReportStatus } from '../../../../contract/reports/reports-schemas.ts'

// The labels of the contract, for readers of other languages.

export const statusTexts: Readonly<Record<ReportStatus, Message>> = {
  pending: msg({ message: 'Pending', comment: 'State of a bug report' }),
  reviewing: msg({ message: 'Reviewing', comment: 'State of a bug report' }),
  resolved: msg({ message: 'Resolved', comment: 'State of a bug report' }),
  rejected: msg({ message: 'Rejected', comment: 'State of a bug report' }),
}

export const severityTexts: Readonly<Record<ReportSeverity, { label: Message; meaning: Message }>> = {
  low: { label: msg`Low`, meaning: msg`minor visual or cosmetic issue` },
  medium: { label: msg`Medium`, meaning: msg`functionality issue with workaround` },
  high: { label: msg`High`, meaning: msg`serious functionality issue` },
  critical: { label: msg`Critical`, meaning: msg`game breaking` },
}

/** What a game mode is called; a value that nobody knows stands for itself. */
export const gameModeLabel = (mode: string): Text =>
  mode === 'other' ? msg`Other` : (reportGameModes.find(([, value]) => value === mode)?.[0] ?? mode)
