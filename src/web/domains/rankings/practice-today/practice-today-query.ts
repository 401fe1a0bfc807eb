import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { practiceTodayEndpoints } from '../../../../contract/rankings/practice-today-endpoints.ts'
import type { PracticeToday } from '../../../../contract/rankings/practice-today-schemas.ts'

/** Live messages say of ranked matches only, and of players when their total changes. */
const pollMs = 15_000

/** What goes on in all practice modes, in one request. */
export const practiceTodayQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['practice-today'],
    queryFn: ({ signal }): Promise<PracticeToday[]> => call(practiceTodayEndpoints.list, { signal }),
    staleTime: pollMs,
    refetchInterval: pollMs,
  })
