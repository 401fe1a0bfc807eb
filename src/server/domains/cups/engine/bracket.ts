import { cupTimes } from '../../../../contract/cups/cups.ts'
import type { NodeShape, Round, Source } from './bracket-shape.ts'
import { cupMatchIdOf } from './cup.ts'
import type { Due, Entrant } from './facts.ts'
import type { Game } from './games.ts'
import { isPair, mayBelong, type Outcome, type Pairing, playNode, type Sources } from './play-node.ts'

/** Who is on a side: an entrant, nobody ever (`free`), nobody any more (`none`), or not known yet (null). */
type Slot = Entrant | 'free' | 'none' | null

/** A match of the bracket as it stands. */
export interface BracketNode {
  readonly id: string
  readonly sides: readonly [Slot, Slot]
  readonly bestOf: number
  readonly call: NodeCall | null
  readonly games: readonly { readonly matchId: string; readonly winner: Entrant | null }[]
  readonly outcome: Outcome | null
  /** When the ledger changed what was played on already. */
  readonly questionedAt: number | null
  /** When sides disputed it, which no ruling answered. */
  readonly disputedAt: number | null
}

export interface NodeCall {
  readonly n: number
  readonly at: number
  readonly cupMatchId: string
  /** Who has said that they are there. */
  readonly ready: readonly Entrant[]
  /** When it is noticed who is absent; null once a game has begun or that was noticed. */
  readonly appearBy: number | null
  /** Infinity while the cup is paused, as `appearBy`. */
  readonly endsAt: number
}

export interface Bracket {
  readonly rounds: readonly { readonly id: string; readonly nodes: readonly BracketNode[] }[]
  readonly due: readonly Due[]
  /** Undefined while something is open. */
  readonly decidedAt: number | undefined
}

interface Settled {
  readonly node: BracketNode
  readonly openAt: number | undefined
}

/** Plays the bracket from its first round on. */
export function playBracket(
  given: Omit<Sources, 'counted'>,
  shape: readonly Round[],
  seeds: readonly Entrant[],
  startedAt: number,
): Bracket {
  const followers = followersOf(shape)
  const settled = new Map<string, Settled>()
  const counted = new Set<string>()
  const sources: Sources = { ...given, counted }
  const due: Due[] = []
  const rounds: Bracket['rounds'][number][] = []
  for (const { id, nodes, ifSecondWins } of shape) {
    if (ifSecondWins !== undefined && !didSecondWin(settled.get(ifSecondWins)!.node)) continue
    for (const node of nodes) {
      const sides = node.sources.map((source) => slotOf(source, seeds, settled)) as [Slot, Slot]
      const openAt = openAtOf(node, sides, settled, startedAt)
      const result =
        openAt === undefined
          ? waiting(node, sides, sources)
          : settle(sources, node, sides, openAt, followers.get(node.id) ?? [])
      settled.set(node.id, { node: result.node, openAt })
      for (const { matchId } of result.node.games) counted.add(matchId)
      due.push(...result.due)
    }
    rounds.push({ id, nodes: nodes.map((node) => settled.get(node.id)!.node) })
  }
  const outcomes = rounds.flatMap(({ nodes }) => nodes.map(({ outcome }) => outcome))
  const decidedAt = outcomes.includes(null) ? undefined : Math.max(...outcomes.map((outcome) => outcome!.at))
  return { rounds, due, decidedAt }
}

const didSecondWin = ({ sides: [first, second], outcome }: BracketNode) =>
  outcome !== null && outcome.winner === second && outcome.loser === first

interface Follower {
  readonly node: string
  /** On which side of it. */
  readonly side: 'a' | 'b'
  readonly of: 'winner' | 'loser'
}

function followersOf(shape: readonly Round[]): ReadonlyMap<string, readonly Follower[]> {
  const followers = new Map<string, Follower[]>()
  for (const { nodes } of shape)
    for (const { id, sources } of nodes)
      for (const [index, source] of sources.entries())
        if (source.from !== 'seed')
          followers.set(source.node, [
            ...(followers.get(source.node) ?? []),
            { node: id, side: index === 0 ? 'a' : 'b', of: source.from },
          ])
  return followers
}

function slotOf(source: Source, seeds: readonly Entrant[], settled: ReadonlyMap<string, Settled>): Slot {
  if (source.from === 'seed') return seeds[source.seed] ?? 'free'
  const { node } = settled.get(source.node)!
  if (node.outcome === null) return null
  const entrant = source.from === 'winner' ? node.outcome.winner : node.outcome.loser
  return entrant ?? (node.outcome.how === 'free_pass' ? 'free' : 'none')
}

/** When both sides were known; undefined before. */
function openAtOf(
  { sources }: NodeShape,
  sides: readonly [Slot, Slot],
  settled: ReadonlyMap<string, Settled>,
  startedAt: number,
): number | undefined {
  if (sides.includes(null)) return undefined
  const times = sources.map((source) =>
    source.from === 'seed' ? startedAt : settled.get(source.node)!.node.outcome!.at,
  )
  return Math.max(...times)
}

const bestOfNode = ({ cup }: Sources, { isFinal }: NodeShape) => (isFinal ? cup.finalBestOf : cup.bestOf)

interface SettledNode {
  readonly node: BracketNode
  readonly due: readonly Due[]
}

const empty = { call: null, games: [], outcome: null, questionedAt: null, disputedAt: null } as const

const waiting = (node: NodeShape, sides: readonly [Slot, Slot], sources: Sources): SettledNode => ({
  node: { ...empty, id: node.id, sides, bestOf: bestOfNode(sources, node) },
  due: [],
})

/** A node whose sides are known: nobody to play against, or a pairing. */
function settle(
  sources: Sources,
  shape: NodeShape,
  sides: readonly [Slot, Slot],
  openAt: number,
  followers: readonly Follower[],
): SettledNode {
  const [a, b] = sides
  const bestOf = bestOfNode(sources, shape)
  if (typeof a === 'number' && typeof b === 'number')
    return settlePairing(sources, { node: shape.id, a, b, openAt, bestOf }, followers)
  const winner = typeof a === 'number' ? a : typeof b === 'number' ? b : null
  const how = sides.includes('none') ? 'walkover' : 'free_pass'
  const outcome: Outcome = { winner, loser: null, how, at: openAt }
  return { node: { ...empty, id: shape.id, sides, bestOf, outcome }, due: [] }
}

function settlePairing(sources: Sources, pairing: Pairing, followers: readonly Follower[]): SettledNode {
  const { node, a, b, bestOf, openAt } = pairing
  const { facts, pairs } = sources
  const { call, games, outcome: byLedger, from } = playNode(sources, pairing)
  const natural = byLedger && { ...byLedger, at: Math.max(byLedger.at, openAt) }
  const pinned = playedOn(sources, pairing, followers, from, games)
  const stands = pinned !== undefined && pinned.winner !== natural?.winner
  const outcome = stands ? pinned : natural
  const changedAt = Math.max(pinned?.at ?? 0, ...pairs.of(a, b).map((game) => game.changedAt))
  const isKept = facts
    .of('ruled', node)
    .some((fact) => fact.ruling === 'keep' && fact.at >= changedAt && isPair(pairing, fact))
  const shown: BracketNode = {
    id: node,
    sides: [a, b],
    bestOf,
    call: call === undefined ? null : callAsShown(sources, pairing, call, games),
    games: games.map(({ matchId, winner }) => ({ matchId, winner })),
    outcome: outcome ?? null,
    questionedAt: stands && !isKept ? changedAt : null,
    disputedAt: outcome === undefined ? null : openDispute(sources, pairing),
  }
  return { node: shown, due: outcome === undefined ? dueOf(sources, pairing, shown, from) : [] }
}

/** The result that a later match was played on, until a ruling changes it. */
function playedOn(
  { cup, facts, pairs }: Sources,
  { a, b }: Pairing,
  followers: readonly Follower[],
  from: number,
  own: readonly Game[],
): Outcome | undefined {
  let newest: Outcome | undefined
  for (const { node, side, of } of followers) {
    for (const call of facts.of('called', node)) {
      const ours = call[side]
      if ((ours !== a && ours !== b) || call.at < from || (newest !== undefined && newest.at >= call.at))
        continue
      const isPlayed =
        facts.of('begun', node).some(({ n }) => n === call.n) ||
        pairs.of(call.a, call.b).some((game) => !own.includes(game) && mayBelong(cup, call, game))
      if (!isPlayed) continue
      const winner = (of === 'winner') === (ours === a) ? a : b
      newest = { winner, loser: winner === a ? b : a, how: 'stands', at: call.at }
    }
  }
  return newest
}

function callAsShown(
  { cup, facts, pauses }: Sources,
  { node, a, b, bestOf }: Pairing,
  call: { readonly n: number; readonly at: number },
  games: readonly Game[],
): NodeCall {
  const { n, at } = call
  const isNoticed =
    games.length > 0 ||
    facts.of('begun', node).some((begun) => begun.n === n) ||
    facts.of('absent', node).some((absent) => absent.n === n)
  const delays = facts
    .of('ruled', node)
    .filter((fact) => fact.ruling === 'delay' && fact.at >= at && isPair({ a, b }, fact)).length
  const extraMs = delays * cupTimes.delayMs
  const playMs = bestOf * cup.gameMinutes * 60_000
  return {
    n,
    at,
    cupMatchId: cupMatchIdOf(cup.id, node, n),
    ready: facts
      .of('ready', node)
      .filter((ready) => ready.n === n)
      .map(({ entrant }) => entrant),
    appearBy: isNoticed ? null : pauses.limit(at, cupTimes.appearMs + extraMs),
    endsAt: pauses.limit(at, cupTimes.appearMs + playMs + extraMs),
  }
}

/** When the first dispute came that no later ruling on the node answers. */
function openDispute({ facts }: Sources, { node }: Pairing): number | null {
  const answeredAt = Math.max(0, ...facts.of('ruled', node).map(({ at }) => at))
  return facts.of('disputed', node).find(({ at }) => at > answeredAt)?.at ?? null
}

/** What time brings to an open node: a call, then who is absent, then the end of its time. */
function dueOf({ facts }: Sources, pairing: Pairing, { call }: BracketNode, from: number): Due[] {
  const { node, a, b, openAt } = pairing
  if (call === null) {
    const n = 1 + Math.max(0, ...facts.of('called', node).map((earlier) => earlier.n))
    return [{ at: Math.max(openAt, from), kind: 'called', node, n, a, b }]
  }
  const { n, appearBy, endsAt } = call
  return [
    ...(appearBy === null ? [] : [{ at: appearBy, kind: 'absent' as const, node, n, a, b }]),
    { at: endsAt, kind: 'timed_out', node, n },
  ]
}
