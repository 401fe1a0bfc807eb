import type { QueryClient } from '@tanstack/react-query'
import type { Transport } from '../../../../contract/endpoint.ts'
import { newsLimits } from '../../../../contract/news/news.ts'
import { newsEndpoints } from '../../../../contract/news/news-endpoints.ts'
import { adminKey, keysetQuery } from '../../../platform/keyset-query.ts'
import { newsKey } from '../news-queries.ts'

const recordsKey = [...adminKey, 'news'] as const

/** News as admins manage them, newest first. */
export const newsRecordsQuery = (call: Transport) =>
  keysetQuery({
    queryKey: recordsKey,
    limit: newsLimits.listed,
    page: ({ before, limit, signal }) => call(newsEndpoints.manage, { query: { before, limit }, signal }),
  })

/** After a change: the list of admins asks again, and so do the pages of everybody. */
export const refetchNews = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: recordsKey }),
    client.invalidateQueries({ queryKey: newsKey }),
  ])
