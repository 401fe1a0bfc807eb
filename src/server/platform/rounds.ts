/**
 * Does some work now and every `everyMs`, never twice at once. `close` waits for a round that is under way.
 * `onFailure` gets the error of a round; the next one tries again.
 */
export function startRounds({
  everyMs,
  work,
  onFailure,
}: {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  readonly onFailure: (error: unknown) => void
}): { close(): Promise<void> } {
  let round: Promise<void> | undefined
  const start = () => {
    round ??= work()
      .then(() => undefined, onFailure)
      .finally(() => {
        round = undefined
      })
  }
  start()
  const timer = setInterval(start, everyMs)
  return {
    async close() {
      clearInterval(timer)
      await round
    },
  }
}
