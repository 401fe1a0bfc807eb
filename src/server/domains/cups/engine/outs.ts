import type { Entrant, FactIndex } from './facts.ts'

/** When entrants were taken out of the cup, and when staff let them in again. */
export class Outs {
  readonly #drops = new Map<Entrant, number[]>()
  readonly #restores = new Map<Entrant, number[]>()

  /** Who left before the start, and then registered again, is in. */
  constructor(facts: FactIndex, startedAt: number) {
    for (const { entrant, at } of [...facts.all('left'), ...facts.all('dropped')])
      if (at > startedAt) this.#add(this.#drops, entrant, at)
    for (const { entrant, ruling, at } of facts.all('ruled')) {
      if (entrant === undefined) continue
      if (ruling === 'drop') this.#add(this.#drops, entrant, at)
      if (ruling === 'restore') this.#add(this.#restores, entrant, at)
    }
    for (const times of this.#drops.values()) times.sort((one, other) => one - other)
  }

  #add(times: Map<Entrant, number[]>, entrant: Entrant, at: number): void {
    const list = times.get(entrant)
    if (list === undefined) times.set(entrant, [at])
    else list.push(at)
  }

  restoresOf(entrant: Entrant): readonly number[] {
    return this.#restores.get(entrant) ?? none
  }

  /** When an entrant went out and nobody restored them; Infinity while they are in. */
  outAt(entrant: Entrant): number {
    const last = this.restoresOf(entrant).at(-1) ?? -1
    return this.#drops.get(entrant)?.find((at) => at > last) ?? Infinity
  }

  /** The first drop after `from` that the restore took back; Infinity when there was none. */
  takenBack(entrant: Entrant, from: number, restoredAt: number): number {
    return this.#drops.get(entrant)?.find((at) => at > from && at <= restoredAt) ?? Infinity
  }
}

const none: readonly number[] = []
