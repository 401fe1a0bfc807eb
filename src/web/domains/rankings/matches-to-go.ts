import { ratingScale, settledDeviation } from '../../../contract/rankings/ratings.ts'

/** Information of a match between equals on the scale of ratings: g² / 4 with g of about 0.9. */
const perMatch = (0.9 ** 2 / 4) * ratingScale ** -2

/** `about 9 matches to go`, until a rating with this deviation is settled. */
export function matchesToGo(deviation: number): string {
  const matches = Math.max(1, Math.ceil((settledDeviation ** -2 - deviation ** -2) / perMatch))
  return `about ${matches} ${matches === 1 ? 'match' : 'matches'} to go`
}
