import { msg } from '@lingui/core/macro'
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import type { Context } from '../../context.ts'
import { limitKeyOfClient } from './endpoints.ts'
import { AppError, badRequest, notFound } from './errors.ts'
import { respondToMalformedRequest } from './malformed-requests.ts'
import { type RefusalPage, wantsDocument } from './pages.ts'
import { RequestLog } from './request-log.ts'
import { SiteRequest } from './site-request.ts'

const withoutSchemas = () => {
  throw new Error('routes have no JSON schemas here')
}

/** Makes the server; `refusalPage` is for requests whose address cannot be decoded. */
export function makeHttpServer(
  { config, log }: Pick<Context, 'config' | 'log'>,
  { isDevelopment, refusalPage }: { readonly isDevelopment: boolean; readonly refusalPage: RefusalPage },
): FastifyInstance {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (_logger, bindings) => new RequestLog(log, bindings),
    requestIdHeader: false,
    // Before any route or hook: an address that cannot be decoded gets the same body as every other refusal.
    frameworkErrors: (_error, request, reply) => {
      const refusal = badRequest(msg`The address is not valid`)
      const page = wantsDocument(request) ? refusalPage(refusal) : undefined
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
export function refuseUnknownAddresses(app: FastifyInstance, { limits }: Pick<Context, 'limits'>): void {
  const refuse = async (request: FastifyRequest): Promise<never> => {
    await limits.take('general', limitKeyOfClient(request))
    if (request.method === 'GET' || request.url.startsWith('/api'))
      throw notFound(msg`There is nothing at this address`)
    throw new AppError('method_not_allowed', msg`Pages are only read`)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) refuse(request).catch(done)
    else done()
  })
  app.setNotFoundHandler(async () => {
    throw notFound(msg`There is nothing at this address`)
  })
}
