import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { gameServerEndpoints } from '../../../../contract/matches/game-servers-endpoints.ts'
import { ranksKey } from '../../accounts/ranks/ranks-query.ts'

/** Refetched with the ranks: a new one answers to a name. */
export const unknownRanksQuery = (call: Transport) =>
  queryOptions({
    queryKey: [...ranksKey, 'unknown'],
    queryFn: ({ signal }) => call(gameServerEndpoints.unknownRanks, { signal }),
    staleTime: 0,
  })
