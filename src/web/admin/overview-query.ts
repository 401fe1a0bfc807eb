import { queryOptions } from '@tanstack/react-query'
import { deskEndpoints } from '../../contract/admin/desk-endpoints.ts'
import type { Transport } from '../../contract/endpoint.ts'
import { deskKey } from '../platform/keyset-query.ts'

export const overviewKey = [...deskKey, 'overview'] as const

/** What waits at the desk; asked for at every visit. */
export const overviewQuery = (call: Transport) =>
  queryOptions({
    queryKey: overviewKey,
    queryFn: ({ signal }) => call(deskEndpoints.overview, { signal }),
    staleTime: 0,
  })
