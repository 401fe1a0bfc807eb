/** Search results at most (docs/spec/rulings.md, Wire contract). */
export const maxFoundPlayers = 20

/** Matches on one page of a player's history, and the most that one call answers. */
export const matchesPage = { usual: 10, most: 50 } as const

/** Days of the points chart. */
export const historyDays = { usual: 90, most: 366 } as const
