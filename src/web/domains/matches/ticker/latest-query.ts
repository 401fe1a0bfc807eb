import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { playerEndpoints } from '../../../../contract/players/players-endpoints.ts'
import type { Match } from '../../../../contract/players/players-schemas.ts'

/** The matches that ended last: enough of them for six rows, though one player has several. */
export const latestQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['matches', 'latest'],
    queryFn: ({ signal }): Promise<Match[]> =>
      call(playerEndpoints.latest, { query: { limit: '12' }, signal }),
    staleTime: 30_000,
  })
