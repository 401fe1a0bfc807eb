import { overloaded, tooManyRequests } from './errors.ts'

/** A socket on which nothing happens for 30 s is closed (app.ts), so a task that waits gets its 503 well before. */
export const longestWaitMs = 15_000

/**
 * Runs `width` tasks at once and queues `queue` more for at most `waitMs`; further ones are rejected with 503.
 * An owner has at most `perOwner` slots, running or queued, so that one client cannot block the others; more are
 * rejected with 429.
 */
export class ConcurrencyLimiter {
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #places = new Map<string, number>()

  constructor(
    readonly width: number,
    readonly queue: number,
    readonly perOwner = Number.POSITIVE_INFINITY,
    readonly waitMs = longestWaitMs,
  ) {}

  /** @throws 503 when the queue is full or slow, 429 when the owner has no slot left */
  async run<T>(work: () => Promise<T>, owner?: string): Promise<T> {
    if (owner === undefined) return this.#run(work)
    const held = this.#places.get(owner) ?? 0
    if (held >= this.perOwner) throw tooManyRequests(1)
    this.#places.set(owner, held + 1)
    try {
      return await this.#run(work)
    } finally {
      const left = (this.#places.get(owner) ?? 1) - 1
      if (left === 0) this.#places.delete(owner)
      else this.#places.set(owner, left)
    }
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.width) {
      if (this.#waiting.length >= this.queue) throw overloaded()
      await this.#turn()
    } else {
      this.#running += 1
    }
    try {
      return await work()
    } finally {
      // Passes the slot to the next in the queue, so that a new task cannot overtake it.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const next = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(next), 1)
        reject(overloaded())
      }, this.waitMs)
      this.#waiting.push(next)
    })
  }
}
