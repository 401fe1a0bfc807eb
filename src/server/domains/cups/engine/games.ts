import { sidesOf } from '../../rankings/ratings/sides.ts'
import type { Cup, LedgerMatch, LedgerPlayer } from './cup.ts'
import type { Entrant } from './facts.ts'
import type { Seated } from './seating.ts'

/** A match of the ledger between two entrants. */
export interface Game {
  readonly matchId: string
  readonly mode: string
  readonly ranked: boolean
  readonly startedAt: number
  readonly endedAt: number
  readonly cupMatchId: string | null
  readonly isVoid: boolean
  /** When it last counted differently: its arrival, or when it was voided. */
  readonly changedAt: number
  readonly one: Entrant
  readonly other: Entrant
  /** Null after a draw. */
  readonly winner: Entrant | null
  readonly kills: readonly [number, number]
}

const byEnd = (one: LedgerMatch, other: LedgerMatch) =>
  one.endedAt - other.endedAt || (one.matchId < other.matchId ? -1 : one.matchId > other.matchId ? 1 : 0)

interface Excluded {
  /** What the ledger learnt after the cup was closed is left out. */
  readonly closedAt: number | undefined
  /** Players of teams who were out of them. */
  readonly isPlayerOut?: ((identity: number, at: number) => boolean) | undefined
  /** Players who read that their cup is cancelled do not play for it. */
  readonly wasCancelled: (at: number) => boolean
}

/** The matches whose two sides are entrants, in the order in which they ended. */
export function gamesOf(
  cup: Cup,
  entrants: readonly Seated[],
  matches: readonly LedgerMatch[],
  { closedAt = Infinity, isPlayerOut = () => false, wasCancelled }: Excluded,
): Game[] {
  const entrantOf = new Map<number, Entrant>()
  const byCheckIn = entrants.toSorted((one, other) => one.checkedInAt - other.checkedInAt)
  // An identity stays with the entrant that it checked in for first.
  for (const { entrant, identities } of byCheckIn)
    for (const identity of identities) if (!entrantOf.has(identity)) entrantOf.set(identity, entrant)
  return matches
    .filter(({ receivedAt, startedAt }) => receivedAt <= closedAt && !wasCancelled(startedAt))
    .toSorted(byEnd)
    .filter(({ players, startedAt }) => !players.some((one) => isPlayerOut(one.identityId, startedAt)))
    .flatMap((match) => gameOf(cup, entrantOf, match, closedAt) ?? [])
}

function gameOf(
  { size }: Cup,
  entrantOf: ReadonlyMap<number, Entrant>,
  match: LedgerMatch,
  closedAt: number,
): Game | undefined {
  const found = sidesOf(match.players)
  if (typeof found === 'string') return undefined
  const [first, second] = found.sides
  const one = entrantOfSide(entrantOf, first)
  const other = entrantOfSide(entrantOf, second)
  if (first.length !== size || one === undefined || other === undefined || one === other) return undefined
  const voidedAt = match.voidedAt !== null && match.voidedAt <= closedAt ? match.voidedAt : undefined
  return {
    matchId: match.matchId,
    mode: match.mode,
    ranked: match.ranked,
    startedAt: match.startedAt,
    endedAt: match.endedAt,
    cupMatchId: match.cupMatchId,
    isVoid: voidedAt !== undefined,
    changedAt: Math.max(match.receivedAt, voidedAt ?? 0),
    one,
    other,
    winner: found.score === 0.5 ? null : found.score === 1 ? one : other,
    kills: [killsOf(first), killsOf(second)],
  }
}

/** The entrant whose players a side consists of. */
function entrantOfSide(
  entrantOf: ReadonlyMap<number, Entrant>,
  side: readonly LedgerPlayer[],
): Entrant | undefined {
  const entrant = entrantOf.get(side[0]!.identityId)
  return side.every(({ identityId }) => entrantOf.get(identityId) === entrant) ? entrant : undefined
}

const killsOf = (side: readonly LedgerPlayer[]) => side.reduce((sum, { kills }) => sum + kills, 0)

const pairKey = (one: Entrant, other: Entrant) => (one < other ? `${one} ${other}` : `${other} ${one}`)

/** Games by their two entrants. */
export class PairGames {
  readonly #byPair = new Map<string, Game[]>()

  constructor(games: readonly Game[]) {
    for (const game of games) {
      const key = pairKey(game.one, game.other)
      const list = this.#byPair.get(key)
      if (list === undefined) this.#byPair.set(key, [game])
      else list.push(game)
    }
  }

  of(one: Entrant, other: Entrant): readonly Game[] {
    return this.#byPair.get(pairKey(one, other)) ?? []
  }
}
