import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { userEndpoints } from '../../../contract/accounts/users-endpoints.ts'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { matchesPage } from '../../../contract/players/players.ts'
import { playerEndpoints } from '../../../contract/players/players-endpoints.ts'
import type { Match, PointsHistory } from '../../../contract/players/players-schemas.ts'
import type { GameType } from '../../../contract/rankings/stats.ts'
import { statsEndpoints } from '../../../contract/rankings/stats-endpoints.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { unknownIsNull } from './unknown.ts'

/** Who comes back to a player later wants the figures of now: what is older is asked for again, behind the old one. */
const freshMs = 30_000

/** Null: nobody has this id. An id that was merged is answered with the account that was kept. */
export const playerQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id],
    queryFn: ({ signal }): Promise<PublicUser | null> =>
      call(userEndpoints.show, { params: { id }, signal }).catch(unknownIsNull),
    staleTime: freshMs,
  })

export const playerStatsQuery = (call: Transport, id: number, gameType: GameType) =>
  queryOptions({
    queryKey: ['players', id, 'stats', gameType],
    queryFn: ({ signal }): Promise<Stats> =>
      // `overall` is what the address answers by itself.
      call(statsEndpoints.show, {
        params: { id },
        ...(gameType !== 'overall' && { query: { gameType } }),
        signal,
      }),
    staleTime: freshMs,
  })

/** Newest first, page by page; the next page begins after the last match seen. */
export const playerMatchesQuery = (call: Transport, id: number) =>
  infiniteQueryOptions({
    queryKey: ['players', id, 'matches'],
    queryFn: ({ pageParam, signal }): Promise<Match[]> =>
      call(playerEndpoints.matches, { params: { id }, query: { before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < matchesPage.usual ? undefined : page.at(-1)?.matchId),
    staleTime: freshMs,
  })

export const pointsHistoryQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id, 'points-history'],
    queryFn: ({ signal }): Promise<PointsHistory> =>
      call(playerEndpoints.pointsHistory, { params: { id }, signal }),
    staleTime: freshMs,
  })
