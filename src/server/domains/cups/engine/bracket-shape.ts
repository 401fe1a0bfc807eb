/** Where a side of a node comes from. Seeds are numbered from 0. */
export type Source =
  | { readonly from: 'seed'; readonly seed: number }
  | { readonly from: 'winner' | 'loser'; readonly node: string }

export interface NodeShape {
  /** `w2.3`: third match of the second round; `t1`: third place. */
  readonly id: string
  readonly sources: readonly [Source, Source]
  readonly isFinal: boolean
}

export interface Round {
  readonly id: string
  readonly nodes: readonly NodeShape[]
}

/** Positions of seeds in the first round, so that the best meet as late as possible. */
function seedOrder(size: number): number[] {
  let order = [0, 1]
  while (order.length < size) {
    const last = order.length * 2 - 1
    order = order.flatMap((seed) => [seed, last - seed])
  }
  return order
}

const winner = (node: string): Source => ({ from: 'winner', node })
const loser = (node: string): Source => ({ from: 'loser', node })

/** Rounds of a single elimination bracket; a node comes after those that its sides come from. */
export function singleElimination(entrants: number, thirdPlace: boolean): Round[] {
  const size = 2 ** Math.ceil(Math.log2(Math.max(entrants, 2)))
  const last = Math.log2(size)
  let sources: Source[] = seedOrder(size).map((seed) => ({ from: 'seed', seed }))
  const rounds: Round[] = []
  for (let round = 1; round <= last; round += 1) {
    const nodes = Array.from({ length: size / 2 ** round }, (_, index): NodeShape => {
      const [one, other] = [sources[index * 2]!, sources[index * 2 + 1]!]
      return { id: `w${round}.${index + 1}`, sources: [one, other], isFinal: round === last }
    })
    // The match for the third place is told before the final, because it is decided before.
    if (round === last && thirdPlace && last > 1) rounds.push(thirdPlaceRound(last - 1))
    rounds.push({ id: `w${round}`, nodes })
    sources = nodes.map(({ id }) => winner(id))
  }
  return rounds
}

const thirdPlaceRound = (semifinals: number): Round => ({
  id: 't',
  nodes: [{ id: 't1', sources: [loser(`w${semifinals}.1`), loser(`w${semifinals}.2`)], isFinal: false }],
})
