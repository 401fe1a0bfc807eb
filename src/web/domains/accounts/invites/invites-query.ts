import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { inviteEndpoints } from '../../../../contract/accounts/invites-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { adminKey } from '../../../platform/keyset-query.ts'

const invitesKey = [...adminKey, 'invites'] as const

/** Every invitation, newest first; asked for at every visit. */
export const invitesQuery = (call: Transport) =>
  queryOptions({
    queryKey: invitesKey,
    queryFn: ({ signal }) => call(inviteEndpoints.list, { signal }),
    staleTime: 0,
  })

export const refetchInvites = (client: QueryClient) => client.invalidateQueries({ queryKey: invitesKey })
