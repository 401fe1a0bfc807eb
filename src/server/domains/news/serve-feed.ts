import type { FastifyInstance } from 'fastify'
import { newsFeedPath } from '../../../contract/news/news.ts'
import type { Context } from '../../context.ts'
import { limitKeyOfClient } from '../../platform/endpoints.ts'
import { findTagAuthority } from '../../platform/tag-authority.ts'
import { teamOf } from '../../platform/team.ts'
import { cachedResponseOf } from '../content/brand/cached-responses.ts'
import { sendCached } from '../content/brand/send-cached.ts'
import { atomFeed } from './feed.ts'
import { listArticles, newsUpdatedAt } from './queries.ts'

const entries = 20

/** Serves the newest items for feed readers, which have no session. They ask again with the ETag. */
export function serveNewsFeed(
  app: FastifyInstance,
  { config, database, languages, limits }: Pick<Context, 'config' | 'database' | 'languages' | 'limits'>,
): void {
  app.get(newsFeedPath, async (request, reply) => {
    await limits.take('general', limitKeyOfClient(request))
    const articles = await listArticles(database.sql, teamOf(config), entries)
    const updatedAt = await newsUpdatedAt(database.sql)
    const authority = await findTagAuthority(database.sql, config.publicUrl)
    const language = { tag: languages.named(undefined).tag, say: languages.sayIn(undefined) }
    const site = { ...config, authority, language }
    const feed = cachedResponseOf(Buffer.from(atomFeed(site, articles, updatedAt)))
    return sendCached(request, reply, { type: 'application/atom+xml; charset=utf-8', seconds: 0 }, feed)
  })
}
