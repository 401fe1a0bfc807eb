import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { playerEndpoints } from '../../../contract/players/players-endpoints.ts'
import type { CommonOpponent, HeadToHead } from '../../../contract/players/players-schemas.ts'

/** What player `a` won against player `b`. */
export const headToHeadQuery = (call: Transport, a: number, b: number) =>
  queryOptions({
    queryKey: ['head-to-head', a, b],
    queryFn: ({ signal }): Promise<HeadToHead> =>
      call(playerEndpoints.headToHead, { params: { a, b }, signal }),
    staleTime: 30_000,
  })

/** Whom both met, with the record of each. */
export const commonOpponentsQuery = (call: Transport, a: number, b: number) =>
  queryOptions({
    queryKey: ['head-to-head', a, b, 'opponents'],
    queryFn: ({ signal }): Promise<CommonOpponent[]> =>
      call(playerEndpoints.commonOpponents, { params: { a, b }, signal }),
    staleTime: 30_000,
  })
