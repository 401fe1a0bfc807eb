import type { FastifyInstance } from 'fastify'
import type { NewsItem, NewsRecord } from '../../contract/content/news-schemas.ts'
import { setRank } from '../domains/accounts/users/queries.ts'
import type { Database } from '../platform/database.ts'
import { call, type SampleMember } from './calls.ts'
import { sampleNews } from './sample-news.ts'

/**
 * Publishes sample news, unless the site has news, and leaves the last item a draft. A member is promoted to an admin
 * to write them, and demoted afterwards. Returns how many were published.
 */
export async function publishSampleNews(
  app: FastifyInstance,
  database: Database,
  members: readonly SampleMember[],
): Promise<number> {
  const by = members.at(-1)
  const there = await call<NewsItem[]>(app, { method: 'GET', url: '/api/news' })
  if (by === undefined || there.length > 0) return 0
  const published = sampleNews.slice(0, -1)
  await setRank(database.sql, by.username, 'Admin')
  try {
    for (const payload of sampleNews) {
      const written = { method: 'POST', url: '/api/admin/news', by, payload } as const
      const { id } = await call<NewsRecord>(app, written)
      const publication = { method: 'POST', url: `/api/admin/news/${id}/publication`, payload: {} } as const
      if (published.includes(payload)) await call(app, { ...publication, by })
    }
  } finally {
    await setRank(database.sql, by.username, 'Member')
  }
  return published.length
}
