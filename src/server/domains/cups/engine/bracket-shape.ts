/** Where a side of a node comes from. Seeds are numbered from 0. */
export type Source =
  | { readonly from: 'seed'; readonly seed: number }
  | { readonly from: 'winner' | 'loser'; readonly node: string }

export interface NodeShape {
  /** `w2.3`: third match of the second round; `l4.1`: of the losers' bracket; `f1`, `f2`: finals; `t1`: third place. */
  readonly id: string
  readonly sources: readonly [Source, Source]
  readonly isFinal: boolean
}

export interface Round {
  readonly id: string
  readonly nodes: readonly NodeShape[]
  /** Is played only if this node was won by its second side, and its first side may play on. */
  readonly ifSecondWins?: string
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

/** Rounds that a bracket of so many entrants has until one of them has lost no match. */
const roundsOf = (entrants: number) => Math.ceil(Math.log2(Math.max(entrants, 2)))

/** Rounds of a single elimination bracket; a node comes after those that its sides come from. */
export function singleElimination(entrants: number, thirdPlace: boolean): Round[] {
  const last = roundsOf(entrants)
  const size = 2 ** last
  let sources: Source[] = seedOrder(size).map((seed) => ({ from: 'seed', seed }))
  const rounds: Round[] = []
  for (let round = 1; round <= last; round += 1) {
    const nodes = pairUp(`w${round}`, sources, round === last)
    // The match for third place comes before the final, because it is decided first.
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

/** Pairs neighbours. */
const pairUp = (round: string, sources: readonly Source[], isFinal = false): NodeShape[] =>
  Array.from({ length: sources.length / 2 }, (_, index) => ({
    id: `${round}.${index + 1}`,
    sources: [sources[index * 2]!, sources[index * 2 + 1]!],
    isFinal,
  }))

type Order = <Item>(list: readonly Item[]) => Item[]

const reverse: Order = (list) => list.toReversed()
const halfShift: Order = (list) => [...list.slice(list.length / 2), ...list.slice(0, list.length / 2)]
const reverseHalfShift: Order = (list) => [
  ...list.slice(0, list.length / 2).toReversed(),
  ...list.slice(list.length / 2).toReversed(),
]
const pairFlip: Order = (list) => list.map((_, index) => list[index % 2 === 0 ? index + 1 : index - 1]!)

/**
 * In which order the losers of the second, third, … round drop, so that nobody meets early again whom they have met. The
 * table of brackets-manager 1.11.1; where it names none, they keep their order.
 */
const dropOrders: Readonly<Record<number, readonly Order[]>> = {
  4: [reverse],
  8: [reverse],
  16: [reverseHalfShift, reverse],
  32: [reverse, halfShift],
  64: [reverse, halfShift, reverse],
  128: [reverse, halfShift, pairFlip, pairFlip, pairFlip],
}

/** Rounds of a double elimination bracket: who lost once plays on in the losers' bracket. */
export function doubleElimination(entrants: number): Round[] {
  const last = roundsOf(entrants)
  const winners = singleElimination(entrants, false).map(({ id, nodes }) => ({
    id,
    nodes: nodes.map((node) => ({ ...node, isFinal: false })),
  }))
  const [first, ...later] = winners
  const rounds: Round[] = [first!]
  let left = first!.nodes.map(({ id }) => loser(id))
  for (const [index, round] of later.entries()) {
    const [meet, drop] = [`l${index * 2 + 1}`, `l${index * 2 + 2}`]
    const among = pairUp(meet, left)
    // The last to drop is alone: nothing is ordered.
    const order = index === last - 2 ? undefined : dropOrders[2 ** last]?.[index]
    const dropped = round.nodes.map(({ id }) => loser(id))
    const ordered = order === undefined ? dropped : order(dropped)
    const against = pairUp(
      drop,
      among.flatMap(({ id }, at) => [ordered[at]!, winner(id)]),
    )
    rounds.push({ id: meet, nodes: among }, round, { id: drop, nodes: against })
    left = against.map(({ id }) => winner(id))
  }
  return [...rounds, ...finals(winner(`w${last}.1`), left[0]!)]
}

/** Who comes from the losers' bracket has to win twice. */
const finals = (undefeated: Source, challenger: Source): Round[] => [
  { id: 'f1', nodes: [{ id: 'f1', sources: [undefeated, challenger], isFinal: true }] },
  {
    id: 'f2',
    ifSecondWins: 'f1',
    nodes: [{ id: 'f2', sources: [loser('f1'), winner('f1')], isFinal: true }],
  },
]
