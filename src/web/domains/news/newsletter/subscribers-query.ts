import { queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { newsletterEndpoints } from '../../../../contract/news/newsletter-endpoints.ts'
import { adminKey } from '../../../platform/keyset-query.ts'

/** How many addresses are confirmed, and how many wait for it. */
export const subscribersQuery = (call: Transport) =>
  queryOptions({
    queryKey: [...adminKey, 'newsletter'],
    queryFn: ({ signal }) => call(newsletterEndpoints.counts, { signal }),
  })
