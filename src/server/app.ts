import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import staticFiles from '@fastify/static'
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import { endpoints } from '../contract/endpoints.ts'
import { adminHandlers } from './admin/routes.ts'
import type { Context } from './context.ts'
import { emailHandlers } from './domains/accounts/email/routes.ts'
import { memberHandlers } from './domains/accounts/members/routes.ts'
import { accountHandlers } from './domains/accounts/personal-data/routes.ts'
import { recoveryHandlers } from './domains/accounts/recovery/routes.ts'
import { secondFactorHandlers } from './domains/accounts/second-factor/routes.ts'
import { sessionHandlers } from './domains/accounts/sessions/routes.ts'
import { serveAvatars } from './domains/accounts/users/avatar/serve.ts'
import { userConstraints, userHandlers } from './domains/accounts/users/routes.ts'
import { applicationConstraints, applicationHandlers } from './domains/applications/routes.ts'
import { serveApplicationWebhook } from './domains/applications/webhook.ts'
import { serveApiDocs } from './domains/content/api-docs.ts'
import { refusalPage } from './domains/content/brand/refusal-page.ts'
import { serveBrand } from './domains/content/brand/routes.ts'
import { newsConstraints, newsHandlers } from './domains/content/news/routes.ts'
import { serveNewsCovers } from './domains/content/news/serve-covers.ts'
import { serveNewsFeed } from './domains/content/news/serve-feed.ts'
import { newsletterHandlers, serveNewsletterEnd } from './domains/content/newsletter/routes.ts'
import { contentHandlers } from './domains/content/routes.ts'
import type { ContentStore } from './domains/content/store.ts'
import { eventConstraints } from './domains/events/constraints.ts'
import { eventHandlers } from './domains/events/routes.ts'
import { serveEventCalendar } from './domains/events/serve-calendar.ts'
import { anonymizeDeletedPlayers, startAnonymizingNames } from './domains/matches/ledger/anonymize.ts'
import { startStatsFeed } from './domains/matches/ledger/live.ts'
import { linkCodes } from './domains/matches/ledger/proof.ts'
import { ingestHandlers, linkHandlers } from './domains/matches/ledger/routes.ts'
import { modeConstraints, modeHandlers } from './domains/matches/modes/routes.ts'
import { presenceHandlers } from './domains/matches/presence/routes.ts'
import { punishmentHandlers } from './domains/matches/punishments/routes.ts'
import { rulingHandlers } from './domains/matches/rulings/routes.ts'
import { deleteAppealsOf } from './domains/moderation/appeals/queries.ts'
import { appealConstraints, appealHandlers } from './domains/moderation/appeals/routes.ts'
import { caseHandlers } from './domains/moderation/case-routes.ts'
import { moderationConstraints, moderationHandlers } from './domains/moderation/routes.ts'
import { discordAdminHandlers } from './domains/network/discord/admin-routes.ts'
import { discordHandlers } from './domains/network/discord/routes.ts'
import { openBoardNames } from './domains/network/modes/board-names.ts'
import { practiceConstraints } from './domains/network/practice/manage.ts'
import { practiceHandlers } from './domains/network/practice/routes.ts'
import { startStatus } from './domains/network/status/start.ts'
import { notificationHandlers, startNotificationFeed } from './domains/notifications/routes.ts'
import { notificationSettingsHandlers, pushConstraints } from './domains/notifications/settings-routes.ts'
import { serveUnsubscribe } from './domains/notifications/unsubscribe.ts'
import { discordLinkConstraints, discordLinkHandlers } from './domains/players/discord-link/routes.ts'
import { followConstraints, followHandlers } from './domains/players/follows/routes.ts'
import { playerHandlers } from './domains/players/routes.ts'
import { todayHandlers } from './domains/players/today.ts'
import { startCommentFeed } from './domains/posts/comments/live.ts'
import { commentConstraints, commentHandlers } from './domains/posts/comments/routes.ts'
import { communityHandlers } from './domains/posts/community/routes.ts'
import { serveMedia } from './domains/posts/media.ts'
import { postConstraints, postHandlers } from './domains/posts/routes.ts'
import { leaderboardHandlers } from './domains/rankings/leaderboard/routes.ts'
import { practiceTodayHandlers } from './domains/rankings/practice-today/routes.ts'
import { startRatingFeed } from './domains/rankings/ratings/live.ts'
import { ratingHandlers } from './domains/rankings/ratings/routes.ts'
import { seasonConstraints, seasonHandlers } from './domains/rankings/seasons/routes.ts'
import { statsHandlers } from './domains/rankings/stats/routes.ts'
import { reportConstraints, reportHandlers } from './domains/reports/bug-reports/routes.ts'
import { contactAdminHandlers } from './domains/reports/contact/admin-routes.ts'
import { contactConstraints, contactHandlers } from './domains/reports/contact/routes.ts'
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
import { startStaffFeed } from './platform/staff-feed.ts'
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

/** Every feature of the product, wired by hand: the table of contents of the server. */
export async function buildApp({
  context,
  content: store,
  web,
  isStopping,
  databaseWaitMs,
}: AppParts): Promise<FastifyInstance> {
  const isDevelopment = web?.middleware !== undefined
  const app = makeServer(context, isDevelopment)
  const boards = await openBoardNames(context)
  const content: ContentStore = { ...store, site: () => boards.withBoards(store.site()) }
  const sockets = openSockets(app, context, isDevelopment)
  sockets.restrictGameTypes(boards.has)
  boards.broadcastTo(sockets)
  const status = startStatus(context, sockets)
  // Before the identities move to the anonymous account.
  context.events.subscribe('accountDeleted', (transaction, { userId }) =>
    deleteAppealsOf(transaction, userId),
  )
  anonymizeDeletedPlayers(context.events)
  context.events.subscribe('accountDeletionCommitted', () => startAnonymizingNames(context))
  const stopStatsFeed = startStatsFeed(context, sockets)
  const stopStaffFeed = startStaffFeed(context, sockets)
  const stopCommentFeed = startCommentFeed(context, sockets)
  const stopNotificationFeed = startNotificationFeed(context, sockets)
  const stopRatingFeed = startRatingFeed(context, sockets)
  const stopResync = context.live.onResync(() => sockets.reconnectAll())
  app.addHook('preClose', async () => {
    stopStatsFeed()
    stopStaffFeed()
    stopCommentFeed()
    stopNotificationFeed()
    stopRatingFeed()
    stopResync()
    boards.close()
    await sockets.close()
    await status.close()
  })

  limitDatabaseWaitPerRequest(app, databaseWaitMs)
  watchForUnnamedProxy(app, context)
  addSecurityHeaders(app, context.config)
  installErrorHandler(app, {
    ...userConstraints,
    ...postConstraints,
    ...commentConstraints,
    ...followConstraints,
    ...discordLinkConstraints,
    ...eventConstraints,
    ...practiceConstraints,
    ...modeConstraints,
    ...appealConstraints,
    ...seasonConstraints,
    ...applicationConstraints,
    ...reportConstraints,
    ...contactConstraints,
    ...moderationConstraints,
    ...newsConstraints,
    ...pushConstraints,
  })
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
  const metrics = serveMetrics(app, {
    config: context.config,
    database: context.database,
    openSockets: sockets.count,
    pollAgeMs: status.pollAgeMs,
  })
  serveApiDocs(app, context, content.site())
  serveMedia(app, context)
  serveAvatars(app, context)
  serveEventCalendar(app, context)
  serveNewsFeed(app, context)
  serveNewsCovers(app, context)

  const router = new EndpointRouter(app, context)
  router.mount(endpoints.users, userHandlers(context, linkCodes))
  router.mount(endpoints.account, accountHandlers(context))
  router.mount(endpoints.sessions, sessionHandlers(context))
  router.mount(endpoints.secondFactor, secondFactorHandlers(context))
  router.mount(endpoints.stats, statsHandlers(context))
  router.mount(endpoints.posts, postHandlers(context))
  router.mount(endpoints.comments, commentHandlers(context))
  router.mount(endpoints.reports, reportHandlers(context))
  router.mount(endpoints.applications, applicationHandlers(context))
  router.mount(endpoints.status, status.handlers)
  router.mount(endpoints.leaderboard, leaderboardHandlers(context, content))
  router.mount(endpoints.ratings, ratingHandlers(context, content))
  router.mount(endpoints.seasons, seasonHandlers(context))
  router.mount(endpoints.players, playerHandlers(context))
  router.mount(endpoints.follows, followHandlers(context))
  router.mount(endpoints.discordLink, discordLinkHandlers(context))
  router.mount(endpoints.today, todayHandlers(context, content))
  router.mount(endpoints.link, linkHandlers(context))
  router.mount(endpoints.ingest, ingestHandlers(context, metrics.countIngested))
  router.mount(endpoints.punishments, punishmentHandlers(context))
  router.mount(endpoints.rulings, rulingHandlers(context))
  router.mount(endpoints.modes, modeHandlers(context, boards))
  router.mount(endpoints.presence, presenceHandlers(context))
  router.mount(endpoints.practice, practiceHandlers(context))
  router.mount(endpoints.practiceToday, practiceTodayHandlers(context))
  router.mount(endpoints.events, eventHandlers(context))
  router.mount(endpoints.community, communityHandlers(context))
  router.mount(endpoints.discord, discordHandlers(context, content))
  router.mount(endpoints.discordAdmin, discordAdminHandlers(context))
  router.mount(endpoints.contact, contactHandlers(context))
  router.mount(endpoints.content, contentHandlers(content))
  router.mount(endpoints.news, newsHandlers(context))
  router.mount(endpoints.newsletter, newsletterHandlers(context))
  router.mount(endpoints.members, memberHandlers(context))
  router.mount(endpoints.desk, {
    ...adminHandlers(context, content),
    ...contactAdminHandlers(context),
  })
  router.mount(endpoints.appeals, appealHandlers(context))
  router.mount(endpoints.cases, caseHandlers(context))
  router.mount(endpoints.moderation, moderationHandlers(context))
  router.mount(endpoints.notifications, notificationHandlers(context))
  router.mount(endpoints.notificationSettings, notificationSettingsHandlers(context))
  router.mount(endpoints.email, emailHandlers(context))
  router.mount(endpoints.recovery, recoveryHandlers(context, linkCodes))
  router.refuseOtherMethods()
  await serveApplicationWebhook(app, context)
  await serveUnsubscribe(app, context)
  await serveNewsletterEnd(app, context)
  await serveBrand(app, context, { content, router })

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
    // Who was let in is answered, also while the site stops; readiness keeps newcomers away.
    return503OnClosing: false,
  }) as unknown as FastifyInstance
}

/** Told before a body is read: neither its type nor its size matters at an address that does not exist. */
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
 * too: a flood is not to fill the log. Why a request was answered with 503 is a line of its own, once per outage.
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
