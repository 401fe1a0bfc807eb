import type { Bracket, BracketNode } from './bracket.ts'
import type { Entrant } from './facts.ts'

export interface Place {
  readonly entrant: Entrant
  readonly place: number
}

type Rounds = Bracket['rounds']

/** Places of those whose way has ended: who went out in the same round shares one. Best first, then by seed. */
export function placesOf({ rounds }: Pick<Bracket, 'rounds'>, seeds: readonly Entrant[]): Place[] {
  const placeOf = new Map<Entrant, number>()
  const places = roundPlaces(rounds)
  for (const { id, nodes } of rounds)
    for (const node of nodes)
      for (const entrant of endedIn(node, rounds)) placeOf.set(entrant, places.get(id)!)
  const final = rounds.at(-1)?.nodes[0]
  if (final?.outcome?.winner != null) placeOf.set(final.outcome.winner, 1)
  const third = rounds.find(({ id }) => id === 't')?.nodes[0]
  if (third !== undefined) placeThird(third, placeOf)
  const order = new Map(seeds.map((entrant, seed) => [entrant, seed]))
  return [...placeOf]
    .map(([entrant, place]) => ({ entrant, place }))
    .sort((one, other) => one.place - other.place || order.get(one.entrant)! - order.get(other.entrant)!)
}

/** The place of those who go out in each round: after all who can go out later. */
function roundPlaces(rounds: Rounds): Map<string, number> {
  const places = new Map([
    ['f1', 2],
    ['f2', 2],
  ])
  const losers = rounds.filter(({ id }) => id.startsWith('l'))
  let place = losers.length > 0 ? 3 : 2
  for (const { id, nodes } of losers.toReversed()) {
    places.set(id, place)
    place += nodes.length
  }
  const main = rounds.filter(({ id }) => id.startsWith('w'))
  for (const [index, { id, nodes }] of main.entries()) {
    // Who goes out of the cup while others drop shares the place of the round to drop into.
    const drop = losers.length === 0 ? undefined : places.get(`l${Math.max(1, index * 2)}`)
    places.set(id, drop ?? nodes.length + 1)
  }
  return places
}

/** The match for the third place is of those who share it; without its result nobody has it yet. */
function placeThird({ sides, outcome }: BracketNode, placeOf: Map<Entrant, number>): void {
  const entrants = sides.filter((side) => typeof side === 'number')
  for (const entrant of entrants) {
    if (outcome === null) placeOf.delete(entrant)
    else if (outcome.winner !== null) placeOf.set(entrant, entrant === outcome.winner ? 3 : 4)
  }
  if (entrants.length === 1 && outcome?.winner != null)
    for (const [entrant, place] of placeOf)
      if (place === 3 && entrant !== outcome.winner) placeOf.set(entrant, 4)
}

/** Sides of a decided node that do not go on, and do not drop into the losers' bracket either. */
function endedIn({ id, sides, outcome }: BracketNode, rounds: Rounds): Entrant[] {
  if (outcome === null) return []
  const nextForLoser = id.startsWith('w') ? 'l1' : id === 'f1' ? 'f2' : undefined
  const playsOn = rounds.some((round) => round.id === nextForLoser) ? outcome.loser : null
  return sides.filter(
    (side): side is Entrant => typeof side === 'number' && side !== outcome.winner && side !== playsOn,
  )
}
