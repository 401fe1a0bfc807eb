import { queryOptions } from '@tanstack/react-query'
import { emailEndpoints } from '../../../../contract/accounts/email-endpoints.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'

/** One query per address, because a changed address is not confirmed. */
export const emailQuery = (call: Transport, { id, email }: Pick<OwnUser, 'id' | 'email'>) =>
  queryOptions({
    queryKey: ['email', id, email],
    queryFn: ({ signal }) => call(emailEndpoints.show, { signal }),
  })
