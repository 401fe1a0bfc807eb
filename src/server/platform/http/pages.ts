import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { msg } from '@lingui/core/macro'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packRanks } from '../../../contract/accounts/ranks.ts'
import { userEndpoints } from '../../../contract/accounts/users-endpoints.ts'
import { isEmbed, overlayOf, themeParam } from '../../../contract/content/embeds.ts'
import { ignoresQuery } from '../../../contract/content/page-parameters.ts'
import { pictureParam, previewParam, withoutLineBreaks } from '../../../contract/content/page-path.ts'
import type { PageRequest, SiteSettings } from '../../../contract/content/site.ts'
import type { Context } from '../../context.ts'
import { isOfDatabaseOutage } from '../database/database-outage.ts'
import { preferReplicas } from '../database/read-replicas.ts'
import type { Language } from '../languages/languages.ts'
import { bodyWithNonce, type CachedPage, cachedPageOf, gzipWithNonce } from './cached-page.ts'
import { sessionToken } from './cookies.ts'
import { addressOfClient, type EndpointRouter, limitKeyOfClient } from './endpoints.ts'
import { type RawError, sendErrorResponse, startErrorResponse } from './error-handler.ts'
import { AppError, badRequest, notFound } from './errors.ts'
import { pagePolicy } from './security-headers.ts'
import type { SessionViewer } from './sessions.ts'
import type { VisitorCache } from './visitor-cache.ts'
import { acceptsGzip } from './visitor-response.ts'

/** Server rendering, as exported by the web bundle. */
export type RenderPage = (request: Request, page: PageRequest) => Promise<Response>

/** Vite's middleware in development: serves sources, and calls `next` for everything else. */
export type DevelopmentMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: Error) => void,
) => void

/** Page shown instead of an error; needs neither database nor web bundle. */
export type RefusalPage = (refusal: AppError) => { readonly html: string; readonly policy: string }

/** What pages show before it is saved, to the browser that asked for it. */
interface Preview {
  /** Runs the rendering with what is not saved. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Whether the page is rendered as visitors see it. */
  readonly isVisitorsOnly: boolean
}

/** Undefined for requesters without previews, who get the page as everybody does. */
export type FindPreview = (token: string, sessionToken: string) => Promise<Preview | undefined>

/** Where an address of another program leads on this site. Asked where the site has no such page. */
export type FindRedirect = (path: string) => Promise<string | undefined>

/** How a document is rendered: what is not said follows from its request. */
interface Rendering {
  readonly url?: string
  readonly preview?: Preview | undefined
  readonly language?: Language
}

interface Pages {
  readonly findPreview: FindPreview
  readonly findRedirect: FindRedirect
  readonly router: EndpointRouter
  /** Evaluated per document, because content may change at run time. */
  readonly site: (language: string) => SiteSettings
  readonly render: RenderPage
  readonly middleware?: DevelopmentMiddleware | undefined
  readonly refusalPage: RefusalPage
}

/** Paths that are never pages; unknown ones below them respond in their own format. */
const notPages = /^\/(?:api|health|metrics|media|assets)(?:\/|\?|$)/

/** Serves all remaining paths as pages. The web side routes them and renders 404 itself. */
export function servePages(app: FastifyInstance, context: Context, pages: Pages): void {
  const { middleware } = pages
  if (middleware !== undefined) {
    app.addHook('onRequest', (request, reply, done) => {
      if (request.method === 'GET' && !/^\/(?:api|health|metrics|media)\b/.test(request.url)) {
        middleware(request.raw, reply.raw, done)
      } else done()
    })
  }
  const errorHandler = async (error: RawError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = startErrorResponse(error, request, reply, {})
    if (!wantsDocument(request)) return sendErrorResponse(reply, refusal, context.languages)
    const { html, policy } = pages.refusalPage(refusal)
    return setPolicy(request, reply, policy)
      .removeHeader('content-encoding')
      .type('text/html; charset=utf-8')
      .send(html)
  }
  app.get('/*', { errorHandler }, async (request, reply) => {
    if (notPages.test(request.url)) throw notFound(msg`There is nothing at this address`)
    await context.limits.take('general', limitKeyOfClient(request))
    const cache = middleware === undefined ? context.visitorCaches?.pages : undefined
    if (cache === undefined || !isForAllVisitors(request, context))
      return sendDocument(request, reply, context, pages)
    return sendCachedPage(request, reply, context, pages, cache)
  })
}

/** True for browser navigation; other clients and the web side's fetches receive JSON. */
export const wantsDocument = ({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>) =>
  !notPages.test(url) && /\btext\/html\b/i.test(headers.accept ?? '')

/** base64url needs no escaping in HTML, JSON or headers. */
const newNonce = () => randomBytes(16).toString('base64url')

async function renderDocument(
  request: FastifyRequest,
  context: Context,
  pages: Pages,
  { url = request.url, preview, ...shared }: Rendering = {},
): Promise<{ response: Response; nonce: string }> {
  const nonce = newNonce()
  const token = preview?.isVisitorsOnly ? undefined : sessionOf(request, context)
  const known = await context.sessions.find(token)
  const spoken = shared.language ?? languageOf(request, context, known)
  const { tag, site: language, messages } = spoken
  const call = pages.router.inProcess(known, addressOfClient(request), {
    isUncached: preview !== undefined,
    language: tag,
  })
  const viewer = known && (await call(userEndpoints.current, {}).catch(unauthorizedAsNull))
  const ranks = packRanks(viewer)
  const report = reporterTo(request.log)
  let outage: unknown
  const shown = isWidget(request) ? overlayOf(url) : url
  const response = await pages.render(documentRequest(request.method, shown, context), {
    site: {
      ...pages.site(tag),
      ...(ranks !== undefined && { ranks }),
      ...(language !== undefined && { language }),
    },
    messages,
    viewer,
    nonce,
    isWidget: isWidget(request),
    call,
    reportError: (error) => {
      if (isOfDatabaseOutage(error)) outage = error
      else report(error)
    },
  })
  // A page without its data is no page.
  if (outage !== undefined) throw outage
  const target = response.status === 404 ? await pages.findRedirect(pathOf(url)) : undefined
  if (target === undefined) return { response, nonce }
  return { response: new Response(null, { status: 301, headers: { location: target } }), nonce }
}

/** API errors are expected and shown by the page; only others are logged as failures. */
const reporterTo = (log: FastifyBaseLogger) => (error: unknown) => {
  if (error instanceof AppError && error.status < 500)
    log.debug({ err: error }, 'an API call of a page was rejected')
  else log.error({ err: error }, 'rendering failed')
}

/** In this one spelling, which is the one that the page itself knows. */
const isWidget = ({ url }: Pick<FastifyRequest, 'url'>) => isEmbed(url.split('?', 1)[0] ?? '')

/** Widgets look the same to everybody: other sites show them. */
const sessionOf = (request: FastifyRequest, { config }: Context) =>
  isWidget(request) ? undefined : sessionToken(request, config)

const languageOf = (request: FastifyRequest, { languages }: Context, viewer: SessionViewer | null = null) =>
  isWidget(request)
    ? languages.ofAddress(request)
    : languages.of({ headers: request.headers, query: request.query, cookies: request.cookies, viewer })

/** Sets the policy of a document. Any site may frame a widget, and nothing else of this one. */
function setPolicy(request: FastifyRequest, reply: FastifyReply, policy: string): FastifyReply {
  if (!isWidget(request)) return reply.header('content-security-policy', policy)
  return reply
    .removeHeader('x-frame-options')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-security-policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'))
}

async function sendDocument(request: FastifyRequest, reply: FastifyReply, context: Context, pages: Pages) {
  const preview = await previewOf(request, context, pages)
  const render = () => renderDocument(request, context, pages, { preview })
  const { response, nonce } = await (preview === undefined ? render() : preview.during(render))
  head(request, reply, response, nonce, context)
  if (context.languages.isChoice && !isWidget(request)) reply.header('vary', 'cookie, accept-language')
  if (preview !== undefined) reply.headers(previewHeaders(pagePolicy(nonce, context.config)))
  // Vite's scripts and sockets have no nonce, so development has no policy.
  if (pages.middleware !== undefined) reply.removeHeader('content-security-policy')
  const html = await response.text()
  const isPicture = preview !== undefined && pictureParam in (request.query as object)
  return reply.send(isPicture ? withoutScripts(html) : html)
}

/** A frame that may not run scripts would complain about each. */
const withoutScripts = (html: string) => html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/gi, '')

async function previewOf(request: FastifyRequest, context: Context, pages: Pages) {
  const { [previewParam]: token } = request.query as Readonly<Record<string, unknown>>
  const session = sessionOf(request, context)
  if (typeof token !== 'string' || session === undefined) return undefined
  return pages.findPreview(token, session)
}

/** A preview is no page to search engines, and is shown beside the fields that change it. */
const previewHeaders = (policy: string) => ({
  'x-robots-tag': 'noindex',
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
})

/** Sets status, policy and cache headers of a document. */
function head(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers }: Pick<CachedPage | Response, 'status' | 'headers'>,
  nonce: string,
  { config }: Context,
): void {
  reply.code(status)
  for (const [name, value] of headers) reply.header(name, value)
  setPolicy(request, reply, pagePolicy(nonce, config)).header('cache-control', 'no-store')
}

/** Renders a page for visitors at most once a second, and sends it with a fresh nonce. */
async function sendCachedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  pages: Pages,
  cache: VisitorCache<CachedPage>,
) {
  const url = pathOf(request.url) + themeOf(request)
  const language = languageOf(request, context)
  const page = await cache.get(`${language.tag} ${language.site?.isInAddress} ${url}`, async () => {
    const { response, nonce } = await preferReplicas(context.database, () =>
      renderDocument(request, context, pages, { url, language }),
    )
    return cachedPageOf(response, nonce)
  })
  const nonce = newNonce()
  head(request, reply, page, nonce, context)
  if (page.ageSeconds !== undefined) reply.header('age', page.ageSeconds)
  const isChosen = context.languages.isChoice && !isWidget(request)
  reply.header('vary', `accept-encoding${isChosen ? ', cookie, accept-language' : ''}`)
  if (!acceptsGzip(request)) return reply.send(bodyWithNonce(page, nonce))
  return reply.header('content-encoding', 'gzip').send(gzipWithNonce(page, nonce))
}

/** The part of a widget's query that is kept for all: one of two. */
const themeOf = ({ url, query }: FastifyRequest) =>
  isWidget({ url }) && (query as Readonly<Record<string, unknown>>)[themeParam] === 'light'
    ? `?${themeParam}=light`
    : ''

/** True without a session cookie and without a query that the page reads: a page with one is rarely requested twice. */
const isForAllVisitors = (request: FastifyRequest, context: Context) =>
  request.url.startsWith('/') &&
  ignoresQuery(pathOf(request.url), Object.keys(request.query as object)) &&
  sessionOf(request, context) === undefined

/** The path in one spelling, so that no other one is another page. */
function pathOf(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  try {
    return encodeURI(decodeURI(path))
  } catch {
    return path
  }
}

function unauthorizedAsNull(error: unknown): null {
  if (error instanceof AppError && error.code === 'unauthorized') return null
  throw error
}

/**
 * Returns path and query of a request line, which may contain a whole URL (RFC 9112, absolute form).
 * @throws 400 for a URL of another scheme, and for `*`
 */
function targetOf(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  if (!target.startsWith('/')) throw badRequest(msg`The address is not valid`)
  const [path = '', ...query] = target.split('?')
  return [withoutLineBreaks(path), ...query].join('?')
}

/** Passes URL and method to rendering; cookies are withheld. */
const documentRequest = (method: string, url: string, { config }: Context) =>
  new Request(config.publicUrl + targetOf(url), { method: method === 'HEAD' ? 'GET' : method })
