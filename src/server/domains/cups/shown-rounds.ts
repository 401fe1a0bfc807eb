import type { CupNode, CupRound } from '../../../contract/cups/cups-schemas.ts'
import type { Bracket, BracketNode, NodeCall } from './engine/bracket.ts'

const iso = (ms: number) => new Date(ms).toISOString()

/** Limits have no end while they stand still. */
const limit = (ms: number | null) => (ms === null || ms === Infinity ? null : iso(ms))

/** A match of a bracket as it is stored: with what only its sides are shown. */
export interface StoredNode extends CupNode {
  /** Of a decided match that was called. */
  readonly decided?: { readonly cupMatchId: string; readonly at: string }
}

export interface StoredRound extends Omit<CupRound, 'nodes'> {
  readonly nodes: readonly StoredNode[]
}

/** The rounds of a bracket as the API shows them: short, because a bracket of 128 has 127 matches. */
export const shownRounds = (rounds: Bracket['rounds']): StoredRound[] =>
  rounds.map(({ id, nodes }) => ({ id, bestOf: nodes[0]?.bestOf ?? 1, nodes: nodes.map(shownNode) }))

function shownNode(node: BracketNode): StoredNode {
  const { id, sides, games, outcome, call, questionedAt, disputedAt } = node
  const winsOf = (side: unknown) => games.filter(({ winner }) => winner !== null && winner === side).length
  return {
    id,
    sides: [...sides],
    wins: [winsOf(sides[0]), winsOf(sides[1])],
    matchIds: games.map(({ matchId }) => matchId),
    ...(outcome === null && call !== null && { call: shownCall(call) }),
    ...(outcome !== null &&
      call !== null && { decided: { cupMatchId: call.cupMatchId, at: iso(outcome.at) } }),
    ...(outcome !== null && { result: { winner: outcome.winner, how: outcome.how } }),
    ...(questionedAt !== null && { questioned: true as const }),
    ...(disputedAt !== null && { disputed: true as const }),
  }
}

const shownCall = ({ cupMatchId, at, ready, appearBy, endsAt }: NodeCall) => ({
  cupMatchId,
  at: iso(at),
  ready: [...new Set(ready)],
  appearBy: limit(appearBy),
  endsAt: limit(endsAt),
})
