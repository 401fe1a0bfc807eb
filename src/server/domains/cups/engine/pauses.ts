import { cupTimes } from '../../../../contract/cups/cups.ts'
import type { FactIndex } from './facts.ts'

interface Pause {
  readonly from: number
  /** Infinity while it lasts. */
  readonly until: number
}

/** When limits stood still. Game servers that fell silent and staff pause a cup independently. */
export class Pauses {
  readonly #pauses: readonly Pause[]

  constructor(facts: FactIndex) {
    this.#pauses = merged([
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
    let end = from + lengthMs
    for (const pause of this.#pauses) {
      if (pause.until <= from || pause.from >= end) continue
      end += pause.until - Math.max(pause.from, from)
    }
    return end
  }
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

/** When a pause that nobody ends cancels the cup. */
export const pauseEndsAt = (since: number) => since + cupTimes.staffMs
