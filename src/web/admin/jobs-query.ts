import { queryOptions } from '@tanstack/react-query'
import { adminEndpoints } from '../../contract/admin/admin-endpoints.ts'
import type { Transport } from '../../contract/endpoint.ts'
import { adminKey } from '../platform/keyset-query.ts'

/** The state of each background job, for Owners. */
export const jobsQuery = (call: Transport) =>
  queryOptions({
    queryKey: [...adminKey, 'jobs'],
    queryFn: ({ signal }) => call(adminEndpoints.jobs, { signal }),
    staleTime: 0,
    refetchInterval: 15_000,
  })
