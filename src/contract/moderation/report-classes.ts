/** What a report can be about, with the name that reporters and staff read. */
export const reportClasses = {
  cheating: 'Cheating',
  boosting: 'Boosting',
  abuse: 'Insults or harassment',
  hate: 'Hate or threats',
  scam: 'Spam or scam',
  name: 'Name, bio or picture',
  other: 'Something else',
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
