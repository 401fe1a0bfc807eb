import type { QueryClient } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { eventEndpoints } from '../../../../contract/events/events-endpoints.ts'
import { keysetQuery } from '../../../platform/keyset-query.ts'
import { eventsKey } from '../events-query.ts'

const recordsKey = ['admin', 'events'] as const

/** Events as staff manage them, newest first. */
export const eventRecordsQuery = (call: Transport) =>
  keysetQuery({
    queryKey: recordsKey,
    limit: 50,
    page: ({ before, limit, signal }) => call(eventEndpoints.manage, { query: { before, limit }, signal }),
  })

/** Refetches the lists of the staff area and of the public page after a change. */
export const refetchEvents = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: recordsKey }),
    client.invalidateQueries({ queryKey: eventsKey }),
  ])
