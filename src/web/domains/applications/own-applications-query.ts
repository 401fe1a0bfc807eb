import { queryOptions } from '@tanstack/react-query'
import { applicationEndpoints } from '../../../contract/applications/applications.ts'
import type { Transport } from '../../../contract/endpoint.ts'
import type { OwnUser } from '../../../contract/accounts/users.ts'

/** The member's own applications, newest first; staff may have decided since the last visit. */
export const ownApplicationsQuery = (call: Transport, { id }: Pick<OwnUser, 'id'>) =>
  queryOptions({
    queryKey: ['applications', 'mine', id] as const,
    queryFn: ({ signal }) => call(applicationEndpoints.mine, { signal }),
    staleTime: 0,
  })
