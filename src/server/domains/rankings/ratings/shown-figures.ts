import { tierOf } from '../../../../contract/content/ranked-schemas.ts'
import type { RatingFigures } from '../../../../contract/rankings/rating-figures-schemas.ts'
import { settledDeviation } from '../../../../contract/rankings/ratings.ts'
import type { ContentStore } from '../../content/store.ts'

/** Where the tiers come from. */
export type TierContent = Pick<ContentStore, 'current'>

/** What is derived from a rating for everybody to see. */
export function shownFigures(
  content: TierContent,
  { rating, deviation }: Pick<RatingFigures, 'rating' | 'deviation'>,
): Pick<RatingFigures, 'provisional' | 'tier' | 'tierColour'> {
  const { name, colour } = tierOf(content.current().ranked.tiers, rating)
  return { provisional: deviation > settledDeviation, tier: name, tierColour: colour }
}
