/** Maximum number of search results. */
export const maxFoundPlayers = 20

/** Default and maximum page size of a player's matches. */
export const matchesPage = { default: 10, max: 50 } as const

/** Default and maximum number of days in the points chart. */
export const historyDays = { default: 90, max: 366 } as const

/** Number of opponents on a player's page. */
export const maxOpponents = 5

/** Number of matches that have just ended, and how long ago in minutes the oldest did. */
export const latestMatches = { max: 6, maxAgeMinutes: 360 } as const

/** Number of matches with a head-to-head record. */
export const recentMeetings = 10

/** Matches whose inputs and devices are counted on a player's page. */
export const recentDevices = 30

/** Modes whose places are on a player's page. */
export const maxPlaces = 12

/** Number of common opponents in a comparison. */
export const maxCommonOpponents = 5
