/** Maximum number of search results. */
export const maxFoundPlayers = 20

/** Default and maximum page size of a player's matches. */
export const matchesPage = { usual: 10, most: 50 } as const

/** Default and maximum number of days in the points chart. */
export const historyDays = { usual: 90, most: 366 } as const
