import type { CupRuling } from '../../../../contract/cups/cups.ts'

/** Number by which a cup knows an entrant: of the account that registered, or of the team. */
export type Entrant = number

/** Number of the account of a player of a team. */
export type Player = number

interface Call {
  readonly node: string
  /** Counts the calls of a node, from 1. */
  readonly n: number
  readonly a: Entrant
  readonly b: Entrant
}

interface RuledFact {
  readonly kind: 'ruled'
  readonly ruling: CupRuling
  readonly node?: string
  /** Sides of the node when it was ruled on: a ruling about others means nothing. */
  readonly a?: Entrant
  readonly b?: Entrant
  /** Who is awarded, dropped, restored. */
  readonly entrant?: Entrant
  /** Who had won the match until then; null: nobody. Absent while it was open. */
  readonly winnerBefore?: Entrant | null
  readonly reason: string
}

type FactData =
  | { readonly kind: 'registered'; readonly entrant: Entrant }
  | { readonly kind: 'team'; readonly entrant: Entrant; readonly name: string }
  | { readonly kind: 'joined'; readonly entrant: Entrant; readonly player: Player }
  /** With a player: who left that team, or was removed from it. */
  | { readonly kind: 'left'; readonly entrant: Entrant; readonly player?: Player }
  /** Without identities a check-in is taken back. In a team each player checks in. */
  | {
      readonly kind: 'checked_in'
      readonly entrant: Entrant
      readonly player?: Player
      readonly identities: readonly number[]
    }
  | { readonly kind: 'reordered' | 'started'; readonly seeds: readonly Entrant[] }
  /** The best of an arena go on to its final bracket, the best first. The arena ended at `endAt`. */
  | { readonly kind: 'cut'; readonly seeds: readonly Entrant[]; readonly endAt: number }
  | ({ readonly kind: 'called' } & Call)
  | { readonly kind: 'ready'; readonly node: string; readonly n: number; readonly entrant: Entrant }
  | { readonly kind: 'begun' | 'timed_out'; readonly node: string; readonly n: number }
  /** Nobody is in it if both sides appeared. */
  | {
      readonly kind: 'absent'
      readonly node: string
      readonly n: number
      readonly entrants: readonly Entrant[]
    }
  | {
      readonly kind: 'dropped'
      readonly entrant: Entrant
      readonly player?: Player
      readonly why: 'banned' | 'deleted'
    }
  | {
      readonly kind: 'disputed'
      readonly node: string
      readonly n: number
      readonly entrant: Entrant
      readonly reason: string
    }
  | RuledFact
  | { readonly kind: 'paused' | 'resumed' | 'cancelled' | 'closed' }

/** What people and time decided. Unique by its key within a cup. */
export type Fact = FactData & { readonly at: number; readonly key: string }

type OfKind<F, Kind> = F extends { readonly kind: infer Kinds } ? (Kind extends Kinds ? F : never) : never

export type FactOf<Kind extends Fact['kind']> = OfKind<Fact, Kind>

export const byTime = (one: Fact, other: Fact) =>
  one.at - other.at || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)

/** A fact that time brings; `started` and `absent` are completed by who appends them. */
export type Due = { readonly at: number } & (
  | ({ readonly kind: 'called' } & Call)
  | ({ readonly kind: 'absent' } & Call)
  | { readonly kind: 'cut'; readonly seeds: readonly Entrant[]; readonly endAt: number }
  | { readonly kind: 'timed_out'; readonly node: string; readonly n: number }
  | { readonly kind: 'started' | 'cancelled' | 'closed' }
)

/** The facts of a cup in their order, by what is asked of them. */
export class FactIndex {
  readonly #byKind = new Map<string, Fact[]>()
  readonly #byNode = new Map<string, Fact[]>()

  constructor(facts: readonly Fact[]) {
    for (const fact of facts.toSorted(byTime)) {
      push(this.#byKind, fact.kind, fact)
      if ('node' in fact && fact.node !== undefined) push(this.#byNode, `${fact.kind} ${fact.node}`, fact)
    }
  }

  all<Kind extends Fact['kind']>(kind: Kind): readonly FactOf<Kind>[] {
    return (this.#byKind.get(kind) ?? none) as readonly FactOf<Kind>[]
  }

  of<Kind extends Fact['kind']>(kind: Kind, node: string): readonly FactOf<Kind>[] {
    return (this.#byNode.get(`${kind} ${node}`) ?? none) as readonly FactOf<Kind>[]
  }

  first<Kind extends Fact['kind']>(kind: Kind): FactOf<Kind> | undefined {
    return this.all(kind)[0]
  }

  /** When rulings of a kind were made that name no node. */
  ruledAt(ruling: CupRuling): number[] {
    return this.all('ruled')
      .filter((fact) => fact.ruling === ruling && fact.node === undefined)
      .map(({ at }) => at)
  }
}

const none: readonly Fact[] = []

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
