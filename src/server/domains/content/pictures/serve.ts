import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import { lookPicturePath } from '../../../../contract/content/look-pictures.ts'
import type { Context } from '../../../context.ts'
import { sendTagged } from '../../../platform/http/conditional.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { findLookPicture } from './queries.ts'

const namePattern = /^([0-9a-f]{64})\.(png|webp)$/

/** Serves pictures of the look, whose address changes with them. */
export function serveLookPictures(app: FastifyInstance, { database }: Pick<Context, 'database'>): void {
  app.get<{ Params: { name: string } }>('/look/:name', async (request, reply) => {
    const [, hash, extension] = namePattern.exec(request.params.name) ?? []
    const picture = hash === undefined ? undefined : await findLookPicture(database.sql, hash)
    if (hash === undefined || picture === undefined || lookPicturePath(picture.kind, hash) !== request.url)
      throw notFound(msg`This image does not exist`)
    reply
      .type(`image/${extension}`)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
    return sendTagged(request, reply, `"${hash}"`, picture.bytes)
  })
}
