import { queryOptions } from '@tanstack/react-query'
import { adminEndpoints } from '../../contract/admin/admin-endpoints.ts'
import type { Transport } from '../../contract/endpoint.ts'
import { adminKey } from '../platform/keyset-query.ts'

export const waitingKey = [...adminKey, 'waiting'] as const

/** How many items of each list wait for staff; asked for at every visit. */
export const waitingQuery = (call: Transport) =>
  queryOptions({
    queryKey: waitingKey,
    queryFn: ({ signal }) => call(adminEndpoints.waiting, { signal }),
    staleTime: 0,
  })
