import type { MatchDetails } from '../../../../contract/players/players-schemas.ts'
import { pairLimit, type UnratedReason } from '../../../../contract/rankings/ratings.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { countPairMatches, findMatchRatings } from './queries/ratings.ts'
import { readSeasons } from './queries/seasons.ts'
import { sidesOf } from './sides.ts'

/** How a match was rated, or the first reason why it was not; `rated` is null until the worker has looked at it. */
export async function ratingsOfMatch(
  executor: Executor,
  match: Omit<MatchDetails, 'rated' | 'unratedReason' | 'ratings'>,
): Promise<Pick<MatchDetails, 'rated' | 'unratedReason' | 'ratings'>> {
  const unrated = (unratedReason: UnratedReason) => ({ rated: false, unratedReason, ratings: [] })
  if (!match.ranked) return unrated('unranked')
  if (match.voided) return unrated('void')
  if (match.excluded) return unrated('excluded')
  const sides = sidesOf(match.players)
  if (typeof sides === 'string') return unrated(sides)
  const rows = await findMatchRatings(executor, match.matchId)
  const ratings = rows.map(({ rerated, ...rating }) => ({ ...rating, rerated: rerated ?? undefined }))
  if (ratings.length > 0) return { rated: true, unratedReason: null, ratings }
  const earlier = sides.ladder === 'solo' ? await countPairMatches(executor, match.matchId) : 0
  if (earlier >= pairLimit.matches) return unrated('pair_limit')
  const closedUntil = (await readSeasons(executor)).closedUntil()
  if (closedUntil !== null && new Date(match.endedAt) < closedUntil) return unrated('late')
  return { rated: null, unratedReason: null, ratings: [] }
}
