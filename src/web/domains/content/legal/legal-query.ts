import { queryOptions } from '@tanstack/react-query'
import { contentEndpoints } from '../../../../contract/content/content-endpoints.ts'
import type { LegalPage } from '../../../../contract/content/legal.ts'
import type { Transport } from '../../../../contract/endpoint.ts'

export const legalQuery = (call: Transport, page: LegalPage) =>
  queryOptions({
    queryKey: ['legal', page],
    queryFn: ({ signal }) => call(contentEndpoints.legal, { params: { page }, signal }),
  })
