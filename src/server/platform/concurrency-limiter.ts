import { overloaded, tooManyRequests } from './errors.ts'

/**
 * Lets `width` pieces of work run at once and `queue` wait; the next one is refused with 503. One owner holds at most
 * `perOwner` places, so that nobody can make everybody else wait; more is refused with 429.
 */
export class ConcurrencyLimiter {
  #running = 0
  readonly #waiting: (() => void)[] = []
  readonly #places = new Map<string, number>()

  constructor(
    readonly width: number,
    readonly queue: number,
    readonly perOwner = Number.POSITIVE_INFINITY,
  ) {}

  /** @throws 503 when the queue is full, 429 when the owner has all of theirs */
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
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await work()
    } finally {
      // The place is handed over rather than freed, so that a newcomer cannot slip in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
