import { type Rank, type RankNames, rankCalled } from '../accounts/ranks.ts'

/** Built-in tier pictures; each has its own colour. */
export const tierLooks = ['gold', 'emerald', 'diamond', 'ticket', 'swords'] as const

export type TierLook = (typeof tierLooks)[number]

/** Returns the ranks that are sold under another name. */
export const rankNamesOf = (
  tiers: readonly { readonly rank?: Rank | undefined; readonly name: string }[],
): RankNames =>
  Object.fromEntries(
    tiers.flatMap(({ rank, name }) => {
      const key = rank === undefined ? undefined : rankCalled(rank)?.key
      return key === undefined || key === name ? [] : [[key, name]]
    }),
  )
