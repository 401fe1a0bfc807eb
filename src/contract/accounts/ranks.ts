/** The ten ranks in rising order of authority (docs/spec/rulings.md, Wire contract), spelled as they travel. */
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

/** Staff = Helper and above. */
export const isStaffRank = (rank: Rank) => authority(rank) >= staffFrom

/** Admin, Manager or Owner. */
export const isAdminRank = (rank: Rank) => authority(rank) >= adminFrom

/** Who looks at a page or calls an endpoint; null is a visitor. */
export interface Viewer {
  readonly id: number
  readonly rank: Rank
  /** In the browser: the rank is shown, and opens nothing yet. The server takes such a viewer for a Member. */
  readonly requiresSecondFactor?: boolean | undefined
  /** What it waits for is a longer password. */
  readonly needsLongerPassword?: boolean | undefined
}

const hasStaffPowers = (viewer: Viewer | null): viewer is Viewer =>
  viewer !== null && viewer.requiresSecondFactor !== true

export const isStaff = (viewer: Viewer | null) => hasStaffPowers(viewer) && isStaffRank(viewer.rank)

export const isAdmin = (viewer: Viewer | null) => hasStaffPowers(viewer) && isAdminRank(viewer.rank)

/**
 * Who may give whom which rank: admins, below their own rank on both sides; an Owner may do everything, and only an
 * Owner makes an Owner. That the last Owner stays one is checked where it is stored.
 */
export function canSetRank(viewer: Viewer | null, target: { readonly rank: Rank }, rank: Rank): boolean {
  if (viewer === null || !isAdmin(viewer)) return false
  if (viewer.rank === 'Owner') return true
  return authority(target.rank) < authority(viewer.rank) && authority(rank) < authority(viewer.rank)
}

/**
 * Who may give whom a code for a new password: admins, to ranks below their own. Whoever is not below anybody uses
 * the command line.
 */
export const canIssueRecovery = (viewer: { readonly rank: Rank } | null, target: { readonly rank: Rank }) =>
  viewer !== null && isAdminRank(viewer.rank) && outranks(viewer.rank, target.rank)

/** Of two of one rank neither does. */
export const outranks = (rank: Rank, other: Rank) => authority(other) < authority(rank)

/** The ranks that a shop may sell. */
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
