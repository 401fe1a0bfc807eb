import type { FastifyInstance } from 'fastify'
import { addressIn } from '../../../contract/languages.ts'
import { newsFeedPath } from '../../../contract/news/news.ts'
import type { Context } from '../../context.ts'
import { limitKeyOfClient } from '../../platform/http/endpoints.ts'
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
    const updatedAt = await newsUpdatedAt(database.sql)
    const authority = await findTagAuthority(database.sql, config.publicUrl)
    const { tag } = languages.ofAddress(request)
    const shown = { team: teamOf(config), reader: languages.reader(tag) }
    const articles = await listArticles(database.sql, shown, entries)
    const isDefault = tag === languages.named(undefined).tag
    const addressOf = (path: string) => (isDefault ? path : addressIn(tag, path))
    const language = { tag, say: languages.sayIn(tag), addressOf }
    const site = { ...config, authority, language }
    const feed = cachedResponseOf(Buffer.from(atomFeed(site, articles, updatedAt)))
    return sendCached(request, reply, { type: 'application/atom+xml; charset=utf-8', seconds: 0 }, feed)
  })
}
