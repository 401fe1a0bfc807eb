import { infiniteQueryOptions } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { reportEndpoints } from '../../../../contract/reports/reports-endpoints.ts'
import type { Report } from '../../../../contract/reports/reports-schemas.ts'

export const ownReportsKey = ['reports', 'mine'] as const

const pageSize = 5
/** Staff may have decided since: a visit later than this asks again. What came with the document is not asked twice. */
const freshMs = 10_000

/** The member's own reports, newest first. */
export const ownReportsQuery = (call: Transport, { id }: Pick<OwnUser, 'id'>) =>
  infiniteQueryOptions({
    queryKey: [...ownReportsKey, id] as const,
    queryFn: ({ pageParam, signal }): Promise<Report[]> =>
      call(reportEndpoints.mine, { query: { before: pageParam, limit: pageSize }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    staleTime: freshMs,
  })
