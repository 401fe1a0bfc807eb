import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { newsCursor, newsLimits } from '../../../contract/news/news.ts'
import { newsEndpoints } from '../../../contract/news/news-endpoints.ts'
import type { NewsArticle, NewsItem } from '../../../contract/news/news-schemas.ts'
import { unknownIsNull } from '../../platform/api-error.ts'

export const newsKey = ['news'] as const

/** Published news, newest first; a full page means that there may be more. */
export const newsQuery = (call: Transport) =>
  infiniteQueryOptions({
    queryKey: newsKey,
    queryFn: ({ pageParam, signal }): Promise<NewsItem[]> =>
      call(newsEndpoints.list, { query: { before: pageParam, limit: newsLimits.page }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => {
      const last = page.at(-1)
      return last === undefined || page.length < newsLimits.page ? undefined : newsCursor(last)
    },
  })

/** The newest published item, in a list that is empty without one. */
export const newestNewsQuery = (call: Transport) =>
  queryOptions({
    // One part more than the key of an item, whose last part is a slug.
    queryKey: [...newsKey, 'list', 'newest'],
    queryFn: ({ signal }): Promise<NewsItem[]> => call(newsEndpoints.list, { query: { limit: 1 }, signal }),
  })

/** A published item. Null: there is none at this address. */
export const newsItemQuery = (call: Transport, slug: string) =>
  queryOptions({
    queryKey: [...newsKey, slug],
    queryFn: ({ signal }): Promise<NewsArticle | null> =>
      call(newsEndpoints.show, { params: { slug }, signal }).catch(unknownIsNull),
  })
