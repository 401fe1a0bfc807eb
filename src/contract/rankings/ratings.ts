/** `solo` is 1v1, `team` two sides of 2 to 4. */
export const ladders = ['solo', 'team'] as const

export type Ladder = (typeof ladders)[number]

/** Players on one side of a rated match, at most. */
export const maxSide = 4

/** Rating and deviation of somebody without a rated match. */
export const startRating = 1500
export const startDeviation = 350

/** Ratings per unit of Glicko-2's internal scale. */
export const ratingScale = 173.7178

/** A rating is provisional while its deviation is higher; boards list the others. */
export const settledDeviation = 110

/** Days without a rated match after which a player leaves the rating board. */
export const idleDays = 30

/** Rated matches of one 1v1 pair in a mode within 24 hours. */
export const pairLimit = { matches: 10, windowMs: 24 * 3_600_000 } as const

/** Why a match is not rated; the first that applies. */
export const unratedReasons = [
  'unranked',
  'void',
  'excluded',
  'sides',
  'results',
  'pair_limit',
  'late',
] as const

export type UnratedReason = (typeof unratedReasons)[number]

/** What another match did, so that later ones were rated again. */
export const reratedCauses = ['void', 'excluded', 'restored', 'late'] as const

export type ReratedCause = (typeof reratedCauses)[number]

/** Default and maximum page size of a rating history. */
export const ratingHistoryPage = { default: 50, max: 200 } as const

interface Ranked {
  readonly season: number | null
  readonly rating: number
  readonly provisional: boolean
}

/** The rating that stands for a player, of ratings with the newest season first: the highest that is settled, else the first. */
export function bestRating<Rating extends Ranked>(ratings: readonly Rating[]): Rating | undefined {
  const newest = ratings.filter(({ season }) => season === ratings[0]?.season)
  return (
    newest.filter(({ provisional }) => !provisional).toSorted((a, b) => b.rating - a.rating)[0] ?? newest[0]
  )
}
