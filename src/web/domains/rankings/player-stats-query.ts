import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { statsEndpoints } from '../../../contract/rankings/stats-endpoints.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'

/** A player's figures in all modes together. */
export const playerStatsQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id, 'stats'],
    queryFn: ({ signal }): Promise<Stats> => call(statsEndpoints.show, { params: { id }, signal }),
    staleTime: 30_000,
  })
