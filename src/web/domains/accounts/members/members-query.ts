import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { adminKey, keysetQuery } from '../../../platform/keyset-query.ts'

export const membersQuery = (call: Transport, search: string) =>
  keysetQuery({
    queryKey: [...adminKey, 'members', search],
    limit: 50,
    page: ({ before, limit, signal }) =>
      call(memberEndpoints.list, { query: { before, limit, search: search || undefined }, signal }),
  })
