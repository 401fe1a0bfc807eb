import { tierOf } from '../../../../contract/content/tiers.ts'
import type { RatingFigures } from '../../../../contract/rankings/rating-figures-schemas.ts'
import { settledDeviation } from '../../../../contract/rankings/ratings.ts'
import type { Content } from '../../content/content.ts'
import type { ContentStore } from '../../content/store.ts'

/** Where the tiers come from. */
export type TierContent = Pick<ContentStore, 'current'>

/** Tiers as their reader calls them. */
export type TierWords = Pick<Content, 'ranked' | 'say'>

/** The name of a tier that was stored at the end of a season. */
export const tierNameIn = ({ say }: TierWords, name: string): string => say('ranked.tiers.name', name)

/** What is derived from a rating for everybody to see. */
export function shownFigures(
  { ranked }: TierWords,
  { rating, deviation }: Pick<RatingFigures, 'rating' | 'deviation'>,
): Pick<RatingFigures, 'provisional' | 'tier' | 'tierColour'> {
  const { name, colour } = tierOf(ranked.tiers, rating)
  return { provisional: deviation > settledDeviation, tier: name, tierColour: colour }
}
