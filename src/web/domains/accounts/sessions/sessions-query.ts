import { queryOptions } from '@tanstack/react-query'
import { sessionEndpoints } from '../../../../contract/accounts/sessions-endpoints.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'

export const sessionsKey = ['sessions'] as const

/** Where the member is signed in. Asked for by browsers alone: which session asks is known from its cookie. */
export const sessionsQuery = ({ id }: Pick<OwnUser, 'id'>) =>
  queryOptions({
    queryKey: [...sessionsKey, id] as const,
    queryFn: ({ signal }) => api(sessionEndpoints.list, { signal }),
    staleTime: 0,
  })
