import { queryOptions } from '@tanstack/react-query'
import { cupEndpoints } from '../../../contract/cups/cups-endpoints.ts'
import type { Transport } from '../../../contract/endpoint.ts'

/** Ids of the newest events that are cups. */
export const eventCupsQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['cups', 'ids'],
    queryFn: async ({ signal }): Promise<number[]> =>
      (await call(cupEndpoints.list, { query: {}, signal })).map(({ id }) => id),
    staleTime: 60_000,
  })
