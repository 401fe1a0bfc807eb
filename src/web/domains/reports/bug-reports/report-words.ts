import { reportGameModes } from '../../../../contract/reports/reports.ts'
import type { ReportSeverity, ReportStatus } from '../../../../contract/reports/reports-schemas.ts'

/** What a game mode is called; a value that nobody knows stands for itself. */
export const gameModeLabel = (mode: string): string =>
  reportGameModes.find(([, value]) => value === mode)?.[0] ?? mode

export const severityLabels: Readonly<Record<ReportSeverity, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  critical: 'Critical',
}

export const statusLabels: Readonly<Record<ReportStatus, string>> = {
  pending: 'Pending',
  reviewing: 'Reviewing',
  resolved: 'Resolved',
  rejected: 'Rejected',
}
