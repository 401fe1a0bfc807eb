import { msg } from '@lingui/core/macro'
import { formatCount } from '../../../ui/format-count.ts'
import { TierName } from '../../../ui/tier.tsx'
import { type FigureColumn, winStreak } from './figures.ts'

/** Of a board by rating. The streak is the present one. */
export const ratingFigures: readonly FigureColumn[] = [
  { label: msg`Matches`, figure: ({ rating }, locale) => formatCount(rating?.matches ?? 0, locale) },
  { label: msg`Wins`, figure: ({ rating }, locale) => formatCount(rating?.wins ?? 0, locale) },
  winStreak,
  { label: msg`Tier`, figure: ({ rating }) => rating && <TierName of={rating} />, isInSight: true },
  {
    label: msg`Deviation`,
    figure: ({ rating }, locale) => `± ${formatCount(Math.round(rating?.deviation ?? 0), locale)}`,
  },
  {
    label: msg`Rating`,
    figure: ({ rating }, locale) => formatCount(Math.round(rating?.rating ?? 0), locale),
  },
]

/** Of a season that was chosen: only what belongs to it. */
export const seasonFigures = ratingFigures.filter((column) => column !== winStreak)
