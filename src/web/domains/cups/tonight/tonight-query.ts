import { queryOptions } from '@tanstack/react-query'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import type { Transport } from '../../../../contract/endpoint.ts'
import { serverNow } from '../../../platform/live/server-clock.ts'
import type { Tonight } from './read-tonight.ts'

/** What is on and what is next. A browser loads what reads it when it first asks again: the document brings it. */
export const tonightQuery = (call: Transport, viewer: Viewer | null) =>
  queryOptions({
    queryKey: ['cups', 'tonight'],
    queryFn: async ({ signal }): Promise<Tonight> => {
      const { readTonight } = await import('./read-tonight.ts')
      return readTonight(call, viewer, signal)
    },
    staleTime: 30_000,
    refetchInterval: ({ state: { data } }) => data && Math.max(15_000, data.until - serverNow()),
  })
