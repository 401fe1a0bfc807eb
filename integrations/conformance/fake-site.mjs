// A site in memory that speaks the ingest contract and can misbehave on request: for adapters under test.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { FakeLedger } from './fake-ledger.mjs'

const mostBytes = 1024 * 1024

async function readBody(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const errors = {
  400: 'bad_request',
  401: 'unauthorized',
  404: 'not_found',
  413: 'too_large',
  429: 'too_many_requests',
  500: 'internal',
  503: 'overloaded',
}

const errorBody = (status, message = `status ${status}`) =>
  JSON.stringify({ error: message, message, code: errors[status] ?? 'internal' })

const answered = (status, body = errorBody(status), headers = {}) => ({ status, body, headers })

export class FakeSite {
  /** Every request to /api/ingest as it was seen: `{ path, at, until, body, authorized, fault, status }`. */
  requests = []
  /** Requests at the same time, at most: an adapter may have one. */
  mostAtOnce = 0
  /** For the next batches with more than a heartbeat, one each; see `#events`. */
  faults = []
  outbox = []
  /** What heartbeats that ask for cups are answered. */
  cupMatches = []
  confirmed = []
  nextPollMs = 1_000
  /** @type {((event: object) => boolean) | undefined} */
  poison
  #atOnce = 0
  #server

  /** The site's clock runs ahead by this; negative: behind. */
  skewMs = 0
  /** @type {((event: object) => string | undefined) | undefined} A reason rejects the event for good. */
  reject
  /** @type {((event: object) => string | undefined) | undefined} A reason asks for the event again later. */
  postpone
  /** Milliseconds since 1970, before `skewMs`. */
  now = Date.now
  /**
   * Called with each request before it has any effect, and once more before its response goes out. `cut` ends the
   * connection there.
   * @type {((request: object) => Promise<'cut' | undefined> | 'cut' | undefined) | undefined}
   */
  beforeHandling
  /** What players read of results, by type of event; a site of before says none. */
  texts = {}
  /** @type {((request: object) => Promise<'cut' | undefined> | 'cut' | undefined) | undefined} */
  beforeResponse

  /**
   * @param {{ keys?: string[], bug?: string, port?: number, host?: string, contract?: 1 | 2 }} [options]
   * `contract` 2 answers `serverTime` and `retry` and knows `link.request` and every mode.
   */
  constructor({ keys = ['a-key-for-the-kit'], bug, port = 0, host = '127.0.0.1', contract = 1 } = {}) {
    this.keys = keys
    this.port = port
    this.host = host
    this.contract = contract
    this.ledger = new FakeLedger(bug, contract)
  }

  get url() {
    return `http://${this.host}:${this.port}`
  }

  /** Starts it; after `stop` again, at the same address and with everything it knew. */
  async start() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy())
    }).listen(this.port, this.host)
    await once(this.#server, 'listening')
    this.port = this.#server.address().port
    return this
  }

  async stop() {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  /** @param {'message' | 'rank' | 'punish' | 'pardon'} type @param {object} data */
  tell(type, data) {
    const item = { id: randomUUID(), type, data }
    this.outbox.push(item)
    return item
  }

  async #answer(request, response) {
    const { pathname, searchParams } = new URL(request.url, this.url)
    const send = (status, body, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }
    if (request.method === 'GET') return this.#read(pathname, searchParams, send)
    this.#atOnce += 1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#atOnce)
    try {
      const bytes = await readBody(request)
      const answer = await this.handle(pathname, request.headers.authorization, bytes)
      if (answer === undefined) response.destroy()
      else send(answer.status, answer.body, answer.headers)
    } finally {
      this.#atOnce -= 1
    }
  }

  /**
   * One call without a network: `{ status, body, headers }`, or undefined where the connection is cut.
   * @param {string} path @param {string | undefined} authorization @param {Uint8Array} bytes
   */
  async handle(path, authorization, bytes) {
    const seen = { path, at: this.now() }
    this.requests.push(seen)
    const sender = this.keys.indexOf(String(authorization).replace(/^Bearer /, ''))
    seen.authorized = sender >= 0
    seen.bytes = bytes.length
    seen.body = parsed(bytes)
    if (this.beforeHandling !== undefined && (await this.beforeHandling(seen)) === 'cut') return undefined
    const answer = await this.#respond(sender, seen, bytes)
    if (this.beforeResponse !== undefined && (await this.beforeResponse(seen)) === 'cut') return undefined
    seen.status = answer?.status ?? 0
    seen.until = this.now()
    return answer
  }

  async #respond(sender, seen, bytes) {
    if (sender < 0) return answered(401)
    if (bytes.length > mostBytes) return answered(413)
    if (seen.body === undefined) return answered(400)
    if (seen.path === '/api/ingest/ack') return this.#confirm(seen.body)
    if (seen.path !== '/api/ingest/events') return answered(404)
    if (carriesNews(seen.body)) seen.fault = this.faults.shift()
    return this.#events(`key ${sender}`, seen)
  }

  /**
   * Faults: `lost-answer` (stored, then cut off), `cut` (cut off before), `not-json` (200 with a page), `short` (200 with too
   * few results), `slow`, `{ status, retryAfter?, html? }`. Besides, `poison` tells events for which a whole batch gets a 400.
   */
  async #events(sender, { fault, body }) {
    if (fault === 'cut') return undefined
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, 800))
    if (fault?.status !== undefined) {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
      return answered(fault.status, fault.html ? '<h1>Sorry</h1>' : undefined, headers)
    }
    const { events, protocol } = body ?? {}
    if (!Array.isArray(events) || events.length < 1 || events.length > 100) return answered(400)
    if (this.poison !== undefined && events.some(this.poison))
      return answered(400, errorBody(400, 'poisoned'))
    const before = this.ledger.bug === 'whole-batch' && events.some((event) => !event?.id)
    if (before) return answered(400)
    const now = this.now() + this.skewMs
    const take = (event) => {
      const reason = this.reject?.(event)
      if (reason !== undefined) return { id: event.id, status: 'rejected', reason }
      const later = protocol === 2 && this.contract === 2 ? this.postpone?.(event) : undefined
      if (later !== undefined) return { id: event.id, status: 'retry', reason: later }
      return this.ledger.take(sender, event, { protocol, now })
    }
    const results = events.map((event) => ({ ...take(event), text: this.texts[event?.type] }))
    if (fault === 'lost-answer') return undefined
    if (fault === 'not-json') return answered(200, '<html>Welcome to the hotel network</html>')
    if (fault === 'short') results.pop()
    const time = this.contract === 2 ? { serverTime: new Date(now).toISOString() } : {}
    const outbox = this.outbox.slice(0, 50)
    const asksForCups = events.some((event) => event?.type === 'heartbeat' && event.data?.cups === true)
    const cups = asksForCups ? { cupMatches: this.cupMatches } : {}
    return answered(200, JSON.stringify({ results, ...time, nextPollMs: this.nextPollMs, outbox, ...cups }))
  }

  #confirm(body) {
    const ids = body?.ids
    if (!Array.isArray(ids)) return answered(400)
    this.confirmed.push(...ids)
    const before = this.outbox.length
    this.outbox = this.outbox.filter((item) => !ids.includes(item.id))
    return answered(200, JSON.stringify({ confirmed: before - this.outbox.length }))
  }

  #read(pathname, query, send) {
    const [, , what, id] = pathname.split('/')
    const gameType = query.get('gameType') ?? 'overall'
    const found =
      what === 'matches'
        ? this.ledger.match(id)
        : what === 'stats'
          ? this.ledger.stats(Number(id), gameType)
          : what === 'leaderboard'
            ? { entries: this.ledger.board(gameType, query.get('search') ?? '') }
            : undefined
    if (found === undefined) return send(404, errorBody(404))
    send(200, JSON.stringify(found))
  }
}

const carriesNews = (body) =>
  Array.isArray(body?.events) && body.events.some((one) => one?.type !== 'heartbeat')

function parsed(bytes) {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
