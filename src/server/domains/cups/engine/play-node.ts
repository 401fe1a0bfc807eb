import { cupLimits, cupTimes } from '../../../../contract/cups/cups.ts'
import { type Cup, cupMatchIdOf } from './cup.ts'
import type { Entrant, FactIndex, FactOf } from './facts.ts'
import type { Game, PairGames } from './games.ts'
import type { Outs } from './outs.ts'
import type { Pauses } from './pauses.ts'

/** Why a node has its result. */
type How =
  /** Nobody was ever on the other side. */
  | 'free_pass'
  /** The other side is out, or nobody came through. */
  | 'walkover'
  | 'played'
  /** By wins, kills, seed: time was over, or games were drawn. */
  | 'figures'
  | 'absent'
  | 'both_out'
  | 'awarded'
  /** Played on before the ledger changed it. */
  | 'stands'

export interface Outcome {
  /** Null: nobody goes on. */
  readonly winner: Entrant | null
  /** Null: nobody who may play on. */
  readonly loser: Entrant | null
  readonly how: How
  readonly at: number
}

export interface PlayedNode {
  readonly call: FactOf<'called'> | undefined
  readonly games: readonly Game[]
  /** Undefined while it is open. */
  readonly outcome: Outcome | undefined
  /** Calls and rulings before it are void. */
  readonly from: number
}

/** What nodes are decided by. */
export interface Sources {
  readonly cup: Cup
  readonly facts: FactIndex
  readonly pairs: PairGames
  readonly outs: Outs
  readonly pauses: Pauses
  /** Position of each entrant among the seeds. */
  readonly seedOf: ReadonlyMap<Entrant, number>
  /** Games that count in an earlier node: the same two may meet again at once. */
  readonly counted: ReadonlySet<string>
}

/** A node with both sides. */
export interface Pairing {
  readonly node: string
  readonly a: Entrant
  readonly b: Entrant
  /** When both sides were known. */
  readonly openAt: number
  readonly bestOf: number
}

export const isPair = (
  pairing: Pick<Pairing, 'a' | 'b'>,
  of: { readonly a?: Entrant; readonly b?: Entrant },
) => (of.a === pairing.a && of.b === pairing.b) || (of.a === pairing.b && of.b === pairing.a)

/** Decides a node by the ledger, by time and by staff. */
export function playNode(sources: Sources, pairing: Pairing): PlayedNode {
  const ruled = latestRuling(sources, pairing)
  const played = playSince(sources, pairing, ruled.from)
  return ruled.outcome === undefined ? played : { ...played, outcome: ruled.outcome, from: ruled.outcome.at }
}

/** A ruling takes back what was ruled before it. */
function latestRuling({ facts }: Sources, pairing: Pairing): { from: number; outcome: Outcome | undefined } {
  const { node, a, b } = pairing
  let from = 0
  let outcome: Outcome | undefined
  for (const fact of facts.of('ruled', node)) {
    if (!isPair(pairing, fact)) continue
    const { at, ruling, entrant } = fact
    if (ruling === 'replay') {
      from = at
      outcome = undefined
    } else if (ruling === 'both_out') outcome = { winner: null, loser: null, how: 'both_out', at }
    else if (ruling === 'award' && (entrant === a || entrant === b))
      outcome = { winner: entrant, loser: entrant === a ? b : a, how: 'awarded', at }
  }
  return { from, outcome }
}

/** Who is restored plays again what they lost by being out. */
function playSince(sources: Sources, pairing: Pairing, ruledFrom: number): PlayedNode {
  const { outs } = sources
  let from = ruledFrom
  const restores = [pairing.a, pairing.b]
    .flatMap((entrant) => outs.restoresOf(entrant).map((at) => ({ entrant, at })))
    .sort((one, other) => one.at - other.at)
  for (const { entrant, at } of restores) {
    const lostAt = lostBefore(sources, pairing, entrant, from, at)
    if (lostAt === Infinity) continue
    const { outcome } = playWith(sources, pairing, from)
    if (outcome !== undefined && outcome.at < lostAt) break
    from = Math.max(from, at)
  }
  return playWith(sources, pairing, from)
}

/** When an entrant was first out of a node, by a drop or by not appearing, which a restore took back. */
function lostBefore(
  { outs, facts }: Sources,
  { node }: Pairing,
  entrant: Entrant,
  from: number,
  restoredAt: number,
): number {
  const absence = facts
    .of('absent', node)
    .find(({ at, entrants }) => at >= from && at <= restoredAt && entrants.includes(entrant))
  return Math.min(absence?.at ?? Infinity, outs.takenBack(entrant, from, restoredAt))
}

/** The newest call, if it is of these sides and not void. */
function callOf({ facts }: Sources, pairing: Pairing, from: number): FactOf<'called'> | undefined {
  const newest = facts
    .of('called', pairing.node)
    .reduce<FactOf<'called'> | undefined>((last, call) => (last && last.n > call.n ? last : call), undefined)
  return newest !== undefined && newest.at >= from && isPair(pairing, newest) ? newest : undefined
}

/** Whether a game may belong to a call: it names it, or names none and began not long before it. */
export const mayBelong = (cup: Cup, call: FactOf<'called'>, game: Game) =>
  !game.isVoid &&
  (game.cupMatchId === null
    ? game.mode === cup.mode &&
      (cup.matches === 'any' || game.ranked) &&
      game.startedAt >= call.at - cupTimes.earlyMs
    : game.cupMatchId === cupMatchIdOf(cup.id, call.node, call.n))

function playWith(sources: Sources, pairing: Pairing, from: number): PlayedNode {
  const { facts, outs, pairs, cup, counted } = sources
  const { a, b, node, openAt } = pairing
  const call = callOf(sources, pairing, from)
  const [outA, outB] = [outs.outAt(a), outs.outAt(b)]
  const outAt = Math.min(outA, outB)
  const walkover = () => withoutOne(pairing, outA, outB, Math.max(openAt, from))
  if (call === undefined) return { call, games: [], outcome: outAt < Infinity ? walkover() : undefined, from }

  const candidates = pairs.of(a, b).filter((game) => !counted.has(game.matchId) && mayBelong(cup, call, game))
  const timedOut = facts.of('timed_out', node).find(({ n }) => n === call.n)
  const absent = absenceOf(sources, call, candidates)
  const until = Math.min(outAt, timedOut?.at ?? Infinity, absent?.at ?? Infinity)
  const { games, decided, wins } = countGames(pairing, candidates, until, outAt)
  let outcome = decided
  if (outcome === undefined && until < Infinity) {
    if (until === outAt) outcome = walkover()
    else if (absent !== undefined && until === absent.at) outcome = withoutAbsent(pairing, absent)
    else if (games.length === 0) outcome = { winner: null, loser: null, how: 'both_out', at: until }
  }
  const areDrawn = games.filter(({ winner }) => winner === null).length >= cupLimits.draws
  if (outcome === undefined && (areDrawn || until < Infinity)) {
    const at = areDrawn ? games.at(-1)!.endedAt : until
    outcome = byFigures(sources, pairing, games, wins, at)
  }
  return { call, games, outcome, from }
}

/** Absence counts only if nothing had begun. */
function absenceOf({ facts, outs }: Sources, call: FactOf<'called'>, candidates: readonly Game[]) {
  const absence = facts.of('absent', call.node).find(({ n, entrants }) => n === call.n && entrants.length > 0)
  if (absence === undefined) return undefined
  const hasBegun =
    candidates.some(({ startedAt }) => startedAt <= absence.at) ||
    facts.of('begun', call.node).some(({ n, at }) => n === call.n && at <= absence.at)
  if (hasBegun) return undefined
  const entrants = absence.entrants.filter(
    (entrant) => !outs.restoresOf(entrant).some((at) => at > absence.at),
  )
  return entrants.length > 0 ? { at: absence.at, entrants } : undefined
}

/** Counts games until one side has most of `bestOf`. Of two that overlap, the first to end counts. */
function countGames(pairing: Pairing, candidates: readonly Game[], until: number, outAt: number) {
  const games: Game[] = []
  const wins = { a: 0, b: 0 }
  let draws = 0
  let busyUntil = -Infinity
  for (const game of candidates) {
    if (game.startedAt > until || game.endedAt > outAt || game.startedAt < busyUntil) continue
    busyUntil = game.endedAt
    games.push(game)
    if (game.winner === null) {
      draws += 1
      if (draws >= cupLimits.draws) break
      continue
    }
    const side = game.winner === pairing.a ? 'a' : 'b'
    wins[side] += 1
    if (wins[side] * 2 > pairing.bestOf)
      return { games, wins, decided: won(pairing, side, 'played', game.endedAt) }
  }
  return { games, wins, decided: undefined }
}

const won = ({ a, b }: Pairing, side: 'a' | 'b', how: How, at: number): Outcome => ({
  winner: side === 'a' ? a : b,
  loser: side === 'a' ? b : a,
  how,
  at,
})

/** More wins, more kills, better seed. */
function byFigures(
  { seedOf }: Sources,
  pairing: Pairing,
  games: readonly Game[],
  wins: { readonly a: number; readonly b: number },
  at: number,
): Outcome {
  const kills = (of: Entrant) =>
    games.reduce((sum, game) => sum + (game.one === of ? game.kills[0] : game.kills[1]), 0)
  const ahead =
    wins.a - wins.b ||
    kills(pairing.a) - kills(pairing.b) ||
    (seedOf.get(pairing.b) ?? Infinity) - (seedOf.get(pairing.a) ?? Infinity)
  return won(pairing, ahead > 0 ? 'a' : 'b', 'figures', at)
}

/** One side is out, or both were before anything could begin. */
function withoutOne({ a, b }: Pairing, outA: number, outB: number, openAt: number): Outcome {
  const at = Math.max(openAt, Math.min(outA, outB))
  if (Math.max(outA, outB) <= at) return { winner: null, loser: null, how: 'both_out', at }
  return { winner: outA < outB ? b : a, loser: null, how: 'walkover', at }
}

function withoutAbsent(
  { a, b }: Pairing,
  { entrants, at }: { readonly entrants: readonly Entrant[]; readonly at: number },
): Outcome {
  const present = [a, b].filter((entrant) => !entrants.includes(entrant))
  return { winner: present.length === 1 ? present[0]! : null, loser: null, how: 'absent', at }
}
