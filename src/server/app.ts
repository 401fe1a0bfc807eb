import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import staticFiles from '@fastify/static'
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import { endpoints } from '../contract/endpoints.ts'
import type { Context } from './context.ts'
import type { House } from './domain.ts'
import { refusalPage } from './domains/content/brand/refusal-page.ts'
import { openSettings } from './domains/content/settings/settings.ts'
import type { ContentStore } from './domains/content/store.ts'
import { openBoardNames } from './domains/network/modes/board-names.ts'
import { domainEventHandlers, domains, eventTypes, personalData, ports } from './domains.ts'
import {
  addressOfClient,
  EndpointRouter,
  limitKeyOfClient,
  parseOnlyJson,
  refuseUnstorableAddresses,
} from './platform/endpoints.ts'
import { installErrorHandler } from './platform/error-handler.ts'
import { AppError, badRequest, notFound } from './platform/errors.ts'
import { serveHealth } from './platform/health.ts'
import { respondToMalformedRequest } from './platform/malformed-requests.ts'
import { serveMetrics } from './platform/metrics.ts'
import { servePages, wantsDocument } from './platform/pages.ts'
import { limitDatabaseWaitPerRequest } from './platform/query-deadline.ts'
import { RequestLog } from './platform/request-log.ts'
import { addSecurityHeaders } from './platform/security-headers.ts'
import { SiteRequest } from './platform/site-request.ts'
import { openSockets } from './platform/sockets.ts'
import { watchForUnnamedProxy } from './platform/unnamed-proxy.ts'
import type { WebBundle } from './web-bundle.ts'

export interface AppParts {
  readonly context: Context
  readonly content: ContentStore
  /** Undefined where only the API is wanted. */
  readonly web: WebBundle | undefined
  readonly isStopping: () => boolean
  /** How long a request waits for the database in all; unset: as long as a visitor would. */
  readonly databaseWaitMs?: number | undefined
}

/** One server of all domains: what each of them says is mounted, in their order. */
export async function buildApp({
  context,
  content: store,
  web,
  isStopping,
  databaseWaitMs,
}: AppParts): Promise<FastifyInstance> {
  const isDevelopment = web?.middleware !== undefined
  const app = makeServer(context, isDevelopment)
  const settings = await openSettings(context, store)
  const boards = await openBoardNames(context)
  const content: ContentStore = { ...store, site: () => boards.withBoards(store.site()) }
  const sockets = openSockets(app, context, isDevelopment)
  sockets.restrictGameTypes(boards.has)
  boards.broadcastTo(sockets)
  const closing: (() => Promise<void> | void)[] = [
    () => sockets.close(),
    settings.close,
    boards.close,
    context.live.onResync(() => sockets.reconnectAll()),
  ]
  app.addHook('preClose', async () => {
    for (const stop of closing.toReversed()) await stop()
  })

  limitDatabaseWaitPerRequest(app, databaseWaitMs)
  watchForUnnamedProxy(app, context)
  addSecurityHeaders(app, context.config)
  installErrorHandler(app, Object.assign({}, ...domains.map(({ constraints }) => constraints)))
  parseOnlyJson(app)
  refuseUnstorableAddresses(app)
  refuseUnknownAddresses(app, context)
  logRequests(app)
  await app.register(cookie)
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  serveHealth(app, context.database, isStopping)

  const router = new EndpointRouter(app, context, ports)
  const house: House = {
    app,
    context,
    content,
    settings,
    sockets,
    router,
    metrics: serveMetrics(app, { ...context, openSockets: sockets.count }),
    boards,
    ports,
    personalData,
    eventTypes,
    atClose: (stop) => closing.push(stop),
  }
  for (const domain of domains) {
    router.mountAll(endpoints, domain.handlers(house))
    for (const start of domain.live ?? []) house.atClose(start(context, sockets))
    await domain.routes?.(house)
  }
  for (const handlers of domainEventHandlers) context.events.subscribe(handlers)
  router.refuseOtherMethods()

  if (web?.assetsDir !== undefined) await serveAssets(app, web.assetsDir)
  if (web !== undefined)
    servePages(app, context, {
      router,
      site: content.site,
      refusalPage: (refusal) => refusalPage(content.site().name, refusal),
      ...web,
    })
  return app
}

const withoutSchemas = () => {
  throw new Error('routes have no JSON schemas here')
}

function makeServer({ config, log }: Context, isDevelopment: boolean): FastifyInstance {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (_logger, bindings) => new RequestLog(log, bindings),
    requestIdHeader: false,
    // Before any route or hook: an address that cannot be decoded gets the same body as every other refusal.
    frameworkErrors: (_error, request, reply) => {
      const refusal = badRequest('The address is not valid')
      const page = wantsDocument(request) ? refusalPage(config.siteName, refusal) : undefined
      reply.raw
        .writeHead(400, {
          'content-type': page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
          'content-security-policy': page?.policy ?? "default-src 'none'",
          'x-content-type-options': 'nosniff',
        })
        .end(page?.html ?? JSON.stringify(refusal.body()))
    },
    clientErrorHandler: respondToMalformedRequest,
    // The contract checks what comes and what leaves: Fastify's own two compilers would only be loaded.
    schemaController: {
      compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas },
    },
    genReqId: () => crypto.randomUUID(),
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 200 },
    // Slow clients: headers within 5 s, the whole request (an image on a slow line) within 30 s. Who asks
    // and never reads is gone after 30 to 60 s: Node looks a second time where something was still under way.
    requestTimeout: 30_000,
    connectionTimeout: 30_000,
    http: {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      // In development hot reload has a socket of its own.
      ...(!isDevelopment && { IncomingMessage: SiteRequest }),
    },
    keepAliveTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Requests on open connections get their response while the site stops; readiness keeps new ones away.
    return503OnClosing: false,
  }) as unknown as FastifyInstance
}

/** Runs before a body is read: neither its type nor its size matters at an address that does not exist. */
function refuseUnknownAddresses(app: FastifyInstance, { limits }: Context): void {
  const refuse = async (request: FastifyRequest): Promise<never> => {
    await limits.take('general', limitKeyOfClient(request))
    if (request.method === 'GET' || request.url.startsWith('/api'))
      throw notFound('There is nothing at this address')
    throw new AppError('method_not_allowed', 'Pages are only read')
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) refuse(request).catch(done)
    else done()
  })
  app.setNotFoundHandler(async () => {
    throw notFound('There is nothing at this address')
  })
}

/**
 * One line per request that changes something, is not allowed or fails; other reads are for `debug`, those over a limit
 * too: a flood is not to fill the log. The reason for 503 responses is a line of its own, once per outage.
 */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const isDenied = status === 401 || status === 403
    const isFailure = status >= 500 && status !== 503
    const level = isFailure ? 'warn' : request.method === 'GET' && !isDenied ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        path: loggedPath(request.url),
        status,
        ms: Math.round(reply.elapsedTime),
        user: request.viewer?.id,
        ...(request.refusal !== null && { code: request.refusal, address: addressOfClient(request) }),
      },
      'request',
    )
    done()
  })
}

/** Without the query string, and without the token in the links that end mails. */
const loggedPath = (url: string) => (url.split('?', 1)[0] ?? '').replace(/(\/unsubscribe\/).+/s, '$1***')

const aYear = 31_536_000

async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  const options = { index: false as const, cacheControl: false, decorateReply: false }
  const assets = join(root, 'assets')
  const known = new Set(readdirSync(assets).map((name) => `/${name}`))
  // Names below assets/ carry a hash of the content; the others may change with the next release.
  await app.register(staticFiles, {
    ...options,
    root: assets,
    // What was built is served, and nothing else that an address might lead to.
    allowedPath: (path) => known.has(path),
    prefix: '/assets/',
    preCompressed: true,
    setHeaders(reply) {
      reply.setHeader('cache-control', `public, max-age=${aYear}, immutable`)
      reply.setHeader('vary', 'accept-encoding')
    },
  })
  // A route for each: at an address without one there is a page.
  await app.register(staticFiles, {
    ...options,
    root,
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply) => void reply.setHeader('cache-control', 'public, max-age=3600'),
  })
}
