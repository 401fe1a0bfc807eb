import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import type { PracticeCategory, PracticeMode } from '../../../../contract/network/practice-schemas.ts'

/** Queues change by the minute; this is how often a visible page asks again. */
const queuePollMs = 15_000

/** A category's modes with their queues. An error is for the log: the page says what could not be fetched. */
export const practiceQuery = (call: Transport, category: PracticeCategory) =>
  queryOptions({
    queryKey: ['practice', category],
    queryFn: async ({ signal }): Promise<PracticeMode[]> => {
      try {
        return await call(practiceEndpoints.list, { query: { category }, signal })
      } catch (cause) {
        throw new Error(`Failed to fetch ${category} practice modes`, { cause })
      }
    },
    staleTime: queuePollMs,
    // What never loaded waits for Retry: an error must not blink away into skeletons by itself.
    refetchInterval: ({ state }) => (state.data === undefined ? false : queuePollMs),
  })
