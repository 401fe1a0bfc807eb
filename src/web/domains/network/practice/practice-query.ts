import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import type { PracticeCategory, PracticeMode } from '../../../../contract/network/practice-schemas.ts'
import { categoryWords } from './category-words.ts'

/** Queues change by the minute; this is how often a visible page asks again. */
const queuePollMs = 15_000

/** A category's modes with their queues. Whatever goes wrong, the error says only what could not be fetched. */
export const practiceQuery = (call: Transport, category: PracticeCategory) =>
  queryOptions({
    queryKey: ['practice', category],
    queryFn: async ({ signal }): Promise<PracticeMode[]> => {
      try {
        return await call(practiceEndpoints.list, { query: { category }, signal })
      } catch (cause) {
        throw new Error(`Failed to fetch ${categoryWords[category].name} practice modes`, { cause })
      }
    },
    staleTime: queuePollMs,
    // What never loaded waits for Retry: an error must not blink away into skeletons by itself.
    refetchInterval: ({ state }) => (state.data === undefined ? false : queuePollMs),
  })
