import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { parseId } from '../../../contract/ids.ts'
import { caseKey } from '../../../contract/links.ts'
import { caseEndpoints } from '../../../contract/moderation/cases-endpoints.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { unknownIsNull } from '../../platform/api-error.ts'
import { adminKey } from '../../platform/keyset-query.ts'
import { type Queue, queryOf } from './queue/queue-filters.ts'
import { isSubject } from './subject-words.ts'

export const casesKey = [...adminKey, 'moderation'] as const

const limit = 50

/** The queue, page by page, as `ListStates` reads it. Always refetched, also when it is cached. */
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

type Subject = Pick<ModerationCase, 'subjectType' | 'subjectId'>

export const openKeyOf = ({ subjectType, subjectId }: Subject) => caseKey(subjectType, subjectId)

function subjectIn(key: string) {
  const [subjectType = '', subjectId] = key.split('-')
  return isSubject(subjectType) && parseId(subjectId) !== null && key === `${subjectType}-${subjectId}`
    ? { subjectType, subjectId }
    : undefined
}

/**
 * One case, null when there is none. `key`: the id of any of its reports; or its subject, for the open case
 * about it, else the newest decided one.
 */
export const caseQuery = (call: Transport, key: string) =>
  queryOptions({
    queryKey: [...casesKey, 'one', key],
    async queryFn({ signal }): Promise<ModerationCase | null> {
      const id = parseId(key)
      if (id !== null) return call(caseEndpoints.one, { params: { id }, signal }).catch(unknownIsNull)
      const subject = subjectIn(key)
      if (subject === undefined) return null
      const newest = async (status: 'open' | 'decided') =>
        (await call(moderationEndpoints.list, { query: { status, ...subject, limit: 1 }, signal }))[0]
      return (await newest('open')) ?? (await newest('decided')) ?? null
    },
    staleTime: 0,
  })

/** By subject, because another report gives an open case another id. */
export const timelineQuery = (
  call: Transport,
  { id, subjectType, subjectId }: Pick<ModerationCase, 'id'> & Subject,
) =>
  queryOptions({
    queryKey: [...casesKey, 'timeline', subjectType, subjectId],
    queryFn: ({ signal }) => call(caseEndpoints.timeline, { params: { id }, signal }),
    staleTime: 0,
  })
