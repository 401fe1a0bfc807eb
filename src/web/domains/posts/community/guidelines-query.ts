import { queryOptions } from '@tanstack/react-query'
import { contentEndpoints } from '../../../../contract/content/content-endpoints.ts'
import type { GuidelinesContent } from '../../../../contract/content/content-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'

export const guidelinesQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['content', 'guidelines'],
    queryFn: ({ signal }): Promise<GuidelinesContent> => call(contentEndpoints.guidelines, { signal }),
  })
