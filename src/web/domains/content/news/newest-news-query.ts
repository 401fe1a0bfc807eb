import { queryOptions } from '@tanstack/react-query'
import { newsEndpoints } from '../../../../contract/content/news-endpoints.ts'
import type { NewsItem } from '../../../../contract/content/news-schemas.ts'
import type { Transport } from '../../../../contract/endpoint.ts'

/** The newest published item, in a list that is empty without one. */
export const newestNewsQuery = (call: Transport) =>
  queryOptions({
    // One part more than the key of an item, whose last part is a slug.
    queryKey: ['news', 'list', 'newest'],
    queryFn: ({ signal }): Promise<NewsItem[]> => call(newsEndpoints.list, { query: { limit: 1 }, signal }),
  })
