import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { type Event, eventEndpoints } from '../../../contract/events/events.ts'

export const eventsKey = ['events'] as const

const freshMs = 5 * 60_000

/** All events; kept for 5 minutes (spec 7). */
export const eventsQuery = (call: Transport) =>
  queryOptions({
    queryKey: eventsKey,
    queryFn: ({ signal }): Promise<Event[]> => call(eventEndpoints.list, { signal }),
    staleTime: freshMs,
  })
