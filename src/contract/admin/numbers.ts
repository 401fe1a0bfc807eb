/** The lists whose items wait for staff. */
export const answeredLists = ['cases', 'bugReports', 'applications', 'messages', 'appeals'] as const

export type AnsweredList = (typeof answeredLists)[number]

/** What staff decide. */
export const decisionKinds = [...answeredLists, 'rulings', 'punishments'] as const

export type DecisionKind = (typeof decisionKinds)[number]

/** Decisions that others may overturn. */
export const overturnable = ['cases', 'appeals', 'rulings'] as const

/** Days of a period; the first is the default. */
export const numbersPeriods = ['30', '7', '90'] as const

/** Maximum number of people; beyond it, the last names of the alphabet are left out. */
export const maxNumbersPeople = 200
