import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { blockEndpoints } from '../../../../contract/accounts/blocks-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'

/** Whether the viewer blocked somebody. */
export const blockQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['blocks', id],
    queryFn: ({ signal }) => call(blockEndpoints.show, { params: { id }, signal }),
    staleTime: 30_000,
  })

/** All members whom the viewer blocked: one page. */
export const blockedQuery = (call: Transport) =>
  infiniteQueryOptions({
    queryKey: ['blocks', 'list'],
    queryFn: ({ signal }) => call(blockEndpoints.list, { signal }),
    initialPageParam: null,
    getNextPageParam: () => undefined,
  })
