import { queryOptions } from '@tanstack/react-query'
import { secondFactorEndpoints } from '../../../../contract/accounts/second-factor-endpoints.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'

export const secondFactorKey = ['second-factor'] as const

/** Data of the document is not refetched within this time. */
const freshMs = 10_000

export const secondFactorQuery = (call: Transport, { id }: Pick<OwnUser, 'id'>) =>
  queryOptions({
    queryKey: [...secondFactorKey, id] as const,
    queryFn: ({ signal }) => call(secondFactorEndpoints.state, { signal }),
    staleTime: freshMs,
  })
