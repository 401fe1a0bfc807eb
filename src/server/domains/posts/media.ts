import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { sendTagged } from '../../platform/http/conditional.ts'
import { limitKeyOfClient } from '../../platform/http/endpoints.ts'
import { notFound } from '../../platform/http/errors.ts'
import { findMedia } from './queries.ts'

const namePattern = /^([0-9a-f]{64})\.webp$/

/**
 * Serves posted images. The URL is the hash of the bytes, so they are immutable. Shared caches may not store
 * them, because deleted images must disappear.
 */
export function serveMedia(app: FastifyInstance, { database, limits }: Context): void {
  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    await limits.take('general', limitKeyOfClient(request))
    const hash = namePattern.exec(request.params.name)?.[1]
    const media = hash && (await findMedia(database.sql, Buffer.from(hash, 'hex')))
    if (!media) throw notFound(msg`This image does not exist`)
    reply
      .type(media.contentType)
      .header('cache-control', 'private, max-age=3600')
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
    return sendTagged(request, reply, `"${hash}"`, media.bytes)
  })
}
