import { queryOptions } from '@tanstack/react-query'
import type { OwnUser } from '../../../contract/accounts/users-schemas.ts'
import { applicationEndpoints } from '../../../contract/applications/applications-endpoints.ts'
import type { Transport } from '../../../contract/endpoint.ts'

/** The member's own applications, newest first; staff may have decided since the last visit. */
export const ownApplicationsQuery = (call: Transport, { id }: Pick<OwnUser, 'id'>) =>
  queryOptions({
    queryKey: ['applications', 'mine', id] as const,
    queryFn: ({ signal }) => call(applicationEndpoints.mine, { signal }),
    staleTime: 0,
  })
