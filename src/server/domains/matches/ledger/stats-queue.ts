/** Maximum messages per second, and how long one may wait (docs/spec/rulings.md, WebSocket). */
const max = 4
const windowMs = 1_000

/**
 * Sends at most four messages a second. Of the others the newest four wait up to a second and the rest is dropped,
 * because
 * each message makes clients reload everything.
 */
export class StatsQueue<T> {
  #sentAt: number[] = []
  #waiting: { readonly message: T; readonly since: number }[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly send: (message: T) => void) {}

  add(messages: readonly T[]): void {
    const now = performance.now()
    for (const message of messages) this.#waiting.push({ message, since: now })
    this.#waiting = this.#waiting.slice(-max)
    this.#flush()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#waiting = []
  }

  #flush(): void {
    clearTimeout(this.#timer)
    const now = performance.now()
    this.#sentAt = this.#sentAt.filter((at) => now - at < windowMs)
    this.#waiting = this.#waiting.filter(({ since }) => now - since <= windowMs)
    while (this.#sentAt.length < max) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#sentAt.push(now)
      this.send(next.message)
    }
    const free = windowMs - (now - (this.#sentAt[0] ?? now))
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#flush(), free)
  }
}
