import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import type { PracticeRecord } from '../../../../contract/network/practice-schemas.ts'

const recordsKey = ['admin', 'practice'] as const
/** What the pages of everybody keep of practice modes begins with this. */
const pagesKey = ['practice'] as const

/** All modes as staff manage them, in their order; refetched at every visit. */
export const practiceRecordsQuery = (call: Transport) =>
  queryOptions({
    queryKey: recordsKey,
    queryFn: ({ signal }): Promise<PracticeRecord[]> => call(practiceEndpoints.manage, { signal }),
    staleTime: 0,
  })

export const refetchPractice = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: recordsKey }),
    client.invalidateQueries({ queryKey: pagesKey }),
  ])
