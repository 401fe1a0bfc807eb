import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { SiteSettings } from '../../../../contract/content/site.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { playerRatingsQuery } from '../player-ratings-query.ts'
import { seasonsQuery } from '../seasons/season-queries.ts'
import { choiceOf } from './board-choice.ts'
import { boardQuery, positionQuery, topFiveQuery } from './board-query.ts'

interface DocumentRequest {
  readonly site: SiteSettings
  readonly viewer: OwnUser | null
}

/** What /leaderboards at this address shows at first. */
export function leaderboardQueries(call: Transport, { site, viewer }: DocumentRequest, url: string) {
  if (site.leaderboardMaintenance) return []
  const choice = choiceOf(new URL(url).searchParams, site.modes)
  const isOfRatings = choice.by === 'rating'
  const place = viewer === null ? [] : [positionQuery(call, viewer.id, choice)]
  // Who is not on the board reads how many matches are to go.
  const own = viewer !== null && isOfRatings ? [playerRatingsQuery(call, viewer.id)] : []
  return [boardQuery(call, choice), ...place, ...own, ...(isOfRatings ? [seasonsQuery(call)] : [])]
}

/** What the Top Players section shows. */
export const topPlayersQueries = (call: Transport, { site }: Pick<DocumentRequest, 'site'>) =>
  site.leaderboardMaintenance ? [] : [topFiveQuery(call)]
