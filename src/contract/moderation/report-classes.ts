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
