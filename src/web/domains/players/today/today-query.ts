import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { todayEndpoints } from '../../../../contract/players/today-endpoints.ts'
import type { Today } from '../../../../contract/players/today-schemas.ts'

/** The signed-in member's day. */
export const todayQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['today'],
    queryFn: ({ signal }): Promise<Today> => call(todayEndpoints.show, { signal }),
    staleTime: 30_000,
  })
