import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** The database said nothing for as long as the caller may wait. Passing: answered with 503. */
export class DatabaseTimeoutError extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database does not answer in time')
  }
}

/** Enough for the slowest page by far, and little enough that whoever asked is still there. */
const perRequestMs = 4_000
const current = new AsyncLocalStorage<QueryDeadline | undefined>()

/**
 * How long everything that is asked within `run` waits for the database, all questions together: a request of many
 * questions must not wait for each as long as for one. Time in which nothing is asked (hashing, decoding) is free.
 */
export class QueryDeadline {
  #spentMs = 0
  #waiting = 0
  #since = 0

  constructor(private readonly maxMs: number) {}

  /** The one of the caller; undefined: waits as long as the database's own limits. */
  static current(): QueryDeadline | undefined {
    return current.getStore()
  }

  /** For what goes on behind an answer: it waits as long as the database's own limits. */
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

  /** Questions at the same time wait the same time: it is counted once. */
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

/** Gives every request its deadline. Call it before the first other hook. */
export function limitDatabaseWaitPerRequest(app: FastifyInstance, maxMs = perRequestMs): void {
  app.decorateRequest('patience', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.deadline = new QueryDeadline(maxMs)
    request.deadline.run(done)
  })
  // A body arrives in events of the connection, which know nothing of the request; of a read none is waited for.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.deadline === null || request.method === 'GET') done()
    else request.deadline.run(done)
  })
}
