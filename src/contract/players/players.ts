/** Maximum number of search results. */
export const maxFoundPlayers = 20

/** Default and maximum page size of a player's matches. */
export const matchesPage = { default: 10, max: 50 } as const

/** Matches that a narrowed page of a player's matches looks at, from the newest or `before` on. */
export const narrowedMatches = 1_000

/** Default and maximum number of days in the points chart. */
export const historyDays = { default: 90, max: 366 } as const

/** Number of opponents on a player's page. */
export const maxOpponents = 5

/** How opponents are ordered: by matches, by losses to them, or by wins over them; without any of these nobody is listed. */
export const opponentOrders = ['met', 'lost', 'beaten'] as const

export type OpponentOrder = (typeof opponentOrders)[number]

/** Results listed of the newest matches against an opponent. */
export const maxRecentResults = 10

/** Number of matches that have just ended, and how long ago in minutes the oldest did. */
export const latestMatches = { default: 6, max: 30, maxAgeMinutes: 360 } as const

/** A member who has not seen home for so long begins another visit. */
export const visitMinutes = 30

/** Number of matches with a head-to-head record. */
export const recentMeetings = 10

/** Matches whose inputs and devices are counted on a player's page. */
export const recentDevices = 30

/** Modes whose places are on a player's page. */
export const maxPlaces = 12

/** Number of common opponents in a comparison. */
export const maxCommonOpponents = 5

/** Players that one call looks up. */
export const maxLookedUp = 100

/** Maximum page size of all matches, in the order in which they arrived. */
export const arrivalsPage = { max: 100 } as const
