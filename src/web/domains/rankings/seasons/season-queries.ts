import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { seasonEndpoints } from '../../../../contract/rankings/seasons-endpoints.ts'
import type { Season } from '../../../../contract/rankings/seasons-schemas.ts'

export const seasonsKey = ['seasons'] as const

/** All seasons, newest first. */
export const seasonsQuery = (call: Transport) =>
  queryOptions({
    queryKey: seasonsKey,
    queryFn: ({ signal }): Promise<Season[]> => call(seasonEndpoints.list, { signal }),
    staleTime: 60_000,
  })
