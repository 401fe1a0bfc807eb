import type { CupRuling } from '../../../../../contract/cups/cups.ts'
import { type Cup, cupMatchIdOf, type LedgerMatch } from '../cup.ts'
import { type CupAsItStands, cupOf } from '../cup-of.ts'
import type { Due, Entrant, Fact } from '../facts.ts'

const minute = 60_000

/** The start of every simulated cup. */
export const startAt = Date.UTC(2030, 0, 1, 18)

export const simulatedCup = (change: Partial<Cup> = {}): Cup => ({
  id: 7,
  format: 'single',
  mode: 'sumo',
  size: 1,
  seats: 128,
  minimum: 4,
  bestOf: 1,
  finalBestOf: 3,
  gameMinutes: 10,
  matches: 'any',
  thirdPlace: false,
  cut: null,
  madeAt: startAt - 24 * 60 * minute,
  startAt,
  endAt: null,
  ...change,
})

export const identityOf = (entrant: Entrant) => entrant + 1_000

/** Players of a team: up to two more than a side has. */
export const playersOf = (entrant: Entrant, size: number) =>
  Array.from({ length: size + (entrant % 3) }, (_, index) => entrant * 10 + index)

/** Everything a cup is computed from, and a clock that only moves on. */
export class SimulatedCup {
  readonly facts: Fact[] = []
  readonly matches: LedgerMatch[] = []
  now = startAt - 30 * minute

  constructor(
    readonly cup: Cup,
    entrants: number,
  ) {
    for (let entrant = 0; entrant < entrants; entrant += 1) this.enter(entrant)
    this.now = startAt - 6 * minute
  }

  /** Lets time pass. Returns the time then. */
  pass(ms: number): number {
    this.now += ms
    return this.now
  }

  enter(entrant: Entrant): void {
    if (this.cup.size > 1) this.#enterTeam(entrant)
    else {
      this.add({ kind: 'registered', entrant })
      this.add({ kind: 'checked_in', entrant, identities: [identityOf(entrant)] })
    }
    this.now += 1
  }

  #enterTeam(entrant: Entrant): void {
    const players = playersOf(entrant, this.cup.size)
    this.add({ kind: 'team', entrant, name: `Team ${entrant}` })
    for (const player of players) this.add({ kind: 'joined', entrant, player })
    for (const player of players) this.checkIn(entrant, player)
  }

  checkIn(entrant: Entrant, player: number): void {
    this.now += 1
    this.add({ kind: 'checked_in', entrant, player, identities: [identityOf(player)] })
  }

  /** As many players of a team as a side has, who are not out of it. */
  side(entrant: Entrant): number[] {
    const { playersOut } = this.standing
    return playersOf(entrant, this.cup.size)
      .map(identityOf)
      .filter((identity) => !playersOut.includes(identity))
      .slice(0, this.cup.size)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the kinds are checked where the engine reads them.
  add(fact: any): void {
    this.facts.push({ ...fact, at: this.now, key: `${fact.kind}:${this.facts.length}` })
  }

  get standing(): CupAsItStands {
    return cupOf(this.cup, this.facts, this.matches)
  }

  /** Appends what time brings next, as the worker does. Absent are those whom `isPresent` denies. */
  appendDue(due: Due, isPresent: (entrant: Entrant) => boolean): void {
    this.now = Math.max(this.now, due.at)
    if (due.kind === 'started') {
      const seeds = this.standing.seated.map(({ entrant }) => entrant).sort((one, other) => one - other)
      this.add({ kind: 'started', seeds })
    } else if (due.kind === 'absent') {
      const entrants = [due.a, due.b].filter((entrant) => !isPresent(entrant))
      this.add({ kind: 'absent', node: due.node, n: due.n, entrants })
    } else {
      const { at: _at, ...fact } = due
      this.add(fact)
    }
  }

  rule(ruling: CupRuling, about: { node?: string; a?: Entrant; b?: Entrant; entrant?: Entrant } = {}): void {
    this.add({ kind: 'ruled', ruling, reason: 'A reason of staff', ...about })
  }

  /** Plays a match that ends now, unless times are given. */
  play(
    one: Entrant,
    other: Entrant,
    winner: Entrant | null,
    said: Partial<LedgerMatch> & { readonly of?: { node: string; n: number } } = {},
  ): LedgerMatch {
    const { of, ...change } = said
    const result = (entrant: Entrant) =>
      winner === null ? ('draw' as const) : entrant === winner ? ('win' as const) : ('loss' as const)
    const match: LedgerMatch = {
      matchId: `match ${String(this.matches.length).padStart(6, '0')}`,
      mode: this.cup.mode,
      ranked: false,
      startedAt: this.now - 1_000,
      endedAt: this.now,
      receivedAt: this.now,
      voidedAt: null,
      cupMatchId: of === undefined ? null : cupMatchIdOf(this.cup.id, of.node, of.n),
      players: [one, other].flatMap((entrant) =>
        (this.cup.size === 1 ? [identityOf(entrant)] : this.side(entrant)).map((identityId) => ({
          identityId,
          team: this.cup.size === 1 ? null : `${entrant}`,
          result: result(entrant),
          kills: (entrant * 7 + this.matches.length) % 5,
        })),
      ),
      ...change,
    }
    this.matches.push(match)
    return match
  }

  /** A match of the ledger stops counting now. */
  void(index: number): void {
    const match = this.matches[index]!
    if (match.voidedAt === null) this.matches[index] = { ...match, voidedAt: this.now }
  }

  /** Matches that are called and open. */
  get open() {
    return this.standing.rounds.flatMap(({ nodes }) =>
      nodes.flatMap(({ id, sides: [a, b], call, outcome }) =>
        typeof a === 'number' && typeof b === 'number' && call !== null && outcome === null
          ? [{ id, a, b, call }]
          : [],
      ),
    )
  }

  /** Plays the bracket without incidents. */
  playThrough(winnerOf: (one: Entrant, other: Entrant, node: string) => Entrant): CupAsItStands {
    for (let step = 0; step < 10_000; step += 1) {
      const { due } = this.standing
      const [next] = due
      if (next === undefined) return this.standing
      if (next.kind === 'called' || next.kind === 'started' || next.kind === 'closed')
        this.appendDue(next, () => true)
      else {
        this.now += minute
        for (const { a, b, id } of this.open) this.play(a, b, winnerOf(a, b, id))
      }
    }
    throw new Error('the cup did not end')
  }
}
