import type { Rank, RankNames } from '../accounts/ranks.ts'

/** The pictures that are drawn for tiers; each has a colour of its own. */
export const tierLooks = ['gold', 'emerald', 'diamond', 'ticket', 'swords'] as const

export type TierLook = (typeof tierLooks)[number]

/** Returns the names of ranks that are sold under another one. */
export const rankNamesOf = (
  tiers: readonly { readonly rank?: Rank | undefined; readonly name: string }[],
): RankNames =>
  Object.fromEntries(
    tiers.flatMap(({ rank, name }) => (rank === undefined || rank === name ? [] : [[rank, name]])),
  )
