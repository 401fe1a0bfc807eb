import type { CupEntrant, CupNode, CupRound } from '../../../contract/cups/cups-schemas.ts'
import type { ListedEntrant } from './queries/views.ts'
import type { StoredNode, StoredRound } from './shown-rounds.ts'

/** Entrants without what follows from the rest: a cup of 128 is asked for by everybody who watches, once a second. */
export const shortEntrants = (entrants: readonly ListedEntrant[]): CupEntrant[] =>
  entrants.map(({ entrant, userId, username, isWaiting, place }) => ({
    entrant,
    ...(userId !== entrant && { userId }),
    username,
    ...(isWaiting && { isWaiting }),
    ...(place !== null && { place }),
  }))

export const shortRounds = (rounds: readonly StoredRound[]): CupRound[] =>
  rounds.map((round) => ({ ...round, nodes: round.nodes.map(shortNode) }))

export function shortNode({ call, result, decided: _, ...node }: StoredNode): CupNode {
  return {
    ...node,
    ...(call && { call: shortCall(call) }),
    ...(result && {
      result: { winner: result.winner, ...(result.how !== 'played' && { how: result.how }) },
    }),
  }
}

const shortCall = ({ ready = [], ...call }: NonNullable<CupNode['call']>) => ({
  ...call,
  ...(ready.length > 0 && { ready }),
})
