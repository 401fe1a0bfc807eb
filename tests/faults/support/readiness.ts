import { setTimeout as pause } from 'node:timers/promises'

/** Asks `/health/ready` ten times a second, each question on its own, and remembers when which answer came. */
export class Readiness {
  readonly #answers: { readonly at: number; readonly ready: boolean; readonly ms: number }[] = []
  readonly #pending = new Set<Promise<void>>()
  #over = false
  readonly #asking: Promise<void>

  constructor(private readonly url: () => string) {
    this.#asking = this.#askAgain()
  }

  /** Milliseconds from `since` to the first answer of that kind. */
  firstAfter(since: number, ready: boolean): number | undefined {
    const found = this.#answers.find((response) => response.at >= since && response.ready === ready)
    return found && found.at - since
  }

  /** The longest time for which an answer had to be waited. */
  get longestMs(): number {
    return Math.max(0, ...this.#answers.map(({ ms }) => ms))
  }

  async stop(): Promise<void> {
    this.#over = true
    await this.#asking
    await Promise.all(this.#pending)
  }

  async #askAgain(): Promise<void> {
    while (!this.#over) {
      const requests = this.#ask().finally(() => this.#pending.delete(requests))
      this.#pending.add(requests)
      await pause(100)
    }
  }

  async #ask(): Promise<void> {
    const begun = performance.now()
    const ready = await fetch(`${this.url()}/health/ready`, { signal: AbortSignal.timeout(10_000) }).then(
      (response) => response.status === 200,
      () => false,
    )
    const at = performance.now()
    this.#answers.push({ at, ready, ms: at - begun })
  }
}
