import { ratingScale, settledDeviation } from '../../../contract/rankings/ratings.ts'

/** Information of a match between equals on the scale of ratings: g² / 4 with g of about 0.9. */
const perMatch = (0.9 ** 2 / 4) * ratingScale ** -2

/** About how many, until a rating with this deviation is settled. */
export const matchesToGo = (deviation: number): number =>
  Math.max(1, Math.ceil((settledDeviation ** -2 - deviation ** -2) / perMatch))
