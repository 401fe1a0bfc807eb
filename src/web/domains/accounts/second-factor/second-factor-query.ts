import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { secondFactorEndpoints } from '../../../../contract/accounts/second-factor.ts'
import type { OwnUser } from '../../../../contract/accounts/users.ts'

export const secondFactorKey = ['second-factor'] as const

/** What came with the document is not asked for twice; a visit later than this asks again. */
const freshMs = 10_000

export const secondFactorQuery = (call: Transport, { id }: Pick<OwnUser, 'id'>) =>
  queryOptions({
    queryKey: [...secondFactorKey, id] as const,
    queryFn: ({ signal }) => call(secondFactorEndpoints.state, { signal }),
    staleTime: freshMs,
  })
