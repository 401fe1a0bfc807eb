import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'

/** The database said nothing for as long as the caller may wait. Passing: answered with 503. */
export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('The database does not answer in time')
  }
}

/** Enough for the slowest page by far, and little enough that whoever asked is still there. */
const perRequestMs = 4_000
const current = new AsyncLocalStorage<Patience | undefined>()

/**
 * How long everything that is asked within `run` waits for the database, all questions together: a request of many
 * questions must not wait for each as long as for one. Time in which nothing is asked (hashing, decoding) is free.
 */
export class Patience {
  #spentMs = 0
  #waiting = 0
  #since = 0

  constructor(private readonly mostMs: number) {}

  /** The one of the caller; undefined: waits as long as the database's own limits. */
  static current(): Patience | undefined {
    return current.getStore()
  }

  /** For what goes on behind an answer: it waits as long as the database's own limits. */
  static without<T>(work: () => T): T {
    return current.run(undefined, work)
  }

  run<T>(work: () => T): T {
    return current.run(this, work)
  }

  get leftMs(): number {
    const now = this.#waiting === 0 ? 0 : performance.now() - this.#since
    return this.mostMs - this.#spentMs - now
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
    patience: Patience | null
  }
}

/** Gives every request its patience. Call it before the first other hook. */
export function limitDatabaseWaits(app: FastifyInstance, mostMs = perRequestMs): void {
  app.decorateRequest('patience', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.patience = new Patience(mostMs)
    request.patience.run(done)
  })
  // A body arrives in events of the connection, which know nothing of the request; of a read none is waited for.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.patience === null || request.method === 'GET') done()
    else request.patience.run(done)
  })
}
