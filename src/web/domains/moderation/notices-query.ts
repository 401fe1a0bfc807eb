import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'

export const noticesKey = ['notices'] as const

/** The signed-in member's notices, fetched at every visit. */
export const noticesQuery = (call: Transport) =>
  queryOptions({
    queryKey: noticesKey,
    queryFn: ({ signal }) => call(moderationEndpoints.notices, { signal }),
    staleTime: 0,
  })
