import { expect, test } from 'vitest'
import { SimulatedCup, simulatedCup, startAt } from './testing/simulated-cup.ts'

const minute = 60_000
const endAt = startAt + 60 * minute

function arena(entrants: number, change: Parameters<typeof simulatedCup>[0] = {}): SimulatedCup {
  const cup = new SimulatedCup(
    simulatedCup({ format: 'arena', seats: 5_000, minimum: 2, matches: 'ranked', endAt, ...change }),
    entrants,
  )
  cup.appendDue(cup.standing.due[0]!, () => true)
  return cup
}

const play = (
  cup: SimulatedCup,
  one: number,
  other: number,
  winner: number | null,
  said: Parameters<SimulatedCup['play']>[3] = {},
) => {
  cup.now += minute
  return cup.play(one, other, winner, { ranked: true, ...said })
}

const pointsOf = (cup: SimulatedCup) =>
  Object.fromEntries(cup.standing.standings.map(({ entrant, points }) => [entrant, points]))

test('[cups.21] An arena of fewer than its minimum is cancelled at its start, and one that ran closes 5 minutes after its end', () => {
  const few = new SimulatedCup(simulatedCup({ format: 'arena', minimum: 2, endAt }), 1)
  expect(few.standing.due).toEqual([{ kind: 'cancelled', at: startAt }])
  const cup = arena(2)
  expect(cup.standing).toMatchObject({ state: 'running', due: [{ kind: 'closed', at: endAt + 5 * minute }] })
  cup.appendDue(cup.standing.due[0]!, () => true)
  expect(cup.standing).toMatchObject({ state: 'final', due: [], standings: [] })
})

test('[cups.22] A win is 2 points and a draw 1, doubled after two wins in a row until one is not won', () => {
  const cup = arena(4)
  play(cup, 0, 1, 0)
  play(cup, 0, 2, 0)
  expect(pointsOf(cup)).toEqual({ 0: 4, 1: 0, 2: 0 })
  play(cup, 0, 3, 0)
  expect(pointsOf(cup)[0]).toBe(8)
  play(cup, 0, 1, null)
  expect(pointsOf(cup)).toMatchObject({ 0: 10, 1: 1 })
  play(cup, 0, 2, 0)
  expect(pointsOf(cup)[0]).toBe(12)
})

test('[cups.23] Only matches of two entrants count that are of the mode, ranked, not void and inside the window', () => {
  const cup = arena(3)
  for (const said of [
    { ranked: false },
    { mode: 'boxing' },
    { voidedAt: startAt },
    { startedAt: startAt - 1 },
    { startedAt: endAt - minute, endedAt: endAt + 1 },
  ])
    play(cup, 0, 1, 1, said)
  play(cup, 0, 9, 9)
  expect(cup.standing.standings).toEqual([])
  play(cup, 0, 1, 1, { startedAt: endAt - minute, endedAt: endAt })
  expect(pointsOf(cup)).toEqual({ 0: 0, 1: 2 })
})

test('[cups.24] A pair counts 5 times', () => {
  const cup = arena(2)
  for (let time = 0; time < 8; time += 1) play(cup, 0, 1, null)
  expect(cup.standing.standings.map(({ draws }) => draws)).toEqual([5, 5])
})

test('[cups.25] Who registers in the running arena counts from then on, who left or was dropped no longer; results stay', () => {
  const cup = arena(2)
  play(cup, 0, 5, 5)
  cup.enter(5)
  play(cup, 0, 5, 0)
  expect(pointsOf(cup)).toEqual({ 0: 2, 5: 0 })
  cup.add({ kind: 'left', entrant: 5 })
  play(cup, 0, 5, 5)
  expect(pointsOf(cup)).toEqual({ 0: 2, 5: 0 })
  cup.now += 1
  cup.add({ kind: 'registered', entrant: 5 })
  play(cup, 0, 5, 5)
  expect(pointsOf(cup)).toEqual({ 0: 2, 5: 2 })
  cup.add({ kind: 'dropped', entrant: 0, why: 'banned' })
  play(cup, 0, 5, 5)
  expect(pointsOf(cup)).toEqual({ 0: 2, 5: 2 })
})

test('[cups.26] Equal points: fewer losses, then stronger opponents, then who reached them first', () => {
  const cup = arena(6)
  // 2 points each: 0 without a loss; 1 against a stronger opponent than 2; 2 and 3 against equals, 2 first.
  play(cup, 0, 5, null)
  play(cup, 0, 4, null)
  play(cup, 2, 5, 2)
  play(cup, 3, 5, 3)
  play(cup, 1, 4, 1)
  play(cup, 4, 2, 4)
  play(cup, 5, 3, 5)
  const order = cup.standing.standings.filter(({ points }) => points === 2).map(({ entrant }) => entrant)
  expect(order[0]).toBe(0)
  expect(order.indexOf(2)).toBeLessThan(order.indexOf(3))
  expect(cup.standing.standings.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6])
})
