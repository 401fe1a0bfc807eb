import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import { IdText } from '../../../../../contract/ids-schemas.ts'
import type { Context } from '../../../../context.ts'
import { sendTagged } from '../../../../platform/http/conditional.ts'
import { limitKeyOfClient } from '../../../../platform/http/endpoints.ts'
import { notFound } from '../../../../platform/http/errors.ts'
import { findFace } from '../faces/queries.ts'
import { findAvatar } from './queries.ts'

const pictures = [
  { name: /^([0-9a-f]{64})\.webp$/, type: 'image/webp', find: findAvatar },
  { name: /^face-([0-9a-f]{64})\.png$/, type: 'image/png', find: findFace },
] as const

/** Serves avatars and faces. The URL changes with the picture, so browsers may cache it; shared caches may not. */
export function serveAvatars(app: FastifyInstance, { database, limits }: Context): void {
  app.get<{ Params: { id: string; name: string } }>('/avatars/:id/:name', async (request, reply) => {
    await limits.take('general', limitKeyOfClient(request))
    const id = IdText.safeParse(request.params.id)
    const picture = pictures.find(({ name }) => name.test(request.params.name))
    const hash = picture?.name.exec(request.params.name)?.[1]
    const bytes =
      id.success && picture && hash && (await picture.find(database.sql, id.data, Buffer.from(hash, 'hex')))
    if (!bytes) throw notFound(msg`This image does not exist`)
    reply
      .type(picture.type)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header(
        'content-security-policy',
        "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      )
    return sendTagged(request, reply, `"${hash}"`, bytes)
  })
}
