import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { presenceEndpoints } from '../../../../contract/matches/presence-endpoints.ts'
import type { PlayerPresence, Presence } from '../../../../contract/matches/presence-schemas.ts'

const pollMs = 15_000

/** Players named on the home page. */
const namedAtHome = 24

export const presenceQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['presence'],
    queryFn: ({ signal }): Promise<Presence> =>
      call(presenceEndpoints.list, { query: { limit: namedAtHome }, signal }),
    staleTime: pollMs,
    refetchInterval: pollMs,
  })

/** Null: offline, or hidden. */
export const playerPresenceQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: ['players', id, 'presence'],
    queryFn: async ({ signal }): Promise<PlayerPresence | null> => {
      const { presence } = await call(presenceEndpoints.show, { params: { id }, signal })
      return presence
    },
    staleTime: pollMs,
    refetchInterval: pollMs,
  })
