import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { playerEndpoints } from '../../../contract/players/players-endpoints.ts'
import type { HeadToHead } from '../../../contract/players/players-schemas.ts'

/** What player `a` won against player `b`. */
export const headToHeadQuery = (call: Transport, a: number, b: number) =>
  queryOptions({
    queryKey: ['head-to-head', a, b],
    queryFn: ({ signal }): Promise<HeadToHead> =>
      call(playerEndpoints.headToHead, { params: { a, b }, signal }),
    staleTime: 30_000,
  })
