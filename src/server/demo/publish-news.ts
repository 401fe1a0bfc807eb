import type { FastifyInstance } from 'fastify'
import type { NewsItem, NewsRecord } from '../../contract/news/news-schemas.ts'
import { setRank } from '../domains/accounts/users/queries.ts'
import type { Database } from '../platform/database/database.ts'
import { call, type SampleMember } from './calls.ts'
import { sampleCover } from './sample-cover.ts'
import { discussedNews, sampleNews } from './sample-news.ts'

/**
 * Publishes sample news, unless the site has news, and leaves the last item a draft. One has a cover and comments. A
 * member is promoted to an admin to write them, and demoted afterwards. Returns how many were published.
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
      if (payload.slug === discussedNews.slug) await addCover(app, by, id)
      const publication = { method: 'POST', url: `/api/admin/news/${id}/publication`, payload: {} } as const
      if (published.includes(payload)) await call(app, { ...publication, by })
    }
  } finally {
    await setRank(database.sql, by.username, 'Member')
  }
  for (const [index, content] of discussedNews.comments.entries()) {
    const url = `/api/news/${discussedNews.slug}/comments`
    await call(app, { method: 'POST', url, by: members[index % members.length]!, payload: { content } })
  }
  return published.length
}

async function addCover(app: FastifyInstance, by: SampleMember, id: number): Promise<void> {
  const payload = { image: await sampleCover(), alt: discussedNews.coverAlt }
  await call(app, { method: 'PUT', url: `/api/admin/news/${id}/cover`, by, payload })
}
