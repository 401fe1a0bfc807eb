import { cupTimes } from '../../../../contract/cups/cups.ts'
import type { FactIndex } from './facts.ts'

interface Pause {
  readonly from: number
  /** Infinity while it lasts. */
  readonly until: number
}

/**
 * When limits stood still. Game servers that fell silent and staff pause a cup independently. The time between a
 * cancellation by staff and its undo is a pause too.
 */
export class Pauses {
  readonly #pauses: readonly Pause[]
  readonly #cancellations: readonly Pause[]

  constructor(facts: FactIndex) {
    this.#cancellations = pausesOf(facts.ruledAt('cancel'), facts.ruledAt('undo_cancel'))
    this.#pauses = merged([
      ...this.#cancellations,
      ...pausesOf(
        facts.all('paused').map(({ at }) => at),
        facts.all('resumed').map(({ at }) => at),
      ),
      ...pausesOf(facts.ruledAt('pause'), facts.ruledAt('resume')),
    ])
  }

  /** Since when the cup is paused; undefined when it is not. */
  get since(): number | undefined {
    const last = this.#pauses.at(-1)
    return last?.until === Infinity ? last.from : undefined
  }

  /** When a limit ends that began at `from`; it stands still in pauses. */
  limit(from: number, lengthMs: number): number {
    return endOf(from, lengthMs, this.#pauses)
  }

  /** When a limit ends that runs on in a pause: only a cancelled cup stops it. */
  limitThroughPauses(from: number, lengthMs: number): number {
    return endOf(from, lengthMs, this.#cancellations)
  }

  /** When a pause that nobody ends cancels the cup. */
  endsAt(since: number): number {
    return this.limitThroughPauses(since, cupTimes.staffMs)
  }

  /** Whether staff cancelled the cup, and nobody undid it. */
  get isCancelled(): boolean {
    return this.#cancellations.at(-1)?.until === Infinity
  }

  /** Whether the cup was cancelled by staff at a moment. */
  wasCancelled(at: number): boolean {
    return this.#cancellations.some(({ from, until }) => from <= at && at < until)
  }
}

function endOf(from: number, lengthMs: number, pauses: readonly Pause[]): number {
  let end = from + lengthMs
  for (const pause of pauses) {
    if (pause.until <= from || pause.from >= end) continue
    end += pause.until - Math.max(pause.from, from)
  }
  return end
}

function pausesOf(starts: readonly number[], ends: readonly number[]): Pause[] {
  const pauses: Pause[] = []
  for (const from of starts) {
    if ((pauses.at(-1)?.until ?? 0) > from) continue
    pauses.push({ from, until: ends.find((at) => at > from) ?? Infinity })
  }
  return pauses
}

function merged(pauses: readonly Pause[]): Pause[] {
  const all: Pause[] = []
  for (const pause of pauses.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1)
    if (last === undefined || last.until < pause.from) all.push(pause)
    else all[all.length - 1] = { from: last.from, until: Math.max(last.until, pause.until) }
  }
  return all
}
