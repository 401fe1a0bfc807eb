import { queryOptions } from '@tanstack/react-query'
import { adminEndpoints } from '../../contract/admin/admin-endpoints.ts'
import type { Transport } from '../../contract/endpoint.ts'
import { adminKey } from '../platform/keyset-query.ts'

export const overviewKey = [...adminKey, 'overview'] as const

/** The overview of the staff area, fetched at every visit. */
export const overviewQuery = (call: Transport) =>
  queryOptions({
    queryKey: overviewKey,
    queryFn: ({ signal }) => call(adminEndpoints.overview, { signal }),
    staleTime: 0,
  })
