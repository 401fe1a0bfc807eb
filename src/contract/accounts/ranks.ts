import { ownValue } from '../own-value.ts'
import type { Area, RequiredArea } from './areas.ts'

/** What a rank may do, rising. Permissions ask `holds` for a power and an area, and compare nothing else. */
export const powers = ['member', 'helper', 'moderator', 'product', 'admin', 'manager', 'owner'] as const

export type Power = (typeof powers)[number]

/** Key of a rank, as in the API and the database. It never changes, and never means another rank. */
export type Rank = string

/** A rank as pages need it. */
export interface ListedRank {
  readonly key: Rank
  readonly name: string
  readonly power: Power
  /** Absent: the colour that the site ships for this rank. */
  readonly colour?: string
  /** Other keys that mean this rank: those of ranks that were merged into it, and `mod`. */
  readonly aliases?: readonly string[]
  /** Members with this rank look like those without one. */
  readonly isHidden?: true
  /** Where a staff rank holds its power. Absent: everywhere, as the shipped ranks do. */
  readonly areas?: readonly Area[]
}

/** Keys of the ten ranks that each site has, in rising order, spelled as in the API (docs/spec/rulings.md, Wire contract). */
export const shippedRanks = [
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

export type ShippedRank = (typeof shippedRanks)[number]

export const isShippedRank = (rank: Rank): rank is ShippedRank =>
  (shippedRanks as readonly string[]).includes(rank)

/** The first four are members; each of the others has a power of its own. */
const shippedList: readonly ListedRank[] = shippedRanks.map((key, at) => ({
  key,
  name: key,
  power: powers[Math.max(0, at - 3)]!,
  ...(key === 'Moderator' && { aliases: ['mod'] }),
}))

let listed = shippedList

const indexed = (ranks: readonly ListedRank[]): ReadonlyMap<string, ListedRank> =>
  new Map(ranks.flatMap((rank) => [rank.key, ...(rank.aliases ?? [])].map((key) => [key, rank] as const)))

let byKey = indexed(listed)

/** All ranks of the site in their order; the shipped ten until others are in use. */
export const listRanks = (): readonly ListedRank[] => listed

export const rankKeys = (): Rank[] => listed.map(({ key }) => key)

/** Finds a rank by its key or an alias. */
export const findRank = (key: string): ListedRank | undefined => byKey.get(key)

/** Finds a rank as a game server or a file may write it: by key, alias or name, in any case. */
export function rankCalled(written: string): ListedRank | undefined {
  const name = written.trim().toLowerCase()
  return listed.find((rank) =>
    [rank.key, rank.name, ...(rank.aliases ?? [])].some((one) => one.toLowerCase() === name),
  )
}

/** Puts the ranks of the site into force in this process or browser; without a list, the shipped ten. */
export function applyRanks(ranks: readonly ListedRank[] = shippedList): void {
  listed = ranks
  byKey = indexed(ranks)
}

/** Puts the areas of a rank into force in this process, as they are stored: those of the list may be older. */
export function applyAreas(rank: Rank, areas: readonly Area[] | null): void {
  const found = findRank(rank)
  if (found === undefined || `${found.areas ?? ''}` === `${areas ?? ''}`) return
  const { areas: _, ...rest } = found
  applyRanks(listed.map((one) => (one === found ? { ...rest, ...(areas && { areas }) } : one)))
}

/** The rank as it is shown: one that is not shown looks like none. A key that is unknown here is its own name. */
export function shownRank(rank: Rank | null | undefined): ListedRank {
  const key = rank ?? 'Member'
  const found = findRank(key)
  if (found === undefined) return { key, name: key, power: 'member' }
  return (found.isHidden && findRank('Member')) || found
}

/** Whether everybody sees that a rank is one of staff. */
export const isShownStaffRank = (rank: Rank) => isStaffRank(shownRank(rank).key)

/** Ranks as they travel with pages: the key of one that is as shipped, else what differs from a member's rank. */
export type PackedRanks = readonly (Rank | (Partial<ListedRank> & Pick<ListedRank, 'key'>))[]

/**
 * The ranks that a viewer may know: those that are not shown are for staff, and for whoever has one; areas are for staff.
 * Undefined while they are the shipped ones.
 */
export function packRanks(viewer: Viewer | null): PackedRanks | undefined {
  const own = viewer && findRank(viewer.rank)
  const isWorking = isStaff(viewer)
  const known = isWorking ? listed : listed.filter((rank) => !rank.isHidden || rank === own)
  const shippedAs = new Map(shippedList.map((rank) => [JSON.stringify(rank), rank.key]))
  const packed = known.map((rank) => {
    const shipped = shippedAs.get(JSON.stringify(rank))
    if (shipped !== undefined) return shipped
    const { key, name, power, areas, ...rest } = rank
    return {
      key,
      ...(name !== key && { name }),
      ...(power !== 'member' && { power }),
      ...(isWorking && areas && { areas }),
      ...rest,
    }
  })
  return JSON.stringify(packed) === JSON.stringify(shippedRanks) ? undefined : packed
}

export const unpackRanks = (packed: PackedRanks | undefined): readonly ListedRank[] | undefined =>
  packed?.map((rank) =>
    typeof rank === 'string'
      ? (shippedList.find(({ key }) => key === rank) ?? { key: rank, name: rank, power: 'member' })
      : { name: rank.key, power: 'member', ...rank },
  )

/** All keys and aliases of ranks, for conditions of queries. */
export const keysOfRanks = (chosen: (rank: Rank) => boolean): string[] =>
  [...byKey].filter(([, { key }]) => chosen(key)).map(([key]) => key)

/** Height of a rank's power; -1 for an unknown rank, which may do nothing. */
const heightOf = (rank: Rank) => powers.indexOf(findRank(rank)?.power as Power)

export const hasPower = (rank: Rank, power: Power) => heightOf(rank) >= powers.indexOf(power)

/** Staff ranks have the power of a Helper or more. */
export const isStaffRank = (rank: Rank) => hasPower(rank, 'helper')

/** The powers of Admin, Manager and Owner. */
export const isAdminRank = (rank: Rank) => hasPower(rank, 'admin')

/** Why a staff rank grants nothing for the time being. */
export const rankWithheldReasons = ['restriction', 'recovery', 'password', 'second-factor'] as const

export type RankWithheldBy = (typeof rankWithheldReasons)[number]

/** The caller of an endpoint or reader of a page; null is a visitor. */
export interface Viewer {
  readonly id: number
  readonly rank: Rank
  /** For the browser: why the displayed rank grants nothing. The server treats such a viewer as a Member. */
  readonly rankWithheldBy?: RankWithheldBy | undefined
}

/** Whether a rank has the power in the area. */
export function rankHolds(rank: Rank, power: Power, area: RequiredArea): boolean {
  const areas = findRank(rank)?.areas
  return hasPower(rank, power) && (area === 'any' || !areas || areas.includes(area as Area))
}

/** What every permission asks: whether somebody has the power in the area now. */
export const holds = (
  viewer: Pick<Viewer, 'rank' | 'rankWithheldBy'> | null,
  power: Power,
  area: RequiredArea,
) => viewer !== null && viewer.rankWithheldBy === undefined && rankHolds(viewer.rank, power, area)

export const isStaff = (viewer: Viewer | null) => holds(viewer, 'helper', 'any')

/** Who changes what the network is. An Owner holds all areas. */
export const isOwner = (viewer: Viewer | null) => holds(viewer, 'owner', 'any')

/** False for ranks of equal power, and when one of them is unknown. */
export const outranks = (rank: Rank, other: Rank) => heightOf(other) >= 0 && heightOf(other) < heightOf(rank)

/** Names that ranks are sold under, by key. */
export type RankNames = Readonly<Partial<Record<Rank, string>>>

interface RankNaming {
  readonly shortName: string
  readonly rankNames?: RankNames
}

/** The displayed rank. Until a site names it: Product Staff takes the site's short name, a rank that is sold its tier's. */
export function rankLabel(rank: Rank | null | undefined, { shortName, rankNames = {} }: RankNaming): string {
  const { key, name } = findRank(rank ?? 'Member') ?? { key: rank ?? 'Member', name: rank ?? 'Member' }
  if (name !== key) return name
  return key === 'Product Staff' ? `${shortName} Staff` : (ownValue(rankNames, key) ?? key)
}
