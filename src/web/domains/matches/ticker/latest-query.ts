import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { playerEndpoints } from '../../../../contract/players/players-endpoints.ts'
import type { Match } from '../../../../contract/players/players-schemas.ts'

/** The matches that ended last. */
export const latestQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['matches', 'latest'],
    queryFn: ({ signal }): Promise<Match[]> => call(playerEndpoints.latest, { signal }),
    staleTime: 30_000,
  })
