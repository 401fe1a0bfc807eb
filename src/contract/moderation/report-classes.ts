import { msg } from '@lingui/core/macro'
/** What a report can be about, with the name that reporters and staff read. */
export const reportClasses = {
  cheating: msg`Cheating`,
  boosting: msg`Boosting`,
  abuse: msg`Insults or harassment`,
  hate: msg`Hate or threats`,
  scam: msg`Spam or scam`,
  name: msg`Name, bio or picture`,
  other: msg`Something else`,
} as const

export type ReportClass = keyof typeof reportClasses

export const severities = ['low', 'medium', 'high'] as const

export type Severity = (typeof severities)[number]

/** How severe a report of a class is; a case is as severe as its most severe report. As `report_severity` has it. */
export const severityOf: Readonly<Record<ReportClass, Severity>> = {
  cheating: 'high',
  boosting: 'medium',
  abuse: 'medium',
  hate: 'high',
  scam: 'medium',
  name: 'low',
  other: 'low',
}
