import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'

export const eventsKey = ['events'] as const

const freshMs = 5 * 60_000

/** Events but those that ended long ago, cached for 5 minutes. */
export const eventsQuery = (call: Transport) =>
  queryOptions({
    queryKey: eventsKey,
    queryFn: ({ signal }): Promise<Event[]> => call(eventEndpoints.list, { signal }),
    staleTime: freshMs,
  })

/** Events that ended more than 60 days ago. */
export const olderEventsQuery = (call: Transport) =>
  queryOptions({
    queryKey: [...eventsKey, 'older'],
    queryFn: ({ signal }): Promise<Event[]> =>
      call(eventEndpoints.list, { query: { older: 'true' }, signal }),
    staleTime: freshMs,
  })
