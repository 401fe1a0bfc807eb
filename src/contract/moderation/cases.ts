/** Outcomes of a case. `remove` is for posts and comments only. */
export const caseOutcomes = ['action', 'no_violation', 'insufficient', 'duplicate', 'remove'] as const

export type CaseOutcome = (typeof caseOutcomes)[number]

/** `open` includes claimed cases; `decided` are those of every outcome. */
export const caseStates = [
  'open',
  'claimed',
  'decided',
  'action',
  'no_violation',
  'insufficient',
  'duplicate',
] as const

/** Cases are counted up to this number. */
export const maxCounted = 1_000
