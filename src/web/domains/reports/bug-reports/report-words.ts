import { msg } from '@lingui/core/macro'
import type { Message, Text } from '../../../../contract/languages.ts'
import { reportGameModes } from '../../../../contract/reports/reports.ts'
import type { ReportSeverity } from '../../../../contract/reports/reports-schemas.ts'

export const severityMeanings: Readonly<Record<ReportSeverity, Message>> = {
  low: msg`minor visual or cosmetic issue`,
  medium: msg`functionality issue with workaround`,
  high: msg`serious functionality issue`,
  critical: msg`game breaking`,
}

/** What a game mode is called; a value that nobody knows stands for itself. */
export const gameModeLabel = (mode: string): Text =>
  mode === 'other' ? msg`Other` : (reportGameModes.find(([, value]) => value === mode)?.[0] ?? mode)
