import { searchLimits } from '../../../../contract/rankings/leaderboard.ts'
import { codePoints, isSearchable } from '../../../../contract/text.ts'

/** What an address calls the name that is searched for. */
export const searchParam = 'player'

/** The name that the query of an address asks for; empty where it is too short to be searched. */
export function searchIn(query: string): string {
  const term = new URLSearchParams(query).get(searchParam)?.trim() ?? ''
  const fits = isSearchable(term) && codePoints(term) <= searchLimits.max
  return fits && term.isWellFormed() ? term : ''
}
