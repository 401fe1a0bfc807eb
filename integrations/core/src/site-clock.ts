import type { Clock } from './port.ts'

/** Differences below this are noise of the network. */
const toleranceMs = 250

/** The site's time, learned from its responses. */
export class SiteClock {
  /** Site time minus monotonic time; null when the site sends no time, so that the local clock counts. */
  #offset: number | null | undefined

  constructor(private readonly clock: Clock) {}

  /** False until the first response: until then nobody knows how wrong the local clock is. */
  get isKnown(): boolean {
    return this.#offset !== undefined
  }

  monotonic(): number {
    return this.clock.monotonic?.() ?? this.clock.now()
  }

  /** Learns from the time in a response to a request that was sent at `sentAt` (monotonic). */
  learn(serverTime: unknown, sentAt: number): void {
    const time = typeof serverTime === 'string' ? Date.parse(serverTime) : Number.NaN
    if (Number.isNaN(time)) {
      this.#offset ??= null
      return
    }
    const receivedAt = this.monotonic()
    const uncertainty = Math.max(0, receivedAt - sentAt) / 2
    const offset = time - (receivedAt - uncertainty)
    const isNoise =
      typeof this.#offset === 'number' && Math.abs(offset - this.#offset) <= uncertainty + toleranceMs
    if (!isNoise) this.#offset = offset
  }

  /** The site's time now. */
  now(): number {
    return typeof this.#offset === 'number' ? this.monotonic() + this.#offset : this.clock.now()
  }

  /** What to add to a reading of the local clock; by default to one of this moment. */
  skew(local = this.clock.now(), monotonic = this.monotonic()): number {
    return typeof this.#offset === 'number' ? monotonic + this.#offset - local : 0
  }
}
