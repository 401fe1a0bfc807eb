import { type Rank, type ShippedRank, shownRank } from '../../contract/accounts/ranks.ts'
import { ownValue } from '../../contract/own-value.ts'

/** Ranks as pages meet them: a key, an alias, or none (shown as Member). */
export type ShownRank = Rank | null | undefined

const colours: Readonly<Record<ShippedRank, string>> = {
  Member: 'text-rank-member',
  Gold: 'text-rank-gold',
  Emerald: 'text-rank-emerald',
  Diamond: 'text-rank-diamond',
  Helper: 'text-rank-helper',
  Moderator: 'text-rank-moderator',
  'Product Staff': 'text-rank-staff',
  Admin: 'text-rank-admin',
  Manager: 'text-rank-manager',
  Owner: 'text-rank-owner',
}

/** The key that a rank is shown by. */
export const rankOf = (rank: ShownRank): Rank => shownRank(rank).key

/** Class of the text colour of a rank, for badges and names; `rankStyle` wins over it. */
export const rankColour = (rank: ShownRank): string =>
  ownValue(colours, shownRank(rank).key) ?? colours.Member

/** Style of a rank whose colour the site chose itself; undefined for others: the server writes an empty style, browsers none. */
export const rankStyle = (rank: ShownRank) => {
  const { colour } = shownRank(rank)
  return colour === undefined ? undefined : { color: colour }
}
