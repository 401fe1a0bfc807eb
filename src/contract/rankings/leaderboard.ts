/** All time, the running UTC calendar month, the running ISO week (docs/spec/rulings.md, Wire contract). */
export const periods = ['all', 'month', 'week'] as const

/** Rows of a page, page buttons, and the most that one call answers (docs/spec/rulings.md, Lists are bounded). */
export const leaderboardPage = { usual: 5, most: 100, buttons: 5 } as const

/** Players shown while the real number is not known, or under maintenance (docs/spec/rulings.md, Figures). */
export const leaderboardPlaceholderTotal = 245

/** Neighbours on each side of the player whom `around` shows. */
export const neighbours = 2

/** The shortest search that means something; the browser sends nothing shorter. */
export const searchLimits = { least: 3, most: 64 } as const
