import { reportGameModes, reportSeverities } from '../../../../contract/reports/reports.ts'
import type { ReportSeverity } from '../../../../contract/reports/reports-schemas.ts'
import { SeverityMark } from './severity-mark.tsx'

/** What a reporter chooses from. */
export const gameModeOptions = reportGameModes.map(([label, value]) => ({ label, value: value as string }))

export const severityOptions = reportSeverities.map(([value, hint]) => ({
  value: value as ReportSeverity,
  label: <SeverityMark severity={value} />,
  hint,
}))
