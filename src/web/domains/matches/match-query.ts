import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { playerEndpoints } from '../../../contract/players/players-endpoints.ts'
import type { Match } from '../../../contract/players/players-schemas.ts'
import { unknownIsNull } from '../players/unknown.ts'

/** Null: no match has this id. */
export const matchQuery = (call: Transport, id: string) =>
  queryOptions({
    queryKey: ['matches', id],
    queryFn: ({ signal }): Promise<Match | null> =>
      call(playerEndpoints.match, { params: { id }, signal }).catch(unknownIsNull),
    // A match changes only by being voided.
    staleTime: 30_000,
  })
