import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { statusEndpoints } from '../../../../contract/network/status-endpoints.ts'
import type { ServerStatus } from '../../../../contract/network/status-schemas.ts'
import { api } from '../../../platform/api.ts'

const pollMs = 5_000

/** Is the game server online, asked every 5 s; its key tells the page-loading bar to ignore it. */
export const statusQuery = (call: Transport = api) =>
  queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }): Promise<ServerStatus> => call(statusEndpoints.show, { signal }),
    refetchInterval: pollMs,
    retry: false,
  })
