import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { buildApp } from '../app.ts'
import { type Config, readConfig, type VariableName } from '../config.ts'
import { type Context, createContext, startContext } from '../context.ts'
import { hashPassword } from '../domains/accounts/users/passwords.ts'
import { findOwnUser, insertMember, recordLogin } from '../domains/accounts/users/queries.ts'
import { openSettings } from '../domains/content/settings/settings.ts'
import { type ContentStore, openContent } from '../domains/content/store.ts'
import { storeKinds } from '../domains/notifications/queries/choices.ts'
import { discordRolesGateway } from '../gateways/discord-roles.ts'
import { discordWebhookGateway } from '../gateways/discord-webhook.ts'
import type { Gateways } from '../gateways/gateways.ts'
import { mailGateway } from '../gateways/mail.ts'
import { ownAddressGateway } from '../gateways/own-address.ts'
import { pictureGateway } from '../gateways/picture.ts'
import { pushGateway } from '../gateways/push.ts'
import { webhookGateway } from '../gateways/webhook.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { ConcurrencyLimiter } from '../platform/http/concurrency-limiter.ts'
import { sessionCookieName } from '../platform/http/cookies.ts'
import { overloaded } from '../platform/http/errors.ts'
import { limitKey } from '../platform/http/limit-key.ts'
import { networkOf } from '../platform/http/network.ts'
import type { RenderPage } from '../platform/http/pages.ts'
import { VisitorCaches } from '../platform/http/visitor-caches.ts'
import { type Catalogue, readCatalogue } from '../platform/languages/catalogue.ts'
import { openLanguages } from '../platform/languages/languages.ts'
import type { Logger } from '../platform/logs/logger.ts'
import { rootDir } from '../store.ts'
import { wordlessInAudit } from './audit-words.ts'
import { isDecoderBusy } from './busy-decoder.ts'
import { testLogger } from './collected-logs.ts'
import { noteBody, noteCookie, noteRequest, noteSettings } from './noted-secrets.ts'
import { createTestDatabase } from './template-database.ts'
import type { TestDatabase } from './test-server.ts'

export interface TestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  /** The parsed body; undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server said and asserts on it.
  readonly json: any
}

export interface Said {
  readonly body?: unknown
  readonly raw?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly address?: string
}

/**
 * Asks again, as Retry-After says, while the machine is too busy for a picture: the answer then says nothing about
 * the picture. Tests about that keep the decoder busy themselves.
 */
export async function whenNotBusy(
  ask: () => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const busy = overloaded()
  for (;;) {
    const response = await ask()
    const isAgain = response.statusCode === 503 && response.body.includes(busy.message) && !isDecoderBusy()
    if (!isAgain) return response
    await delay(Number(response.headers['retry-after']) * 1_000)
  }
}

/** A browser that stores the session cookie. */
export class TestBrowser {
  cookie: string | undefined

  constructor(
    private readonly app: FastifyInstance,
    readonly address: string,
  ) {}

  get = (url: string, said: Said = {}) => this.send('GET', url, said)
  post = (url: string, body?: unknown, said: Said = {}) => this.send('POST', url, { ...said, body })
  put = (url: string, body?: unknown, said: Said = {}) => this.send('PUT', url, { ...said, body })
  patch = (url: string, body?: unknown, said: Said = {}) => this.send('PATCH', url, { ...said, body })
  delete = (url: string, said: Said = {}) => this.send('DELETE', url, said)

  async send(method: string, url: string, { body, raw, headers, address }: Said = {}): Promise<TestResponse> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const options: InjectOptions = {
      method: method as 'GET',
      url,
      remoteAddress: address ?? this.address,
      headers: {
        // A test that says the host says what a browser sends there: nothing to addresses that it does not trust.
        ...(headers?.host === undefined && { 'sec-fetch-site': 'same-origin' }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    }
    const response = await whenNotBusy(() => this.app.inject(options))
    noteRequest(response.statusCode, { headers: options.headers, body: payload })
    for (const cookie of response.cookies) {
      noteCookie(`${cookie.name}=${cookie.value}`)
      this.cookie = cookie.value === '' ? undefined : `${cookie.name}=${cookie.value}`
    }
    const isJson = String(response.headers['content-type']).includes('json') && response.body !== ''
    const json = isJson ? JSON.parse(response.body) : undefined
    noteBody(json)
    return { status: response.statusCode, headers: response.headers, text: response.body, json }
  }
}

export const password = 'correct horse'

/** What argon2 allows at least: what a hash costs, no test needs. */
const passwordCost = { memoryCost: 1_024, timeCost: 1 }

let memberPassword: Promise<string> | undefined

const catalogues = new Map<string, Promise<Catalogue>>()

/** Parses a text once per worker: the catalogues that ship have 18,000 lines each. */
function parseOnce(tag: string, po: string): Promise<Catalogue> {
  const key = `${tag} ${po}`
  const catalogue = catalogues.get(key) ?? readCatalogue(tag, po)
  catalogues.set(key, catalogue)
  return catalogue
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly context: Context
  readonly database: Database
  readonly content: ContentStore
  readonly store: TestDatabase
  /** A visitor, by default with an address of its own. */
  browser(address?: string): TestBrowser
  /** A browser with a new signed-in member, stored as registration does. */
  member(name?: string): Promise<TestBrowser & { user: OwnUser }>
  /** Counts requests towards the general limit of an address, as if they had been sent. */
  countRequests(address: string, requests: number): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  readonly environment?: Partial<Record<VariableName, string>>
  readonly gateways?: Partial<Gateways>
  readonly render?: RenderPage
  /** Replaces the silent logger. */
  readonly log?: Logger
  /** Enables the visitor caches as in a running site; otherwise tests can write with SQL and see the result. */
  readonly visitorCaches?: boolean
  /** Uses the product's own database timeouts, for tests about them. */
  readonly databaseLimits?: 'as in the product'
  /** Encodes pictures, instead of a process for each. */
  readonly encodeImage?: Context['encodeImage']
  /** Renders share images, instead of sharp. */
  readonly renderImage?: Context['renderImage']
  /** Instead of the catalogues that ship. */
  readonly languagesDir?: string
  /** Uses an existing database, such as another process's; it is not removed. */
  readonly store?: TestDatabase
  /** Called before the app is ready, to add routes for a test. */
  readonly extend?: (app: FastifyInstance, context: Context) => void
}

/**
 * Timeout of queries and new connections. A loaded machine may delay any test; only tests about timeouts use
 * the product's limits.
 */
const deadlineMs = 60_000

let people = 0

/** The real application on its own database; only external systems are fakes. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const store = options.store ?? (await createTestDatabase())
  const config: Config = readConfig(
    { LOG_LEVEL: 'silent', STATUS_POLL_MS: '60000', ...options.environment },
    rootDir,
  )
  const log = options.log ?? testLogger(config.logLevel)
  noteSettings({ ...options.environment, DATABASE_URL: store.appUrl })
  const waitMs = options.databaseLimits === undefined ? deadlineMs : undefined
  const database = openDatabase({
    url: store.appUrl,
    readUrl: config.databaseReadUrl,
    log,
    max: 10,
    ...(waitMs !== undefined && { noStatementTimeout: true, connectMs: waitMs }),
  })
  const context = createContext(config, {
    log,
    databaseUrl: store.appUrl,
    database,
    gateways: {
      ping: async () => undefined,
      mail: mailGateway(config),
      discord: undefined,
      discordWebhook: discordWebhookGateway(config),
      discordRoles: discordRolesGateway(config),
      picture: pictureGateway(config),
      push: pushGateway(config),
      webhook: webhookGateway(config),
      ownAddress: ownAddressGateway(config),
      certificate: async () => new Date(8_640_000_000_000_000),
      ...options.gateways,
    },
    passwordCost,
    encodeImage: options.encodeImage,
    renderImage: options.renderImage,
    languages: await openLanguages(
      config,
      options.languagesDir ?? `${rootDir}languages`,
      log,
      undefined,
      parseOnce,
    ),
    visitorCaches: options.visitorCaches ? new VisitorCaches(() => database.replicas?.changed()) : undefined,
  })
  // As each start does. The template is made of migrations and `sql/` alone, and knows no kind added since.
  if (options.store === undefined) await storeKinds(database.sql)
  const stopContext = await startContext(context)
  // Only a folder of its own changes during a test.
  const changes = options.environment?.CONTENT_DIR !== undefined
  const content = await openContent(config, log, changes ? { everyMs: 50 } : {})
  const app = await buildApp({
    context,
    content,
    settings: await openSettings(context, content),
    web: options.render && { render: options.render },
    isStopping: () => false,
    databaseWaitMs: waitMs,
  })
  options.extend?.(app, context)
  await app.ready()

  const browser = (address = `10.0.${Math.floor(people / 250)}.${(people++ % 250) + 1}`) =>
    new TestBrowser(app, address)
  return {
    app,
    context,
    database,
    content,
    store,
    browser,
    async member(name = `member${people}`) {
      const own = browser()
      const { sql } = database
      memberPassword ??= hashPassword({ hashLimiter: new ConcurrencyLimiter(1, 0), passwordCost }, password)
      const passwordHash = await memberPassword
      const stored = { passwordHash, isShort: false }
      const id = await insertMember(sql, { username: name, email: null, password: stored })
      await recordLogin(sql, { id, passwordHash }, networkOf(own.address), stored.isShort)
      const origin = { address: own.address, userAgent: 'lightMyRequest' }
      own.cookie = `${sessionCookieName(config)}=${await context.sessions.begin(sql, id, origin)}`
      noteCookie(own.cookie)
      noteBody({ password })
      // As after every request that writes.
      context.visitorCaches?.invalidate()
      return Object.assign(own, { user: (await findOwnUser(sql, id, config))! })
    },
    async countRequests(address, requests) {
      const key = limitKey({ network: networkOf(address) })
      for (let n = 0; n < requests; n += 1) await context.limits.take('general', key)
    },
    async close() {
      // A test may have ended the database.
      const isAway = database.outageBegunAtMs !== undefined
      const wordless = isAway ? [] : await wordlessInAudit(database.sql)
      await app.close()
      await content.close()
      await stopContext()
      await database.close()
      if (options.store === undefined) await store.drop()
      // Whatever a test had the site write, staff can read.
      if (wordless.length > 0) throw new Error(`the audit log has no words for ${wordless.join(', ')}`)
    },
  }
}
