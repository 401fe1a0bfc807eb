import { queryOptions } from '@tanstack/react-query'
import { contentEndpoints } from '../../../../contract/content/content-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'

export const rulesQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['rules'],
    queryFn: ({ signal }) => call(contentEndpoints.rules, { signal }),
  })
