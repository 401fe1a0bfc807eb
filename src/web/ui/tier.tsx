import { emblemCells, emblemLayers, tierIndex } from '../../contract/content/tiers.ts'
import type { RatingFigures } from '../../contract/rankings/rating-figures-schemas.ts'
import { useSite } from '../platform/site.tsx'
import { classes } from './classes.ts'

interface Rated {
  readonly rating: number
  /** As it was at the end of a season; by default that of today. */
  readonly tierColour?: string
}

/** Decoration: the tier's name is written beside it. Sharpest at multiples of 12 px. */
export function TierEmblem({ of: { rating, tierColour }, className }: { of: Rated; className: string }) {
  const { tiers } = useSite()
  const index = tierIndex(tiers, rating)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${emblemCells} ${emblemCells}`}
      shapeRendering="crispEdges"
      className={classes('inline-block shrink-0', className)}
    >
      {emblemLayers(index, tierColour ?? tiers[index]!.colour).map(({ d, fill, opacity }) => (
        <path key={opacity} d={d} fill={fill} fillOpacity={opacity} />
      ))}
    </svg>
  )
}

/** Emblem and name of a tier, as a part of a line. */
export const TierName = ({ of }: { of: Pick<RatingFigures, 'rating' | 'tier' | 'tierColour'> }) => (
  <span className="inline-flex items-center gap-1 align-bottom font-bold" style={{ color: of.tierColour }}>
    <TierEmblem of={of} className="size-4" />
    {of.tier}
  </span>
)
