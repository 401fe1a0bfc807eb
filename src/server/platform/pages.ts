import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageRequest, SiteSettings } from '../../contract/site.ts'
import { userEndpoints } from '../../contract/users.ts'
import type { Context } from '../context.ts'
import { sessionToken } from './cookies.ts'
import { addressOfClient, type EndpointRouter } from './endpoints.ts'
import { AppError, notFound } from './errors.ts'
import { networkOf } from './network.ts'
import { pagePolicy } from './security-headers.ts'

/** Server rendering, as the web side's bundle offers it. */
export type RenderPage = (request: Request, page: PageRequest) => Promise<Response>

/** Vite's, in development: serves sources, and calls `next` for everything else. */
export type DevelopmentMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: Error) => void,
) => void

interface Pages {
  readonly router: EndpointRouter
  /** Asked for each document: content may change while the site runs. */
  readonly site: () => SiteSettings
  readonly render: RenderPage
  readonly middleware?: DevelopmentMiddleware | undefined
}

/** Addresses that are never pages: an unknown one below them is answered in their own form. */
const notPages = /^\/(?:api|health|metrics|media|assets)(?:\/|\?|$)/

/** Every address that nothing else answers is a page; the web side decides which, and says 404 itself. */
export function servePages(app: FastifyInstance, context: Context, pages: Pages): void {
  const { middleware } = pages
  if (middleware !== undefined) {
    app.addHook('onRequest', (request, reply, done) => {
      if (request.method === 'GET' && !/^\/(?:api|health|metrics|media)\b/.test(request.url)) {
        middleware(request.raw, reply.raw, done)
      } else done()
    })
  }
  app.get('/*', async (request, reply) => {
    if (notPages.test(request.url)) throw notFound('There is nothing at this address')
    await context.limits.take('general', networkOf(addressOfClient(request)))
    return renderDocument(request, reply, context, pages)
  })
}

async function renderDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  { router, site, render, middleware }: Pages,
) {
  const nonce = randomBytes(16).toString('base64')
  const known = await context.sessions.find(sessionToken(request, context.config))
  const call = router.inProcess(known, addressOfClient(request))
  const viewer = known && (await call(userEndpoints.current, {}).catch(goneMeansNobody))
  const response = await render(documentRequest(request, context), {
    site: site(),
    viewer,
    nonce,
    call,
    reportError: (error) => request.log.error({ err: error }, 'rendering failed'),
  })

  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  // Vite's own scripts and sockets have no nonce: in development there is no policy.
  if (middleware === undefined) reply.header('content-security-policy', pagePolicy(nonce, context.config))
  else reply.removeHeader('content-security-policy')
  return reply.header('cache-control', 'no-store').send(await response.text())
}

function goneMeansNobody(error: unknown): null {
  if (error instanceof AppError && error.code === 'unauthorized') return null
  throw error
}

/** A request line may hold a whole address (RFC 9112, absolute form): what counts is behind the host. */
const pathOf = (url: string) =>
  /^https?:\/\//i.test(url) ? url.replace(/^https?:\/\/[^/?#]*/i, '') || '/' : url

/** What rendering may see of the request: its address and method. Cookies stay here. */
const documentRequest = (request: FastifyRequest, { config }: Context) =>
  new Request(config.publicUrl + pathOf(request.url), {
    method: request.method === 'HEAD' ? 'GET' : request.method,
  })
