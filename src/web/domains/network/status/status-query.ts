import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { statusEndpoints } from '../../../../contract/network/status-endpoints.ts'
import type { ServerStatus } from '../../../../contract/network/status-schemas.ts'
import { api } from '../../../platform/api.ts'

const pollMs = 5_000

/** Whether the game server is online, fetched every 5 s. The page-loading bar ignores queries with this key. */
export const statusQuery = (call: Transport = api) =>
  queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }): Promise<ServerStatus> => call(statusEndpoints.show, { signal }),
    refetchInterval: pollMs,
    retry: false,
    // It learns when the site can be reached again.
    networkMode: 'always',
  })
