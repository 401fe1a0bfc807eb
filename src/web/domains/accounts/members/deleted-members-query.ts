import { queryOptions } from '@tanstack/react-query'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { adminKey } from '../../../platform/keyset-query.ts'

export const deletedMembersQuery = (call: Transport) =>
  queryOptions({
    queryKey: [...adminKey, 'deleted-members'],
    queryFn: ({ signal }) => call(memberEndpoints.listDeleted, { signal }),
    staleTime: 0,
  })
