import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { eventLimits } from '../../../contract/events/events.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { unknownIsNull } from '../../platform/api-error.ts'

export const eventsKey = ['events'] as const

const freshMs = 5 * 60_000

/** All pages of a list: the page sorts events by their time, and the list comes by their ids. */
async function allEvents(call: Transport, older: 'true' | undefined, signal: AbortSignal): Promise<Event[]> {
  const events: Event[] = []
  for (let before: number | undefined; ; before = events.at(-1)?.id) {
    const page = await call(eventEndpoints.list, { query: { older, before }, signal })
    events.push(...page)
    if (page.length < eventLimits.listed) return events
  }
}

/** Events but those that ended long ago, cached for 5 minutes. */
export const eventsQuery = (call: Transport) =>
  queryOptions({
    queryKey: eventsKey,
    queryFn: ({ signal }) => allEvents(call, undefined, signal),
    staleTime: freshMs,
  })

/** Events that ended more than 60 days ago. */
export const olderEventsQuery = (call: Transport) =>
  queryOptions({
    queryKey: [...eventsKey, 'older'],
    queryFn: ({ signal }) => allEvents(call, 'true', signal),
    staleTime: freshMs,
  })

/** One event; null when there is none with this id. */
export const eventQuery = (call: Transport, id: number) =>
  queryOptions({
    queryKey: [...eventsKey, 'one', id],
    queryFn: ({ signal }): Promise<Event | null> =>
      call(eventEndpoints.show, { params: { id }, signal }).catch(unknownIsNull),
    staleTime: freshMs,
  })
