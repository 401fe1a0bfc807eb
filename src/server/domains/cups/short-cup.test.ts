import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CupRound } from '../../../contract/cups/cups-schemas.ts'
import { SimulatedCup, simulatedCup } from './engine/testing/simulated-cup.ts'
import { shortEntrants, shortRounds } from './short-cup.ts'
import { shownRounds } from './shown-rounds.ts'

const entrant = { entrant: 5, userId: 5, username: 'Ann', isWaiting: false, place: null }

test('[cups.138] Who was deleted, has another account or waits is said, and so is how a match ended that was not played', () => {
  expect(
    shortEntrants([
      { ...entrant, userId: null },
      { ...entrant, userId: 6, isWaiting: true },
      { ...entrant, place: 3 },
      entrant,
    ]),
  ).toEqual([
    { entrant: 5, userId: null, username: 'Ann' },
    { entrant: 5, userId: 6, username: 'Ann', isWaiting: true },
    { entrant: 5, username: 'Ann', place: 3 },
    { entrant: 5, username: 'Ann' },
  ])
  const node = {
    id: 'w1.1',
    sides: [1, 2] as [number, number],
    wins: [1, 0] as [number, number],
    matchIds: [],
  }
  const call = { cupMatchId: '7-w1.1-1', at: 'now', appearBy: null, endsAt: null }
  const rounds: CupRound[] = [
    {
      id: 'w1',
      bestOf: 1,
      nodes: [
        { ...node, result: { winner: 1, how: 'absent' }, questioned: true },
        { ...node, result: { winner: 1, how: 'played' } },
        { ...node, call: { ...call, ready: [2] } },
        { ...node, call: { ...call, ready: [] } },
      ],
    },
  ]
  expect(shortRounds(rounds)[0]?.nodes).toEqual([
    { ...node, result: { winner: 1, how: 'absent' }, questioned: true },
    { ...node, result: { winner: 1 } },
    { ...node, call: { ...call, ready: [2] } },
    { ...node, call },
  ])
})

test('[cups.138] Entrants and rounds of a cup of 128 are less than 24 kB at every moment', () => {
  const cup = new SimulatedCup(simulatedCup({ seats: 128 }), 128)
  const bytes: number[] = []
  const measure = () => {
    const { places, rounds, seeds } = cup.standing
    const placeOf = new Map(places.map((one) => [one.entrant, one.place]))
    const long = (side: unknown) => (typeof side === 'number' ? side + 1_000 : side)
    const shown = shortRounds(shownRounds(rounds)).map((round) => ({
      ...round,
      nodes: round.nodes.map((node) => ({
        ...node,
        sides: node.sides.map(long),
        matchIds: node.matchIds.map(() => randomUUID()),
        ...(node.result && { result: { ...node.result, winner: long(node.result.winner) } }),
      })),
    }))
    const entrants = shortEntrants(
      seeds.map((seed) => ({
        entrant: seed + 1_000,
        userId: seed + 1_000,
        username: `Player${1_000 + seed}`,
        isWaiting: false,
        place: placeOf.get(seed) ?? null,
      })),
    )
    bytes.push(Buffer.byteLength(JSON.stringify({ entrants, rounds: shown })))
  }
  for (let step = 0; step < 1_000 && cup.standing.state !== 'closing'; step += 1) {
    const next = cup.standing.due[0]
    if (next?.kind === 'called' || next?.kind === 'started') cup.appendDue(next, () => true)
    else {
      measure()
      for (const { a, b } of cup.open) {
        cup.pass(1_000)
        cup.play(a, b, a)
      }
    }
  }
  measure()
  expect(bytes).toHaveLength(9)
  expect(Math.max(...bytes)).toBeLessThan(24_000)
})
