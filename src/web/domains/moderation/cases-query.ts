import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { adminKey, keysetQuery } from '../../platform/keyset-query.ts'

export const caseStatuses = ['open', 'decided'] as const
export type CaseStatus = (typeof caseStatuses)[number]

export const casesKey = [...adminKey, 'moderation'] as const

export const casesQuery = (call: Transport, status: CaseStatus) =>
  keysetQuery({
    queryKey: [...casesKey, status],
    limit: 50,
    page: ({ before, limit, signal }) =>
      call(moderationEndpoints.list, { query: { before, limit, status }, signal }),
  })

/** The newest decided case about the subject of a case that has left the list of open ones; null while it is open. */
export const decidedQuery = (
  call: Transport,
  { subjectType, subjectId, lastAt }: Pick<ModerationCase, 'subjectType' | 'subjectId' | 'lastAt'>,
) =>
  queryOptions({
    queryKey: [...casesKey, 'decided', subjectType, subjectId],
    async queryFn({ signal }) {
      const query = { status: 'decided', subjectType, subjectId: String(subjectId), limit: 1 } as const
      const [newest] = await call(moderationEndpoints.list, { query, signal })
      // What was decided before this case began is another one.
      return newest?.decidedAt != null && newest.decidedAt >= lastAt ? newest : null
    },
    staleTime: 0,
  })
