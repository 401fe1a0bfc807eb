import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { endpoints } from '../contract/endpoints.ts'
import type { Context } from './context.ts'
import type { House } from './domain.ts'
import { openRanks } from './domains/accounts/ranks/rank-store.ts'
import { refusalPage } from './domains/content/brand/refusal-page.ts'
import { reasonIn } from './domains/content/content.ts'
import { isOffEndpoint } from './domains/content/navigation/off-endpoints.ts'
import { findRedirect } from './domains/content/redirects/redirects.ts'
import type { Settings } from './domains/content/settings/settings.ts'
import type { ContentStore } from './domains/content/store.ts'
import { openBoardNames } from './domains/network/modes/board-names.ts'
import { domainEventHandlers, domains, eventTypes, personalData, ports } from './domains.ts'
import { limitDatabaseWaitPerRequest } from './platform/database/query-deadline.ts'
import { serveAssets } from './platform/http/assets.ts'
import { EndpointRouter, parseOnlyJson, refuseUnstorableAddresses } from './platform/http/endpoints.ts'
import { installErrorHandler } from './platform/http/error-handler.ts'
import { serveHealth } from './platform/http/health.ts'
import { makeHttpServer, refuseUnknownAddresses } from './platform/http/http-server.ts'
import { servePages } from './platform/http/pages.ts'
import { logRequests } from './platform/http/request-log.ts'
import { addSecurityHeaders } from './platform/http/security-headers.ts'
import { watchForUnnamedProxy } from './platform/http/unnamed-proxy.ts'
import { openSockets } from './platform/live/sockets.ts'
import { serveMetrics } from './platform/logs/metrics.ts'
import type { WebBundle } from './web-bundle.ts'

export interface AppParts {
  readonly context: Context
  readonly content: ContentStore
  /** The app closes them. */
  readonly settings: Settings
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
  settings,
  web,
  isStopping,
  databaseWaitMs,
}: AppParts): Promise<FastifyInstance> {
  const isDevelopment = web?.middleware !== undefined
  const app = makeHttpServer(context, {
    isDevelopment,
    refusalPage: (refusal) => refusalPage(context.config.siteName, refusal),
  })
  const ranks = await openRanks(context)
  const boards = await openBoardNames(context)
  const content: ContentStore = {
    ...store,
    site: (language) => boards.withBoards(store.site(language)),
  }
  const sockets = openSockets(app, context, isDevelopment)
  sockets.restrictGameTypes(boards.has)
  boards.broadcastTo(sockets)
  const closing: (() => Promise<void> | void)[] = [
    () => sockets.close(),
    ranks.close,
    settings.close,
    boards.close,
    context.live.onResync(() => sockets.resyncAll()),
  ]
  app.addHook('preClose', async () => {
    for (const stop of closing.toReversed()) await stop()
  })

  limitDatabaseWaitPerRequest(app, databaseWaitMs)
  watchForUnnamedProxy(app, context)
  addSecurityHeaders(app, context.config)
  const constraints = Object.assign({}, ...domains.map((domain) => domain.constraints))
  installErrorHandler(app, constraints, context.languages, (language, reason) =>
    reasonIn(content.current(language), reason),
  )
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
  context.languages.serve(app)

  const router = new EndpointRouter(app, context, ports, (endpoint) =>
    isOffEndpoint(endpoint, content.current().navigation.off),
  )
  const house: House = {
    app,
    context,
    content,
    settings,
    ranks,
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
      findPreview: settings.findPreview,
      findRedirect: (path) => findRedirect(context.database.sql, path),
      refusalPage: (refusal) => refusalPage(content.site().name, refusal),
      ...web,
    })
  return app
}
