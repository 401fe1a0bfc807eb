import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { matchesPage } from '../../../contract/players/players.ts'
import { playerEndpoints } from '../../../contract/players/players-endpoints.ts'
import type { ListedMatch, MatchDetails, MatchNarrowing } from '../../../contract/players/players-schemas.ts'
import { unknownIsNull } from '../../platform/api-error.ts'

/** Null: no match has this id. */
export const matchQuery = (call: Transport, id: string) =>
  queryOptions({
    queryKey: ['matches', id],
    queryFn: ({ signal }): Promise<MatchDetails | null> =>
      call(playerEndpoints.match, { params: { id }, signal }).catch(unknownIsNull),
    // A match changes only by being voided, or rated.
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.data?.rated === null ? 2_000 : false),
  })

export const isNarrowing = (narrowing: MatchNarrowing) => Object.keys(narrowing).length > 0

/** Newest first, page by page; the next page begins after the last match seen. */
export const playerMatchesQuery = (call: Transport, id: number, narrowing: MatchNarrowing = {}) =>
  infiniteQueryOptions({
    queryKey: ['players', id, 'matches', ...(isNarrowing(narrowing) ? [narrowing] : [])],
    queryFn: ({ pageParam, signal }): Promise<ListedMatch[]> =>
      call(playerEndpoints.matches, { params: { id }, query: { before: pageParam, ...narrowing }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < matchesPage.default ? undefined : page.at(-1)?.matchId),
    staleTime: 30_000,
  })
