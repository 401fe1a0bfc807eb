export const practiceCategories = ['ffa', 'duels'] as const

export const practiceLimits = {
  name: 60,
  description: 300,
  /** Modes of one category: all of them fit on a page and into one answer. */
  perCategory: 100,
} as const
