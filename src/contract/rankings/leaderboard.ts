/** All time, the running UTC calendar month, the running ISO week (rulings, Wire contract). */
export const periods = ['all', 'month', 'week'] as const

/** Rows of a page, page buttons, and the most that one call answers (spec 9; rulings, Lists). */
export const leaderboardPage = { usual: 5, most: 100, buttons: 5 } as const

/** Players shown while the real number is not known, or under maintenance (rulings, Placeholders). */
export const leaderboardPlaceholderTotal = 245

/** Neighbours on each side of the player whom `around` shows. */
export const neighbours = 2

/** The shortest search that means something; the browser sends nothing shorter (spec 9). */
export const searchLimits = { least: 3, most: 64 } as const
