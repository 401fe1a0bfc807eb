import { queryOptions } from '@tanstack/react-query'
import { backupEndpoints } from '../../../contract/admin/backups-endpoints.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import { adminKey } from '../../platform/keyset-query.ts'

export const backupsKey = [...adminKey, 'backups'] as const

/** Backups of the site; asked for again while one is made. */
export const backupsQuery = (call: Transport) =>
  queryOptions({
    queryKey: backupsKey,
    queryFn: ({ signal }) => call(backupEndpoints.list, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isRunning ? 2_000 : false),
  })
