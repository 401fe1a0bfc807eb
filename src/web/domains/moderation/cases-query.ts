import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { caseEndpoints } from '../../../contract/moderation/cases-endpoints.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { adminKey } from '../../platform/keyset-query.ts'
import { type Queue, queryOf } from './queue/queue-filters.ts'

export const casesKey = [...adminKey, 'moderation'] as const

const limit = 50

/** The queue, page by page, as `ListStates` reads it. Never taken out of the cache without asking again. */
export const casesQuery = (call: Transport, queue: Queue) =>
  infiniteQueryOptions({
    queryKey: [...casesKey, 'queue', queue],
    queryFn: ({ pageParam, signal }) =>
      call(caseEndpoints.list, { query: { ...queryOf(queue), limit, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => ({ pages: pages.map(({ cases }) => cases) }),
    staleTime: 0,
  })

export const caseCountsQuery = (call: Transport) =>
  queryOptions({
    queryKey: [...casesKey, 'counts'],
    queryFn: ({ signal }) => call(caseEndpoints.counts, { signal }),
    staleTime: 0,
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
