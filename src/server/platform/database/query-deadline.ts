import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** The database did not respond within the caller's deadline. Temporary: sent as 503. */
export class DatabaseTimeoutError extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database does not answer in time')
  }
}

/** Long enough for the slowest page, short enough that the client is still waiting. */
const perRequestMs = 4_000
const current = new AsyncLocalStorage<QueryDeadline | undefined>()

/**
 * Total time that all queries within `run` may take, so that a request with many queries waits no longer than
 * one with a single query. Time without a running query (hashing, decoding) does not count.
 */
export class QueryDeadline {
  #spentMs = 0
  #waiting = 0
  #since = 0

  constructor(private readonly maxMs: number) {}

  /** The caller's deadline; undefined leaves the database's own limits. */
  static current(): QueryDeadline | undefined {
    return current.getStore()
  }

  /** For work after the response, which uses the database's own limits. */
  static without<T>(work: () => T): T {
    return current.run(undefined, work)
  }

  run<T>(work: () => T): T {
    return current.run(this, work)
  }

  get remainingMs(): number {
    const now = this.#waiting === 0 ? 0 : performance.now() - this.#since
    return this.maxMs - this.#spentMs - now
  }

  /** Overlapping queries are counted once. */
  async wait<T>(work: Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#since = performance.now()
    this.#waiting += 1
    try {
      return await work
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#spentMs += performance.now() - this.#since
    }
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    deadline: QueryDeadline | null
  }
}

/** Gives every request a deadline. Call it before adding other hooks. */
export function limitDatabaseWaitPerRequest(app: FastifyInstance, maxMs = perRequestMs): void {
  app.decorateRequest('patience', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.deadline = new QueryDeadline(maxMs)
    request.deadline.run(done)
  })
  // Body events belong to the connection and lose the async context, so the deadline is entered again.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.deadline === null || request.method === 'GET') done()
    else request.deadline.run(done)
  })
}
