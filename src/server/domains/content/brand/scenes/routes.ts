import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import { type DrawnScene, drawnScenes } from '../../../../../contract/content/look-scenes.ts'
import type { Context } from '../../../../context.ts'
import { ConcurrencyLimiter } from '../../../../platform/http/concurrency-limiter.ts'
import { addressOfClient, limitKeyOfClient } from '../../../../platform/http/endpoints.ts'
import { notFound } from '../../../../platform/http/errors.ts'
import { networkOf } from '../../../../platform/http/network.ts'
import { CachedResponses } from '../cached-responses.ts'
import { sendCached } from '../send-cached.ts'

/** Some dozen scenes; a site shows one. */
const maxBytes = 2 * 1024 * 1024
/** A release may draw them in another way. */
const aDay = 86_400

const namePattern = /^([a-z]+)-([0-9a-f]{6})-([0-9a-f]{6}|none)\.webp$/

const isDrawn = (name: string): name is DrawnScene => Object.hasOwn(drawnScenes, name)

/** Serves the shipped scenes in the colours that their address names: drawn on first use, one at a time. */
export function serveScenes(app: FastifyInstance, { limits }: Pick<Context, 'limits'>): void {
  const kept = new CachedResponses(maxBytes, new ConcurrencyLimiter(1, 40, 20))
  app.get<{ Params: { name: string } }>('/look/scene/:name', async (request, reply) => {
    const { name } = request.params
    const [, scene = '', accent = '', tint] = namePattern.exec(name) ?? []
    if (!isDrawn(scene)) throw notFound(msg`This image does not exist`)
    const response = await kept.get(
      name,
      async () => {
        const { drawScene } = await import('./draw.ts')
        return drawScene(scene, { accent: `#${accent}`, tint: tint === 'none' ? null : `#${tint}` })
      },
      {
        owner: networkOf(addressOfClient(request)),
        takeLimit: () => limits.take('shareImages', limitKeyOfClient(request)),
      },
    )
    return sendCached(request, reply, { type: 'image/webp', seconds: aDay }, response)
  })
}
