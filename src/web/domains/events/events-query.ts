import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'

export const eventsKey = ['events'] as const

const freshMs = 5 * 60_000

/** All events, cached for 5 minutes. */
export const eventsQuery = (call: Transport) =>
  queryOptions({
    queryKey: eventsKey,
    queryFn: ({ signal }): Promise<Event[]> => call(eventEndpoints.list, { signal }),
    staleTime: freshMs,
  })
