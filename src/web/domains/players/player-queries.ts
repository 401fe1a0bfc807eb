import { queryOptions } from '@tanstack/react-query'
import { userEndpoints } from '../../../contract/accounts/users-endpoints.ts'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import type { OpponentOrder } from '../../../contract/players/players.ts'
import { playerEndpoints } from '../../../contract/players/players-endpoints.ts'
import type {
  Milestone,
  Opponent,
  Place,
  PlayerDevices,
  PointsHistory,
} from '../../../contract/players/players-schemas.ts'
import { ratingHistoryPage } from '../../../contract/rankings/ratings.ts'
import { ratingEndpoints } from '../../../contract/rankings/ratings-endpoints.ts'
import type { PlayerRating, RatingChange } from '../../../contract/rankings/ratings-schemas.ts'
import { statsEndpoints } from '../../../contract/rankings/stats-endpoints.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { api } from '../../platform/api.ts'
import { unknownIsNull } from '../../platform/api-error.ts'
import { type Prefetched, prefetchedData } from '../../platform/prefetched-data.ts'
import { playerStatsQuery } from '../rankings/player-stats-query.ts'

/** Who comes back to a player later wants the figures of now: what is older is asked for again, behind the old one. */
const freshMs = 30_000

/** Null when nobody has this id. The id of a merged account returns the account that remains. */
export const playerQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id],
    queryFn: ({ signal }): Promise<PublicUser | null> =>
      call(userEndpoints.show, { params: { id }, signal }).catch(unknownIsNull),
    staleTime: freshMs,
  })

/** Overall and every mode with a board, in their order. */
export const statsByModeQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id, 'stats-by-mode'],
    queryFn: ({ signal }): Promise<Stats[]> => call(statsEndpoints.list, { params: { id }, signal }),
    staleTime: freshMs,
  })

/** The newest rated matches of a mode. */
export const ratingHistoryQuery = (
  call: Transport,
  id: number,
  { mode, ladder }: Pick<PlayerRating, 'mode' | 'ladder'>,
) =>
  queryOptions({
    queryKey: ['players', id, 'rating-history', mode, ladder],
    queryFn: ({ signal }): Promise<RatingChange[]> =>
      call(ratingEndpoints.history, {
        params: { id },
        query: { mode, ladder, limit: ratingHistoryPage.max },
        signal,
      }),
    staleTime: freshMs,
  })

export const opponentsQuery = (call: Transport, id: number, order: OpponentOrder = 'met') =>
  queryOptions({
    queryKey: ['players', id, 'opponents', order],
    queryFn: ({ signal }): Promise<Opponent[]> =>
      call(playerEndpoints.opponents, { params: { id }, query: order === 'met' ? {} : { order }, signal }),
    staleTime: freshMs,
  })

export const placesQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id, 'places'],
    queryFn: ({ signal }): Promise<Place[]> => call(playerEndpoints.places, { params: { id }, signal }),
    staleTime: freshMs,
  })

export const devicesQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id, 'devices'],
    queryFn: ({ signal }): Promise<PlayerDevices> =>
      call(playerEndpoints.devices, { params: { id }, signal }),
    staleTime: freshMs,
  })

export const milestonesQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id, 'milestones'],
    queryFn: ({ signal }): Promise<Milestone[]> =>
      call(playerEndpoints.milestones, { params: { id }, signal }),
    staleTime: freshMs,
  })

export const pointsHistoryQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id, 'points-history'],
    queryFn: ({ signal }): Promise<PointsHistory> =>
      call(playerEndpoints.pointsHistory, { params: { id }, signal }),
    staleTime: freshMs,
  })

/** Returns the player that the server loaded; null when nobody has this id. */
export const prefetchedPlayer = (data: Prefetched, id: number) =>
  prefetchedData(data, playerQuery(api, id).queryKey) as PublicUser | null | undefined

export const prefetchedStats = (data: Prefetched, id: number) =>
  prefetchedData(data, playerStatsQuery(api, id).queryKey) as Stats | undefined
