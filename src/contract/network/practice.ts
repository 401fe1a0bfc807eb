export const practiceCategories = ['ffa', 'duels'] as const

export const practiceLimits = {
  name: 60,
  description: 300,
  /** Maximum modes per category, so that all fit on one page. */
  perCategory: 100,
} as const
