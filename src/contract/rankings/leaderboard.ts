/** All time, the current calendar month and the current ISO week, in UTC. */
export const periods = ['all', 'month', 'week'] as const

/** What a board is ordered by. */
export const orders = ['points', 'rating'] as const

/** Page size by default, of the full view, and at most; number of page buttons. */
export const leaderboardPage = { default: 5, full: 25, max: 100, buttons: 5 } as const

/** Shown until the real number is loaded, and during maintenance. */
export const leaderboardPlaceholderTotal = 245

/** Rows on each side of the player in `around`. */
export const neighbours = 2

/** Length of a search text; the browser does not send shorter ones. */
/** Code points; shorter texts are searched where `isSearchable` says so. */
export const searchLimits = { max: 64 } as const
