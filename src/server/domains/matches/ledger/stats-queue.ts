/** Maximum messages per second (docs/spec/rulings.md, WebSocket). */
const max = 4
const windowMs = 1_000

/**
 * Sends at most four messages a second, because each makes clients reload everything. Of the others the newest four wait
 * for a free slot, a second at most, and the rest is dropped.
 */
export class StatsQueue<T> {
  #sentAt: number[] = []
  #waiting: T[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(private readonly send: (message: T) => void) {}

  add(messages: readonly T[]): void {
    this.#waiting = [...this.#waiting, ...messages].slice(-max)
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
    while (this.#sentAt.length < max) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#sentAt.push(now)
      this.send(next)
    }
    const free = windowMs - (now - (this.#sentAt[0] ?? now))
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#flush(), free)
  }
}
