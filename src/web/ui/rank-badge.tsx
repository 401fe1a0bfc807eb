import { rankLabel } from '../../contract/accounts/ranks.ts'
import type { Tier } from '../../contract/content/shop-schemas.ts'
import { useSite } from '../platform/site.tsx'
import { classes } from './classes.ts'
import { rankColour, rankOf, rankStyle, type ShownRank } from './rank-colour.ts'
import { tierColour } from './tier-colour.ts'

const look =
  'inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm border border-current/35 bg-current/8 px-2 py-0.5 font-bold text-xs'

export function RankBadge({ rank, className }: { rank: ShownRank; className?: string }) {
  const site = useSite()
  return (
    <span className={classes(look, rankColour(rank), className)} style={rankStyle(rank)}>
      <span aria-hidden className="size-1.5 bg-current" />
      {rankLabel(rankOf(rank), site)}
    </span>
  )
}

/** Beside a name in a list, where the rank that everybody has says nothing. */
export const ListedRank = ({ rank }: { rank: ShownRank }) =>
  rankOf(rank) === 'Member' ? null : <RankBadge rank={rank} />

/** A tier of the shop, as its rank looks beside a name. */
export const TierBadge = ({ tier }: { tier: Pick<Tier, 'name' | 'look' | 'colour'> }) => (
  <span className={look} style={{ color: tierColour(tier) }}>
    <span aria-hidden className="size-1.5 bg-current" />
    {tier.name}
  </span>
)
