import type { Clock } from '../src/port.ts'

/** Time that passes only when told to, in milliseconds. */
export class ManualClock implements Clock {
  #now = Date.parse('2026-03-01T12:00:00Z')
  #waiting: { readonly at: number; readonly work: () => void }[] = []

  now() {
    return this.#now
  }

  after(ms: number, work: () => void) {
    const entry = { at: this.#now + Math.max(0, ms), work }
    this.#waiting.push(entry)
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== entry)
    }
  }

  /** Lets time pass, work by work, and the promises between them settle. */
  async pass(ms: number) {
    const end = this.#now + ms
    for (;;) {
      await settled()
      const next = this.#waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#waiting = this.#waiting.filter((one) => one !== next)
      this.#now = Math.max(this.#now, next.at)
      next.work()
    }
    this.#now = end
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
