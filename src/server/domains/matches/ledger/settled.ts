import { setTimeout as pause } from 'node:timers/promises'

const lookEveryMs = 100

export interface Verdict {
  readonly rows: number
  readonly differences: number
  /** Up to a few differences, in readable form. */
  readonly examples: readonly string[]
  /** What is being computed still and so was not compared, in readable form. It never counts as a difference. */
  readonly pending: readonly string[]
}

/** How long a proof waits for what is being computed. */
export interface ProofTimeouts {
  readonly waitMs: number
  /** How long matches may wait to be stored meanwhile, at a time. */
  readonly holdMs: number
}

/** Long enough for a few thousand matches; a network that is behind for longer gets an error. */
export const proofTimeouts: ProofTimeouts = { waitMs: 60_000, holdMs: 5_000 }

/** Tries again while something is being computed, once at least unless `waitMs` is 0; then returns what could be proved. */
export async function whenSettled(
  { waitMs }: Pick<ProofTimeouts, 'waitMs'>,
  attempt: (isFirst: boolean) => Promise<Verdict>,
): Promise<Verdict> {
  const deadline = performance.now() + waitMs
  for (let isFirst = true; ; isFirst = false) {
    const verdict = await attempt(isFirst)
    const isOver = waitMs === 0 || (!isFirst && performance.now() >= deadline)
    if (isOver || verdict.pending.length === 0) return verdict
    await pause(lookEveryMs)
  }
}
