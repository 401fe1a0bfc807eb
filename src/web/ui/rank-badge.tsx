import { rankLabel } from '../../contract/ranks.ts'
import { useSite } from '../platform/site.tsx'
import { classes } from './classes.ts'
import { rankColour, rankOf, type ShownRank } from './rank-colour.ts'

export function RankBadge({ rank, className }: { rank: ShownRank; className?: string }) {
  const { shortName } = useSite()
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm border border-current/35 bg-current/8 px-2 py-0.5 font-bold text-xs',
        rankColour(rank),
        className,
      )}
    >
      <span aria-hidden className="size-1.5 bg-current" />
      {rankLabel(rankOf(rank), shortName)}
    </span>
  )
}
