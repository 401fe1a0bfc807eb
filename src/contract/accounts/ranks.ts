/** The ten ranks in rising order of authority, spelled as in the API (docs/spec/rulings.md, Wire contract). */
export const ranks = [
  'Member',
  'Gold',
  'Emerald',
  'Diamond',
  'Helper',
  'Moderator',
  'Product Staff',
  'Admin',
  'Manager',
  'Owner',
] as const

export type Rank = (typeof ranks)[number]

const staffFrom = ranks.indexOf('Helper')

const adminFrom = ranks.indexOf('Admin')

const authority = (rank: Rank) => ranks.indexOf(rank)

/** Staff ranks are Helper and above. */
export const isStaffRank = (rank: Rank) => authority(rank) >= staffFrom

/** Admin, Manager or Owner. */
export const isAdminRank = (rank: Rank) => authority(rank) >= adminFrom

/** The caller of an endpoint or reader of a page; null is a visitor. */
export interface Viewer {
  readonly id: number
  readonly rank: Rank
  /** For the browser: the rank is displayed, but grants nothing. The server treats such a viewer as a Member. */
  readonly requiresSecondFactor?: boolean | undefined
  /** True when the viewer has to set a longer password. */
  readonly needsLongerPassword?: boolean | undefined
}

const hasStaffPowers = (viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && viewer.requiresSecondFactor !== true

export const isStaff = (viewer: Viewer | null) => hasStaffPowers(viewer) && isStaffRank(viewer.rank)

export const isAdmin = (viewer: Viewer | null) => hasStaffPowers(viewer) && isAdminRank(viewer.rank)

/**
 * Admins set ranks below their own, before and after the change; only an Owner makes an Owner. The query that stores
 * the rank protects the last Owner.
 */
export function canSetRank(viewer: Viewer | null, target: { readonly rank: Rank }, rank: Rank): boolean {
  if (viewer === null || !isAdmin(viewer)) return false
  if (viewer.rank === 'Owner') return true
  return authority(target.rank) < authority(viewer.rank) && authority(rank) < authority(viewer.rank)
}

/** Returns the rank that somebody must type to lower their own, so that one press takes no power; null if nothing. */
export const wordToGiveUp = (
  viewer: { readonly id: number; readonly rank: Rank } | null,
  target: { readonly id: number },
  rank: Rank,
): Rank | null => (viewer?.id === target.id && outranks(viewer.rank, rank) ? viewer.rank : null)

/** Admins issue recovery codes to ranks below their own. An Owner gets one from the command line. */
export const canIssueRecovery = (viewer: { readonly rank: Rank } | null, target: { readonly rank: Rank }) =>
  viewer !== null && isAdminRank(viewer.rank) && outranks(viewer.rank, target.rank)

/** Owners delete other accounts. Their own asks for the password (`POST /api/account/delete`). */
export const canDeleteMember = (viewer: Viewer | null, target: { readonly id: number }) =>
  hasStaffPowers(viewer) && viewer.rank === 'Owner' && viewer.id !== target.id

/** False for equal ranks. */
export const outranks = (rank: Rank, other: Rank) => authority(other) < authority(rank)

/** Ranks that the shop may sell. */
export const soldRanks = ['Gold', 'Emerald', 'Diamond'] as const satisfies readonly Rank[]

export type RankNames = Partial<Readonly<Record<(typeof soldRanks)[number], string>>>

interface RankNaming {
  readonly shortName: string
  readonly rankNames?: RankNames
}

/** The displayed rank: Product Staff takes the site's short name, a rank that is sold its tier's. */
export function rankLabel(rank: Rank | null | undefined, { shortName, rankNames = {} }: RankNaming): string {
  if (rank === 'Product Staff') return `${shortName} Staff`
  const sold = soldRanks.find((one) => one === rank)
  return (sold && rankNames[sold]) ?? rank ?? 'Member'
}
