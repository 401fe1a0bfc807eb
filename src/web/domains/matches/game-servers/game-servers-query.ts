import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { gameServerEndpoints } from '../../../../contract/matches/game-servers-endpoints.ts'
import { adminKey } from '../../../platform/keyset-query.ts'

const gameServersKey = [...adminKey, 'game-servers'] as const

const waitingMs = 2_000
const everyMs = 10_000

/** Every key, asked for again while the page is open: often while one waits for its first heartbeat. */
export const gameServersQuery = (call: Transport) =>
  queryOptions({
    queryKey: gameServersKey,
    queryFn: ({ signal }) => call(gameServerEndpoints.list, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((server) => server.state === 'waiting') ? waitingMs : everyMs,
  })

export const rejectionsQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: [...gameServersKey, id, 'rejections'],
    queryFn: ({ signal }) => call(gameServerEndpoints.rejections, { params: { id }, signal }),
    staleTime: 0,
  })

export const refetchGameServers = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: gameServersKey })
