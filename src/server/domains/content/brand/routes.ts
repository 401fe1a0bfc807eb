import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { type EndpointRouter, limitKeyOfClient } from '../../../platform/http/endpoints.ts'
import { serveLookPictures } from '../pictures/serve.ts'
import { remade } from '../remade.ts'
import type { ContentStore } from '../store.ts'
import { type CachedResponse, cachedResponseOf } from './cached-responses.ts'
import { colourVersion } from './colours.ts'
import { icons } from './icons.ts'
import { manifestOf } from './manifest.ts'
import { offlinePage, type PageLanguage } from './offline-page.ts'
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
    serveTexts(scope, context, content)
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

function serveTexts(
  app: FastifyInstance,
  { languages }: Pick<Context, 'languages'>,
  content: ContentStore,
): void {
  const robots = remade((publicUrl) => servedOf({ text: robotsTxt(publicUrl) }))
  app.get('/robots.txt', async (request, reply) =>
    sendServed(
      request,
      reply,
      { type: 'text/plain; charset=utf-8', seconds: 3600 },
      robots(content.site().publicUrl),
    ),
  )

  const made = new Map<string, (name: string) => { readonly page: Served; readonly worker: Served }>()
  /** In the language of the browser that asks: another one has another worker, which fetches its own page. */
  const inLanguageOf = (request: FastifyRequest) => {
    const { tag, site } = languages.of(request)
    const make =
      made.get(tag) ??
      remade((name) => offlineParts(name, { tag, dir: site?.dir ?? 'ltr', say: languages.sayIn(tag) }))
    made.set(tag, make)
    return make(content.site().name)
  }
  const sendInLanguage = (url: string, type: string, part: 'page' | 'worker') =>
    app.get(url, async (request, reply) => {
      if (languages.isChoice) reply.header('vary', 'cookie, accept-language')
      return sendServed(request, reply, { type, seconds: 0 }, inLanguageOf(request)[part])
    })
  sendInLanguage('/offline', 'text/html; charset=utf-8', 'page')
  sendInLanguage('/sw.js', 'text/javascript; charset=utf-8', 'worker')
}

function offlineParts(name: string, language: PageLanguage) {
  const { html, policy, version } = offlinePage(name, language)
  return {
    page: servedOf({ text: html, policy }),
    worker: servedOf({ text: serviceWorker(version, name), policy: workerPolicy }),
  }
}

const servedOf = ({ text, policy }: ServedText) => ({ response: cachedResponseOf(Buffer.from(text)), policy })

type Served = ReturnType<typeof servedOf>

function sendServed(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: Parameters<typeof sendCached>[2],
  { response, policy }: Served,
) {
  if (policy !== undefined) reply.header('content-security-policy', policy)
  return sendCached(request, reply, kind, response)
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
