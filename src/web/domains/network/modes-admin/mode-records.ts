import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { modeEndpoints } from '../../../../contract/network/modes-endpoints.ts'
import type { ModeRecord } from '../../../../contract/network/modes-schemas.ts'
import { api } from '../../../platform/api.ts'
import { modesQuery } from '../../../platform/live/current-boards.tsx'

const recordsKey = ['admin', 'modes'] as const

const progressMs = 2_000

/** All modes as staff manage them. Fetched again while figures are being computed, so that the progress moves. */
export const modeRecordsQuery = (call: Transport) =>
  queryOptions({
    queryKey: recordsKey,
    queryFn: ({ signal }): Promise<ModeRecord[]> => call(modeEndpoints.manage, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ rebuild }) => rebuild !== null) ? progressMs : false,
  })

/** Refetches the list of staff, and the boards of this browser's pages. */
export const refetchModes = (client: QueryClient) =>
  Promise.all([client.invalidateQueries({ queryKey: recordsKey }), client.fetchQuery(modesQuery(api))])
