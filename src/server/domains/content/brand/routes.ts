import type { FastifyInstance } from 'fastify'
import type { SiteSettings } from '../../../../contract/content/site.ts'
import type { Context } from '../../../context.ts'
import { type EndpointRouter, limitKeyOfClient } from '../../../platform/endpoints.ts'
import type { ContentStore } from '../store.ts'
import { type CachedResponse, cachedResponseOf } from './cached-responses.ts'
import { icons } from './icons.ts'
import { manifestOf } from './manifest.ts'
import { offlinePage } from './offline-page.ts'
import { robotsTxt } from './robots.ts'
import { sendCached } from './send-cached.ts'
import { serviceWorker, workerPolicy } from './service-worker.ts'
import { serveShareImages } from './share/routes.ts'
import { serveSitemap } from './sitemap-routes.ts'

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
    serveTexts(scope, content.site())
    serveManifest(scope, content)
    serveSitemap(scope, context)
    serveShareImages(scope, context, { content, router })
  })
}

/** Drawn on first use. */
function serveIcons(app: FastifyInstance): void {
  for (const [url, { type, body }] of Object.entries(icons)) {
    let drawn: Promise<CachedResponse> | undefined
    app.get(url, async (request, reply) => {
      drawn ??= body().then(cachedResponseOf, (error: unknown) => {
        drawn = undefined
        throw error
      })
      return sendCached(request, reply, { type, seconds: 86_400 }, await drawn)
    })
  }
}

function serveTexts(app: FastifyInstance, site: SiteSettings): void {
  const offline = offlinePage(site.name)
  const send = (url: string, type: string, seconds: number, text: string, policy?: string) => {
    const response = cachedResponseOf(Buffer.from(text))
    app.get(url, async (request, reply) => {
      if (policy !== undefined) reply.header('content-security-policy', policy)
      return sendCached(request, reply, { type, seconds }, response)
    })
  }
  send('/robots.txt', 'text/plain; charset=utf-8', 3600, robotsTxt(site.publicUrl))
  send('/offline', 'text/html; charset=utf-8', 0, offline.html, offline.policy)
  const worker = serviceWorker(offline.version, site.name)
  send('/sw.js', 'text/javascript; charset=utf-8', 0, worker, workerPolicy)
}

/** Contains content, which may change at run time. */
function serveManifest(app: FastifyInstance, content: ContentStore): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const response = cachedResponseOf(Buffer.from(JSON.stringify(manifestOf(content.site()))))
    return sendCached(request, reply, { type: 'application/manifest+json', seconds: 3600 }, response)
  })
}
