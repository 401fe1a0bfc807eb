import type { Bracket, BracketNode } from './bracket.ts'
import type { Entrant } from './facts.ts'

export interface Place {
  readonly entrant: Entrant
  readonly place: number
}

/** Places of those whose way has ended: who went out in the same round shares one. Best first, then by seed. */
export function placesOf({ rounds }: Pick<Bracket, 'rounds'>, seeds: readonly Entrant[]): Place[] {
  const placeOf = new Map<Entrant, number>()
  const main = rounds.filter(({ id }) => id.startsWith('w'))
  main.forEach(({ nodes }, index) => {
    const isFinal = index === main.length - 1
    for (const node of nodes)
      for (const entrant of endedIn(node)) placeOf.set(entrant, 2 ** (main.length - index - 1) + 1)
    if (isFinal && nodes[0]?.outcome?.winner != null) placeOf.set(nodes[0].outcome.winner, 1)
  })
  const third = rounds.find(({ id }) => id === 't')?.nodes[0]
  if (third !== undefined) placeThird(third, placeOf)
  const order = new Map(seeds.map((entrant, seed) => [entrant, seed]))
  return [...placeOf]
    .map(([entrant, place]) => ({ entrant, place }))
    .sort((one, other) => one.place - other.place || order.get(one.entrant)! - order.get(other.entrant)!)
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

/** Sides of a decided node that do not go on. */
const endedIn = ({ sides, outcome }: BracketNode): Entrant[] =>
  outcome === null
    ? []
    : sides.filter((side): side is Entrant => typeof side === 'number' && side !== outcome.winner)
