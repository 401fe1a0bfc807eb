/** The same line is written once in this time. */
const repeatMs = 60_000

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * The only way from a game server into this code: nothing that fails here reaches the server. It becomes a line on the
 * console.
 */
export class Guard {
  readonly #writtenAt = new Map<string, number>()

  constructor(
    private readonly write: (line: string) => void,
    private readonly monotonic: () => number,
  ) {}

  /** Returns what the work returns, or `otherwise` when it throws. */
  run<Result>(what: string, work: () => Result, otherwise: Result): Result {
    try {
      return work()
    } catch (error) {
      this.say(`${what} failed: ${messageOf(error)}`)
      return otherwise
    }
  }

  readonly say = (line: string): void => {
    const now = this.monotonic()
    for (const [written, at] of this.#writtenAt) if (now - at >= repeatMs) this.#writtenAt.delete(written)
    if (this.#writtenAt.has(line)) return
    this.#writtenAt.set(line, now)
    this.write(line)
  }
}
