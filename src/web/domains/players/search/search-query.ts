import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { playerEndpoints } from '../../../../contract/players/players-endpoints.ts'
import type { FoundPlayer } from '../../../../contract/players/players-schemas.ts'

/** `text` has at least three characters; the server refuses less. */
export const playerSearchQuery = (call: Transport, text: string) =>
  queryOptions({
    queryKey: ['player-search', text],
    queryFn: ({ signal }): Promise<FoundPlayer[]> =>
      call(playerEndpoints.search, { query: { username: text }, signal }),
    staleTime: 30_000,
  })
