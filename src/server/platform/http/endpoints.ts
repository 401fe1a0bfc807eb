import { Readable } from 'node:stream'
import { msg } from '@lingui/core/macro'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { holds, type Viewer } from '../../../contract/accounts/ranks.ts'
import {
  type AnyEndpoint,
  type EndpointTable,
  type Input,
  type Response,
  type Transport,
  urlOf,
} from '../../../contract/endpoint.ts'
import { bodyLimits, type RateLimit, type RateLimitName, rateLimits } from '../../../contract/limits.ts'
import type { RestrictedAction } from '../../../contract/moderation/restricted-actions.ts'
import { ownValue } from '../../../contract/own-value.ts'
import type { Context } from '../../context.ts'
import type { Executor } from '../database/database.ts'
import { preferReplicas } from '../database/read-replicas.ts'
import {
  type Allowance,
  type ApiKey,
  allowOtherOrigins,
  announceEnd,
  countCall,
  sendPreflight,
} from './api-calls.ts'
import { apiKeyIn, isApiKey } from './api-key-secret.ts'
import { makeAvatarsAbsolute } from './avatar-path.ts'
import { sendTagged } from './conditional.ts'
import { clearSessionCookie, sessionToken, setSessionCookie } from './cookies.ts'
import { AppError, badRequest, forbidden, notFound, unauthorized } from './errors.ts'
import { parseJsonBody, requireStorableText } from './json-body.ts'
import { type LimitKey, limitKey } from './limit-key.ts'
import { networkOf, normalizeAddress } from './network.ts'
import { isAtHost, isOfOwnPage, requireOwnOrigin } from './same-origin.ts'
import type { SessionViewer } from './sessions.ts'
import { takeUploadSlot, type UploadSlot } from './upload-slot.ts'
import { parseInput, type RawInput } from './validation.ts'
import {
  etagOf,
  languageVary,
  sendVisitorResponse,
  type VisitorResponse,
  visitorResponse,
} from './visitor-response.ts'

/** An authenticated game server; each has its own key. */
export interface GameServer {
  readonly id: number
  readonly name: string
}

/** What domains say about a caller. */
export interface CallerChecks {
  /** Returns the server of an Authorization header; null when its key is missing, unknown or revoked. */
  findGameServer(executor: Executor, authorization: string | undefined): Promise<GameServer | null>
  /**
   * Returns an API key with what it may do now; null when it is unknown, expired or removed, or when its maker lost the
   * account or the power.
   */
  findApiKey(executor: Executor, secret: string): Promise<ApiKey | null>
  /** @throws 403 for a restricted member */
  requireUnrestricted(executor: Executor, userId: number, action: RestrictedAction): Promise<void>
}

/** Request data for handlers besides the parsed input. */
export interface RequestScope {
  /** Null for a visitor. */
  readonly viewer: Viewer | null
  /** The signed-in member. @throws 401 for a visitor */
  readonly member: Viewer
  /** The authenticated game server. @throws 401 where the endpoint is not for game servers */
  readonly gameServer: GameServer
  /** The API key of the call; null where it was sent without. */
  readonly apiKey: CallingKey | null
  readonly address: string
  readonly userAgent: string | undefined
  readonly sessionToken: string | undefined
  /** The page that calls is at the address of the Host header; true for calls that no page makes. */
  readonly isAtHost: boolean
  /** The offered language of the page that calls; undefined where none is asked for: the default then. */
  readonly language: string | undefined
  readonly idempotencyKey: string | undefined
  /** The version from `If-Match` where the endpoint is `versioned`; undefined: any (docs/spec/rulings.md, Wire contract). */
  readonly ifMatch: number | undefined
  /** Value of the endpoint's `secretHeader`. */
  readonly secret: string | undefined
  readonly reply: ReplyScope
}

/** An API key, and what it may still do; undefined where limits are off. */
export interface CallingKey extends ApiKey {
  readonly allowance: Allowance | undefined
}

/** Additional response data; in-process calls ignore it. */
export interface ReplyScope {
  header(name: string, value: string): void
  beginSession(token: string): void
  endSession(): void
  /** Sends 202 instead of the endpoint's status: the work goes on, or waits for somebody. */
  accepted(): void
  /** Sends the file of a `download`; each piece is produced after the previous one is sent. */
  file(name: string, pieces: AsyncIterable<string>): void
}

type Handler<E> = (request: Input<E> & RequestScope) => Promise<Response<E>>

/** One handler per endpoint of a table, checked at compile time. */
export type Handlers<T extends EndpointTable> = { readonly [K in keyof T]: Handler<T[K]> }

interface Mounted {
  readonly endpoint: AnyEndpoint
  readonly handle: Handler<AnyEndpoint>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    structureLimit?: number
    /** The handler checks itself whether the texts of a body can be stored. */
    anyText?: boolean
  }
  interface FastifyRequest {
    viewer: SessionViewer | null
    /** Limit that is returned when the request is rejected, and its key. */
    returnable: [RateLimitName, LimitKey] | null
    /** Upload slot of a large body. */
    uploadSlot: UploadSlot | null
    gameServer: GameServer | null
    apiKey: CallingKey | null
  }
}

const switchedOff = 'This part of the site is switched off'

const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

interface InProcess {
  /** What is shown is not what others see. */
  readonly isUncached?: boolean
  /** Of the page. */
  readonly language?: string | undefined
}

/** Mounts endpoint tables on HTTP and serves in-process calls by the same rules. */
export class EndpointRouter {
  // Keyed by name rather than object, because the web bundle contains its own copy of the contract.
  readonly #mounted = new Map<string, Mounted>()
  readonly #methodsOf = new Map<string, Set<string>>()
  /** URLs of stable calls, which pages of other origins may read. */
  readonly #stableUrls = new Set<string>()

  constructor(
    private readonly app: FastifyInstance,
    private readonly context: Context,
    private readonly checks: CallerChecks,
    /** Whether an endpoint is switched off: it is then not found. */
    private readonly isOff: (endpoint: AnyEndpoint) => boolean = () => false,
  ) {
    app.decorateRequest('viewer', null)
    app.decorateRequest('returnable', null)
    app.decorateRequest('uploadSlot', null)
    app.decorateRequest('gameServer', null)
    app.decorateRequest('apiKey', null)
  }

  /** Mounts the tables that there are handlers for. */
  mountAll(
    tables: Readonly<Record<string, EndpointTable>>,
    handlers: Readonly<Record<string, object>>,
  ): void {
    for (const [name, table] of Object.entries(tables)) {
      const own = ownValue(handlers, name)
      if (own !== undefined) this.mount(table, own as Handlers<EndpointTable>)
    }
  }

  mount<T extends EndpointTable>(table: T, handlers: Handlers<T>): void {
    for (const [name, endpoint] of Object.entries(table)) {
      const mounted = {
        endpoint,
        handle: ownValue(handlers as Readonly<Record<string, unknown>>, name) as Handler<AnyEndpoint>,
      }
      this.#mounted.set(nameOf(endpoint), mounted)
      this.#route(mounted, endpoint.path)
      if (endpoint.aliasPath !== undefined) this.#route(mounted, endpoint.aliasPath)
    }
  }

  /** Responds with 405 to unsupported methods of known paths. Call it after the last `mount`. */
  refuseOtherMethods(): void {
    for (const url of this.#stableUrls) {
      this.app.route({ method: 'OPTIONS', url, handler: sendPreflight })
      this.#methodsOf.get(url)?.add('OPTIONS')
    }
    for (const [url, known] of this.#methodsOf) {
      const allow = [...known, ...(known.has('GET') ? ['HEAD'] : [])]
      const others = methods.filter((method) => !allow.includes(method))
      this.app.route({
        method: others,
        url,
        // Runs before the body is read, so its type and size do not matter.
        onRequest: async (_request, reply) => {
          reply.header('allow', allow.join(', '))
          throw new AppError('method_not_allowed', msg`Method not allowed`)
        },
        handler: async () => undefined,
      })
    }
  }

  /** API transport for server rendering: same access rules, parsing and responses, without HTTP. */
  inProcess(
    viewer: Viewer | null,
    address: string,
    { isUncached = false, language }: InProcess = {},
  ): Transport {
    return async <E extends AnyEndpoint>(endpoint: E, input: object): Promise<Response<E>> => {
      const mounted = this.#mounted.get(nameOf(endpoint))
      if (mounted === undefined) throw new Error(`no handler for ${nameOf(endpoint)}`)
      if (endpoint.method !== 'GET') throw new Error('only GET endpoints can be called in process')
      authorize(mounted.endpoint, viewer)
      if (this.isOff(mounted.endpoint)) throw notFound(switchedOff)
      const given = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
      const raw = { params: asText(given.params), query: asText(given.query) }
      // Pages pass on unvalidated path parameters.
      requireStorableText(raw.params, 'path')
      requireStorableText(raw.query)
      const { visitorCaches } = this.context
      // Not for visitors: their pages are cached, and would contain data of twice the age.
      if (
        !isUncached &&
        visitorCaches !== undefined &&
        viewer !== null &&
        mounted.endpoint.viewerIndependent
      ) {
        const visitorCall = callOf(mounted.endpoint, raw, language ?? this.context.languages.tags[0]!)
        const { text } = await visitorCaches.responses.get(visitorCall.name, () =>
          this.#respondForAll(mounted, visitorCall, address),
        )
        return JSON.parse(text)
      }
      const scope = scopeOf(effectiveViewer(mounted.endpoint, viewer), null, null, address, inertReply)
      const result = await mounted.handle(
        Object.assign(scope, parseInput(mounted.endpoint, raw), { language }),
      )
      return parseResponse(this.context, mounted.endpoint, result) as Response<E>
    }
  }

  #route(mounted: Mounted, url: string) {
    const { endpoint } = mounted
    const { context, checks } = this
    const limits = bodyLimits[endpoint.bodyKind ?? 'json']
    const known = this.#methodsOf.get(url) ?? new Set()
    this.#methodsOf.set(url, known.add(endpoint.method))
    if (endpoint.stable !== undefined) this.#stableUrls.add(url)
    this.app.route({
      method: endpoint.method,
      url,
      bodyLimit: limits.bytes,
      // The ingest endpoint rejects text that cannot be stored per event instead of per batch.
      config: { structureLimit: limits.structure, anyText: endpoint.access === 'game-server' },
      onRequest: async (request, reply) => {
        if (endpoint.stable !== undefined) allowOtherOrigins(reply)
        announceEnd(endpoint, reply)
        await authenticate(context, checks, endpoint, request, reply)
        if (this.isOff(endpoint)) throw notFound(switchedOff)
        if (endpoint.bodyKind === 'imagePost')
          request.uploadSlot = await takeUploadSlot(context, request, reply.raw)
      },
      onError: async (request) => {
        if (request.returnable !== null) await context.limits.returnPoints(...request.returnable)
      },
      handler: (request, reply) => {
        const responses = context.visitorCaches?.responses
        if (responses === undefined || !isForAllVisitors(endpoint, request, context))
          return this.#respondToOne(mounted, request, reply)
        const { tag } = context.languages.of(request)
        const call = callOf(endpoint, { params: request.params, query: request.query }, tag)
        // The most frequent case avoids a promise, which costs more than the lookup.
        const kept = responses.kept(call.name)
        if (kept !== undefined) return this.#sendKept(endpoint, request, reply, kept)
        let isKept = true
        return responses
          .get(call.name, () => {
            isKept = false
            const respond = () => this.#respondForAll(mounted, call, addressOfClient(request))
            // A member reads what they wrote, also through another process.
            const isVisitor = tokenOf(request, context) === undefined
            return isVisitor ? preferReplicas(context.database, respond) : respond()
          })
          .then((response) =>
            isKept
              ? this.#sendKept(endpoint, request, reply, response)
              : sendVisitorResponse(request, reply, response),
          )
      },
    })
  }

  /** Pages poll; a whole school behind one address could do nothing else if each poll counted. */
  #sendKept(
    { limit = 'general' }: AnyEndpoint,
    request: FastifyRequest,
    reply: FastifyReply,
    kept: VisitorResponse,
  ) {
    if (limit === 'general' && request.apiKey === null)
      this.context.limits.leaveTenth(limit, limitKeyOfClient(request))
    return sendVisitorResponse(request, reply, kept)
  }

  async #respondToOne(mounted: Mounted, request: FastifyRequest, reply: FastifyReply) {
    const { uploadSlot } = request
    if (uploadSlot === null) return this.#handleOne(mounted, request, reply)
    return uploadSlot.during(() => this.#handleOne(mounted, request, reply))
  }

  async #handleOne({ endpoint, handle }: Mounted, request: FastifyRequest, reply: FastifyReply) {
    const { languages, visitorCaches } = this.context
    const raw = { params: request.params, query: request.query, body: request.body }
    const ownReply = httpReply(reply, this.context, endpoint.download)
    const viewer = effectiveViewer(endpoint, request.viewer)
    const scope = scopeOf(viewer, request.gameServer, request.apiKey, addressOfClient(request), ownReply)
    const result = await handle(
      Object.assign(scope, parseInput(endpoint, raw), {
        userAgent: request.headers['user-agent'],
        sessionToken: tokenOf(request, this.context),
        isAtHost: isAtHost(request),
        language: languages.wishOf(request),
        idempotencyKey: headerText(request.headers['idempotency-key']),
        ifMatch: endpoint.versioned === true ? versionOf(request.headers['if-match']) : undefined,
        secret: endpoint.secretHeader && headerText(ownValue(request.headers, endpoint.secretHeader)),
      }),
    )
    // The transaction is committed; invalidate before the response, so that nobody sees the old state afterwards.
    if (endpoint.method !== 'GET') visitorCaches?.invalidate()
    if (endpoint.download) return reply.send(ownReply.stream())
    reply.code(ownReply.isAccepted() ? 202 : endpoint.status)
    return send(this.context, endpoint, request, reply, result)
  }

  /** Returns the cacheable response for visitors to this call, as text and headers. */
  async #respondForAll({ endpoint, handle }: Mounted, { input, language }: VisitorCall, address: string) {
    const headers: Record<string, string> = Object.create(null)
    const reply: ReplyScope = {
      ...inertReply,
      header(name, value) {
        headers[name] = value
      },
    }
    const scope = scopeOf(null, null, null, address, reply)
    const result = await handle(Object.assign(scope, input, { language }))
    const text = JSON.stringify(parseResponse(this.context, endpoint, result))
    return visitorResponse(text, headers, this.context.languages.isChoice)
  }
}

/**
 * Rejects NUL in the path and query of every route, also of those that are no endpoint. Runs after the limits and
 * checks of the route, before a body is read.
 */
export function refuseUnstorableAddresses(app: FastifyInstance): void {
  app.addHook('preParsing', async (request) => {
    // Only an escape can bring it: Node rejects a control character in a request line.
    if (!request.url.includes('%00')) return
    requireStorableText(request.params, 'path')
    requireStorableText(request.query)
  })
}

/** Accepts JSON bodies only; the endpoint limits their complexity. */
export function parseOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length === 0) return undefined
      refusePacked(request)
      const { structureLimit = bodyLimits.json.structure, anyText } = request.routeOptions.config
      return parseJsonBody(body, structureLimit, { anyText })
    },
  )
}

/** Clients do not send compressed bodies, and a small one could expand to a large one. */
function refusePacked({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']
  if (encoding === undefined || encoding === 'identity') return
  throw new AppError('unsupported_media_type', msg`Send the body uncompressed`)
}

/** Client address for rate limits and sessions. */
export const addressOfClient = (request: FastifyRequest) =>
  normalizeAddress(request.ip, request.socket.remoteAddress)

/** Rate limit key of the client's address. */
export const limitKeyOfClient = (request: FastifyRequest) =>
  limitKey({ network: networkOf(addressOfClient(request)) })

/** Checks origin, rate limit, session, rank, restriction and password in this order, before the body is read. */
async function authenticate(
  context: Context,
  checks: CallerChecks,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (endpoint.access === 'game-server') return admitGameServer(context, checks, request)
  const secret = apiKeyIn(request.headers.authorization)
  if (secret !== undefined) return admitApiKey(context, checks, endpoint, request, reply, secret)
  if (endpoint.method !== 'GET') requireOwnOrigin(request.raw, context.config)
  const limit = endpoint.limit ?? 'general'
  const network = { network: networkOf(addressOfClient(request)) }
  const address = limitKey(network)
  const { successesOnly }: RateLimit = rateLimits[limit]
  if (successesOnly) await context.limits.take('general', address)
  if (rateLimits[limit].per === 'address') await context.limits.take(limit, address)
  if (successesOnly) request.returnable = [limit, address]
  const token = sessionToken(request, context.config)
  request.viewer = token === undefined ? null : await context.sessions.find(token)
  authorize(endpoint, request.viewer)
  if (endpoint.stable !== undefined && request.viewer === null && !isOfOwnPage(request.raw, context.config))
    await countCall(context.limits, reply, 'api', address)
  const who = request.viewer === null ? network : { member: request.viewer.id }
  if (rateLimits[limit].per === 'member') await context.limits.take(limit, limitKey(who))
  if (rateLimits[limit].per === 'member-and-address') await context.limits.take(limit, limitKey(who, network))
  if (request.viewer === null) return
  const { whileRestricted } = endpoint
  if (typeof whileRestricted === 'object')
    await checks.requireUnrestricted(context.database.sql, request.viewer.id, whileRestricted.cannot)
  if (asksForPassword(endpoint, request.params))
    await context.sessions.requireConfirmed(context.database.sql, token)
}

function asksForPassword({ confirm }: AnyEndpoint, params: unknown): boolean {
  if (typeof confirm !== 'object') return confirm === true
  const given = params as Readonly<Record<string, string>>
  return Object.entries(confirm).some(([name, values]) => values.includes(ownValue(given, name) ?? ''))
}

/** Authenticates by key instead of cookie, so no origin check is needed. Its handler counts events. */
async function admitGameServer(
  context: Context,
  checks: CallerChecks,
  request: FastifyRequest,
): Promise<void> {
  request.gameServer = await checks.findGameServer(context.database.sql, request.headers.authorization)
  if (request.gameServer !== null) return
  await context.limits.take('general', limitKeyOfClient(request))
  throw unauthorized(msg`The key of the game server is missing, unknown or revoked`)
}

/**
 * Authenticates by API key instead of cookie, so no origin check is needed, and whatever session the request carries does
 * not count. A stable call responds as to a visitor; any other is its maker's, within the scope.
 */
async function admitApiKey(
  { database, limits }: Context,
  checks: CallerChecks,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
): Promise<void> {
  const key = isApiKey(secret) ? await checks.findApiKey(database.sql, secret) : null
  if (key === null) {
    await limits.take('general', limitKeyOfClient(request))
    throw unauthorized(msg`The API key is unknown, expired or revoked`)
  }
  request.apiKey = {
    ...key,
    allowance: await countCall(limits, reply, 'apiKey', limitKey({ apiKey: key.id })),
  }
  if (endpoint.stable !== undefined) return
  const { scope } = endpoint
  if (scope === undefined) throw forbidden(msg`An API key cannot make this call`)
  if (!key.scopes.includes(scope)) throw forbidden(msg`The API key needs the scope ${scope} for this`)
  request.viewer = key.maker
  authorize(endpoint, key.maker)
}

/** An endpoint of staff without an area, which does not compile, asks for all of them. */
function authorize({ access, area = 'all' }: AnyEndpoint, viewer: Viewer | null): void {
  if (access === 'public') return
  if (viewer === null || access === 'game-server') throw unauthorized()
  if (access === 'staff' && !holds(viewer, 'helper', area)) throw forbidden()
  if (access === 'admin' && !holds(viewer, 'admin', area)) throw forbidden()
}

/** A call that visitors share. */
interface VisitorCall {
  /**
   * Names the call by its language and parsed input: an unknown parameter or another spelling of the URL is the same
   * call.
   */
  readonly name: string
  readonly input: Input<AnyEndpoint>
  readonly language: string
}

/** @throws 400 */
function callOf(endpoint: AnyEndpoint, raw: RawInput, language: string): VisitorCall {
  const input = parseInput(endpoint, raw)
  return { name: `${language} ${nameOf(endpoint)} ${JSON.stringify(input)}`, input, language }
}

/** Public reads without a session, or with the same response for everybody: the response depends on the URL alone. */
const isForAllVisitors = (endpoint: AnyEndpoint, request: FastifyRequest, context: Context) =>
  endpoint.method === 'GET' &&
  endpoint.access === 'public' &&
  endpoint.response !== undefined &&
  endpoint.secretHeader === undefined &&
  (endpoint.viewerIndependent === true || tokenOf(request, context) === undefined)

/** The session of a request; none where it came with an API key. */
const tokenOf = (request: FastifyRequest, { config }: Pick<Context, 'config'>) =>
  request.apiKey === null ? sessionToken(request, config) : undefined

/** Handlers of viewer-independent endpoints do not receive the viewer. */
const effectiveViewer = (endpoint: AnyEndpoint, viewer: Viewer | null) =>
  endpoint.viewerIndependent ? null : viewer

// Passed on with Object.assign: spreading would evaluate the `member` getter, which throws for visitors.
const scopeOf = (
  viewer: Viewer | null,
  gameServer: GameServer | null,
  apiKey: CallingKey | null,
  address: string,
  reply: ReplyScope,
): RequestScope => ({
  viewer,
  get member() {
    if (viewer === null) throw unauthorized()
    return viewer
  },
  get gameServer() {
    if (gameServer === null) throw unauthorized()
    return gameServer
  },
  apiKey,
  address,
  userAgent: undefined,
  sessionToken: undefined,
  isAtHost: true,
  language: undefined,
  idempotencyKey: undefined,
  ifMatch: undefined,
  secret: undefined,
  reply,
})

function httpReply(
  reply: FastifyReply,
  { config }: Context,
  fileType: string | undefined,
): ReplyScope & { stream(): Readable; isAccepted(): boolean } {
  let stream: Readable | undefined
  let isAccepted = false
  return {
    accepted() {
      isAccepted = true
    },
    isAccepted: () => isAccepted,
    header: (name, value) => void reply.header(name, value),
    beginSession: (token) => setSessionCookie(reply, config, token),
    endSession: () => clearSessionCookie(reply, config),
    file(name, pieces) {
      stream = Readable.from(pieces, { highWaterMark: 1 })
      reply
        .type(`${fileType}; charset=utf-8`)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
    },
    stream() {
      if (stream === undefined) throw new Error('the handler of a download did not call reply.file')
      return stream
    },
  }
}

const inertReply: ReplyScope = { header() {}, beginSession() {}, endSession() {}, accepted() {}, file() {} }

/** Parses the response by its schema, which removes fields that the contract does not name. */
function parseResponse({ config }: Context, endpoint: AnyEndpoint, result: unknown) {
  if (endpoint.response === undefined) return undefined
  const parsed = endpoint.response.parse(result)
  makeAvatarsAbsolute(config, parsed)
  return parsed
}

function send(
  context: Context,
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
) {
  const parsed = parseResponse(context, endpoint, result)
  if (parsed === undefined) return reply.send()
  const text = JSON.stringify(parsed)
  reply.type('application/json; charset=utf-8')
  // Browsers must not store private responses.
  if (endpoint.method !== 'GET' || endpoint.access !== 'public' || endpoint.secretHeader !== undefined) {
    return reply.header('cache-control', 'no-store').send(text)
  }
  const vary = `cookie${context.languages.isChoice ? languageVary : ''}`
  reply.header('cache-control', 'private, no-cache').header('vary', vary)
  return sendTagged(request, reply, etagOf(text), text)
}

const headerText = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

const asText = (record: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

/** `Link: <…>; rel="next"` for a full page of a list. `filters`: the other query parameters. */
export function setNextPageLink<Row extends { readonly id: number }>(
  request: Pick<RequestScope, 'reply'>,
  endpoint: AnyEndpoint,
  rows: readonly Row[],
  limit: number,
  filters: Readonly<Record<string, unknown>> = {},
  cursorOf: (row: Row) => number | string = ({ id }) => id,
): void {
  const last = rows.at(-1)
  if (last === undefined || rows.length < limit) return
  request.reply.header(
    'link',
    `<${urlOf(endpoint, { query: { ...filters, before: cursorOf(last), limit } })}>; rel="next"`,
  )
}

/**
 * Parses If-Match, quoted or not; `*` and an absent header mean any version, 0 that there is no record yet.
 * @throws 400 for anything else
 */
function versionOf(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const version = /^"?(0|[1-9][0-9]{0,8})"?$/.exec(header.trim())?.[1]
  if (version === undefined) throw badRequest(msg`If-Match must be the version of one record`)
  return Number(version)
}
