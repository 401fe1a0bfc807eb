import { queryOptions } from '@tanstack/react-query'
import { contentEndpoints } from '../../../../contract/content/content-endpoints.ts'
import type { Transport } from '../../../../contract/endpoint.ts'

export const faqQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['faq'],
    queryFn: ({ signal }) => call(contentEndpoints.faq, { signal }),
  })
