import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { type EndpointRouter, limitKeyOfClient } from '../../../platform/endpoints.ts'
import { serveLookPictures } from '../pictures/serve.ts'
import { remade } from '../remade.ts'
import type { ContentStore } from '../store.ts'
import { type CachedResponse, cachedResponseOf } from './cached-responses.ts'
import { colourVersion } from './colours.ts'
import { icons } from './icons.ts'
import { manifestOf } from './manifest.ts'
import { offlinePage } from './offline-page.ts'
import { serveScenes } from './scenes/routes.ts'
import { sendCached } from './send-cached.ts'
import { serviceWorker, workerPolicy } from './service-worker.ts'
import { serveShareImages } from './share/routes.ts'
import { serveSitemap } from './sitemap-routes.ts'

/** Allows everything but pages that show nothing to visitors (RFC 9309). */
const robotsTxt = (publicUrl: string) => `User-agent: *
Allow: /
Disallow: /api/
Disallow: /admin
Disallow: /profile
Disallow: /staff-reports

Sitemap: ${publicUrl}/sitemap.xml
`

interface Brand {
  readonly content: ContentStore
  /** Share images read the API as a visitor. */
  readonly router: EndpointRouter
}

/** Serves icons, share images, manifest, sitemap and the offline page. */
export async function serveBrand(
  app: FastifyInstance,
  context: Context,
  { content, router }: Brand,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      await context.limits.take('general', limitKeyOfClient(request))
    })
    serveIcons(scope)
    serveTexts(scope, content)
    serveManifest(scope, content)
    serveSitemap(scope, context, content)
    serveLookPictures(scope, context)
    serveScenes(scope, context)
    serveShareImages(scope, context, { content, router })
  })
}

/** Drawn on first use. */
function serveIcons(app: FastifyInstance): void {
  for (const [url, { type, body }] of Object.entries(icons)) {
    let drawn: Promise<CachedResponse> | undefined
    let version = 0
    app.get(url, async (request, reply) => {
      if (version !== colourVersion()) drawn = undefined
      version = colourVersion()
      drawn ??= body().then(cachedResponseOf, (error: unknown) => {
        drawn = undefined
        throw error
      })
      return sendCached(request, reply, { type, seconds: 0 }, await drawn)
    })
  }
}

function serveTexts(app: FastifyInstance, content: ContentStore): void {
  const send = (url: string, type: string, seconds: number, textOf: (name: string) => ServedText) => {
    const served = remade((name: string) => {
      const { text, policy } = textOf(name)
      return { response: cachedResponseOf(Buffer.from(text)), policy }
    })
    app.get(url, async (request, reply) => {
      const { response, policy } = served(content.site().name)
      if (policy !== undefined) reply.header('content-security-policy', policy)
      return sendCached(request, reply, { type, seconds }, response)
    })
  }
  const offline = remade(offlinePage)
  send('/robots.txt', 'text/plain; charset=utf-8', 3600, () => ({
    text: robotsTxt(content.site().publicUrl),
  }))
  send('/offline', 'text/html; charset=utf-8', 0, (name) => ({
    text: offline(name).html,
    policy: offline(name).policy,
  }))
  send('/sw.js', 'text/javascript; charset=utf-8', 0, (name) => ({
    text: serviceWorker(offline(name).version, name),
    policy: workerPolicy,
  }))
}

interface ServedText {
  readonly text: string
  readonly policy?: string
}

/** Contains content, which may change at run time. */
function serveManifest(app: FastifyInstance, content: ContentStore): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const response = cachedResponseOf(Buffer.from(JSON.stringify(manifestOf(content.site()))))
    return sendCached(request, reply, { type: 'application/manifest+json', seconds: 0 }, response)
  })
}
