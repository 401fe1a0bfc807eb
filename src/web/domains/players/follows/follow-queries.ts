import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { followEndpoints } from '../../../../contract/players/follows-endpoints.ts'

/** Whether the viewer follows a player. */
export const followQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['follow', id],
    queryFn: ({ signal }) => call(followEndpoints.show, { params: { id }, signal }),
    staleTime: 30_000,
  })

/** All players whom the viewer follows: one page. */
export const followedQuery = (call: Transport) =>
  infiniteQueryOptions({
    queryKey: ['follows', 'list'],
    queryFn: ({ signal }) => call(followEndpoints.list, { signal }),
    initialPageParam: null,
    getNextPageParam: () => undefined,
  })

/** What followed players did lately. */
export const followFeedQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['follows', 'feed'],
    queryFn: ({ signal }) => call(followEndpoints.feed, { signal }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  })
