import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import { holds } from '../../../contract/accounts/ranks.ts'
import { IdText } from '../../../contract/ids-schemas.ts'
import type { Context } from '../../context.ts'
import { sendTagged } from '../../platform/http/conditional.ts'
import { sessionToken } from '../../platform/http/cookies.ts'
import { limitKeyOfClient } from '../../platform/http/endpoints.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findCover } from './queries.ts'

const namePattern = /^([0-9a-f]{64})\.webp$/

/**
 * Serves covers of news: of published items to everybody, of others to admins. The URL changes with the picture, so
 * browsers may cache it; shared caches may not, because a taken-back item must disappear.
 */
export function serveNewsCovers(
  app: FastifyInstance,
  { config, database, limits, sessions }: Pick<Context, 'config' | 'database' | 'limits' | 'sessions'>,
): void {
  app.get<{ Params: { id: string; name: string } }>('/news/covers/:id/:name', async (request, reply) => {
    await limits.take('general', limitKeyOfClient(request))
    const id = IdText.safeParse(request.params.id)
    const hash = namePattern.exec(request.params.name)?.[1]
    const cover = id.success && hash && (await findCover(database.sql, id.data, Buffer.from(hash, 'hex')))
    if (!cover) throw notFound(msg`This image does not exist`)
    if (!cover.isPublished) {
      const token = sessionToken(request, config)
      const viewer = token === undefined ? null : await sessions.find(token)
      if (!holds(viewer, 'admin', 'news')) throw notFound(msg`This image does not exist`)
    }
    reply
      .type('image/webp')
      .header('cache-control', cover.isPublished ? 'private, max-age=31536000, immutable' : 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
    return sendTagged(request, reply, `"${hash}"`, cover.bytes)
  })
}
