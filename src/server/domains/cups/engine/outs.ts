import type { Cup } from './cup.ts'
import type { Entrant, FactIndex, FactOf } from './facts.ts'
import type { Seated } from './seating.ts'

/** When entrants were taken out of the cup, and when staff let them in again. */
export class Outs {
  readonly #drops = new Map<Entrant, number[]>()
  readonly #restores = new Map<Entrant, number[]>()

  /** When identities of a team went out of it; without those whom a restore of the team let in again. */
  readonly #players = new Map<number, readonly Span[]>()

  /** Who left before the start, and then registered again, is in. */
  constructor({ size }: Pick<Cup, 'size'>, facts: FactIndex, startedAt: number, seated: readonly Seated[]) {
    const gone = [...facts.all('left'), ...facts.all('dropped')].filter(({ at }) => at > startedAt)
    if (size === 1) for (const { entrant, at } of gone) this.#add(this.#drops, entrant, at)
    for (const { entrant, ruling, at } of facts.all('ruled')) {
      if (entrant === undefined || at <= startedAt) continue
      if (ruling === 'drop') this.#add(this.#drops, entrant, at)
      if (ruling === 'restore') this.#add(this.#restores, entrant, at)
    }
    if (size > 1) for (const team of seated) this.#addPlayers(size, team, gone)
    for (const times of this.#drops.values()) times.sort((one, other) => one - other)
  }

  /** A team plays on while it has a side of players. To restore it lets all of them in again. */
  #addPlayers(size: number, { entrant, players = [], checkedInAt }: Seated, gone: readonly Gone[]): void {
    const restores = this.restoresOf(entrant)
    const untilOf = (from: number) => restores.find((at) => at >= from) ?? Infinity
    const outs = players.flatMap(({ player, identities }) => {
      const spans = gone
        // Who left before the team was complete, and came back, is in.
        .filter((fact) => fact.entrant === entrant && fact.player === player && fact.at > checkedInAt)
        .map(({ at }) => ({ from: at, until: untilOf(at) }))
      for (const identity of identities) if (spans.length > 0) this.#players.set(identity, spans)
      return spans.length > 0 ? [spans] : []
    })
    for (const { from } of outs.flat()) {
      const missing = outs.filter((spans) => isWithin(spans, from)).length
      if (players.length - missing < size) this.#add(this.#drops, entrant, from)
    }
  }

  /** Whether a player was out of their team at a moment. */
  isPlayerOut(identity: number, at: number): boolean {
    return isWithin(this.#players.get(identity) ?? [], at)
  }

  /** Identities of players who went out of their team and were not let in again. */
  get playersOut(): readonly number[] {
    return [...this.#players].flatMap(([identity, spans]) =>
      spans.some(({ until }) => until === Infinity) ? [identity] : [],
    )
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

  /** Whether an entrant was out at a moment. */
  isOut(entrant: Entrant, at: number): boolean {
    const restoredAt = this.restoresOf(entrant).findLast((restore) => restore <= at) ?? -1
    return this.#drops.get(entrant)?.some((drop) => drop > restoredAt && drop <= at) ?? false
  }

  /** The first drop after `from` that the restore took back; Infinity when there was none. */
  takenBack(entrant: Entrant, from: number, restoredAt: number): number {
    return this.#drops.get(entrant)?.find((at) => at > from && at <= restoredAt) ?? Infinity
  }
}

interface Span {
  readonly from: number
  readonly until: number
}

const isWithin = (spans: readonly Span[], at: number) =>
  spans.some(({ from, until }) => from <= at && at < until)

type Gone = FactOf<'left' | 'dropped'>

const none: readonly number[] = []
