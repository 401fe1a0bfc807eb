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

/** What time brings until nobody has to be called. */
function callAll(cup: SimulatedCup): void {
  for (;;) {
    const next = cup.standing.due.find(({ kind }) => kind === 'called' || kind === 'cut')
    if (next === undefined) return
    cup.appendDue(next, () => true)
  }
}

/** An arena in which whoever has the smaller number is better, cut. */
function cutArena(entrants: number, cut: number, change: Parameters<typeof simulatedCup>[0] = {}) {
  const cup = arena(entrants, { cut, ...change })
  for (let one = 0; one < entrants - 1; one += 1) play(cup, one, one + 1, one)
  for (let one = 0; one < entrants - 2; one += 1) play(cup, one, one + 2, one)
  expect(cup.standing.standings.map(({ entrant }) => entrant)).toEqual([...Array(entrants).keys()])
  return cup
}

const placesOf = (cup: SimulatedCup) =>
  Object.fromEntries(cup.standing.places.map(({ entrant, place }) => [entrant, place]))

test('[cups.77] Five minutes after its end the best of an arena with a cut who are still in become seeds of a single elimination; of fewer who played all', () => {
  const cup = cutArena(7, 4)
  cup.add({ kind: 'left', entrant: 1 })
  expect(cup.standing).toMatchObject({ state: 'running', rounds: [], seeds: [] })
  expect(cup.standing.due).toEqual([{ kind: 'cut', at: endAt + 5 * minute, seeds: [0, 2, 3, 4], endAt }])
  callAll(cup)
  const { seeds, rounds, state } = cup.standing
  expect([state, seeds]).toEqual(['running', [0, 2, 3, 4]])
  expect(rounds.map(({ id, nodes }) => [id, nodes.map(({ sides }) => sides)])).toEqual([
    [
      'w1',
      [
        [0, 4],
        [2, 3],
      ],
    ],
    ['w2', [[null, null]]],
  ])
  const few = cutArena(6, 8)
  callAll(few)
  expect(few.standing.seeds).toEqual([0, 1, 2, 3, 4, 5])
  const passes = few.standing.rounds[0]!.nodes.filter(({ outcome }) => outcome?.how === 'free_pass')
  expect(passes.map(({ outcome }) => outcome!.winner).sort()).toEqual([0, 1])
})

test('[cups.77] With fewer than two who are still in the table of an arena with a cut decides', () => {
  const cup = cutArena(3, 4)
  for (const entrant of [0, 2]) cup.add({ kind: 'left', entrant })
  expect(cup.standing.due).toEqual([{ kind: 'closed', at: endAt + 5 * minute }])
  cup.appendDue(cup.standing.due[0]!, () => true)
  expect(cup.standing).toMatchObject({ state: 'final', rounds: [], due: [] })
  expect(placesOf(cup)).toEqual({ 0: 1, 1: 2, 2: 3 })
})

test('[cups.78] Matches of the final bracket belong to calls, ranked or not, and not to the table, which stands from the cut on', () => {
  const cup = cutArena(6, 4, { bestOf: 3 })
  const late = cup.matches[0]!
  callAll(cup)
  const table = cup.standing.standings
  const unranked = cup.play(0, 3, 3)
  expect(cup.standing.countedInBracket).toEqual([unranked.matchId])
  // Of the window, but too late; and one of the window that the ledger takes back now.
  cup.now += minute
  const tooLate = cup.play(0, 5, 5, { ranked: true, startedAt: endAt - minute, endedAt: endAt - 1 })
  cup.void(0)
  expect(cup.standing.standings).toEqual(table)
  expect(cup.standing.countedInTable).toContain(late.matchId)
  expect(cup.standing.countedInTable).not.toContain(tooLate.matchId)
  // Played in the arena by the same two: no match of the call.
  expect(cup.standing.rounds[0]!.nodes[0]!.games.map(({ matchId }) => matchId)).toEqual([unranked.matchId])
})

test('[cups.78] Calls, no-shows, disputes and rulings are as in a single elimination, the table of the time before them does not change them', () => {
  const cup = cutArena(5, 4)
  cup.rule('drop', { entrant: 0 })
  cup.now += 1
  cup.rule('restore', { entrant: 0 })
  callAll(cup)
  expect(cup.standing.due[0]).toMatchObject({ kind: 'absent', at: cup.now + 5 * minute })
  cup.add({ kind: 'ready', node: 'w1.1', n: 1, entrant: 3 })
  cup.appendDue(cup.standing.due[0]!, (entrant) => entrant === 3)
  expect(cup.standing.rounds[0]!.nodes[0]!.outcome).toMatchObject({ winner: 3, how: 'absent' })
  cup.rule('award', { node: 'w1.1', a: 0, b: 3, entrant: 0 })
  expect(cup.standing.rounds[0]!.nodes[0]!.outcome).toMatchObject({ winner: 0, how: 'awarded' })
  cup.add({ kind: 'dropped', entrant: 1, why: 'banned' })
  expect(cup.standing.rounds[0]!.nodes[1]!.outcome).toMatchObject({ winner: 2, how: 'walkover' })
  callAll(cup)
  cup.play(0, 2, 2)
  cup.now += minute
  cup.play(0, 2, 2)
  expect(cup.standing.state).toBe('closing')
  expect(cup.standing.due).toEqual([{ kind: 'closed', at: cup.now + 10 * minute }])
})

test('[cups.79] The first places of an arena with a cut are those of its final bracket; the others follow as in the table', () => {
  const cup = cutArena(7, 4)
  cup.add({ kind: 'left', entrant: 0 })
  // Begun in the window, over behind it.
  cup.play(5, 6, 6, { ranked: true, startedAt: endAt - minute, endedAt: endAt + minute })
  callAll(cup)
  expect(placesOf(cup)).toEqual({ 0: 5, 5: 6, 6: 7 })
  const last = cup.playThrough((one, other) => Math.max(one, other))
  expect(last.state).toBe('final')
  expect(placesOf(cup)).toEqual({ 4: 1, 3: 2, 1: 3, 2: 3, 0: 5, 5: 6, 6: 7 })
  expect(last.standings.map(({ entrant, place }) => [entrant, place]).slice(0, 2)).toEqual([
    [0, 1],
    [1, 2],
  ])
  // What its event says of its end afterwards widens no window.
  const after = new SimulatedCup({ ...cup.cup, endAt: cup.now }, 0)
  after.facts.push(...cup.facts)
  after.matches.push(...cup.matches)
  expect(after.standing).toEqual(last)
})

/** An arena of teams of two: the second has one substitute and the third two. */
const teamArena = (entrants = 4, change: Parameters<typeof simulatedCup>[0] = {}) =>
  arena(entrants, { size: 2, ...change })

const teamsIn = (cup: SimulatedCup) => cup.standing.seated.map(({ entrant }) => entrant)

test('[cups.157] In an arena a team takes part once it has a side of players who are all checked in, also after the start; from then on its players stand', () => {
  const cup = teamArena(2)
  cup.add({ kind: 'team', entrant: 9, name: 'Late' })
  cup.add({ kind: 'joined', entrant: 9, player: 90 })
  cup.checkIn(9, 90)
  expect(teamsIn(cup)).toEqual([0, 1])
  // Left and came back before it was complete.
  cup.pass(1)
  cup.add({ kind: 'left', entrant: 9, player: 90 })
  cup.pass(1)
  for (const player of [90, 91]) cup.add({ kind: 'joined', entrant: 9, player })
  cup.checkIn(9, 91)
  const early = play(cup, 9, 0, 9)
  expect(teamsIn(cup)).toEqual([0, 1])
  cup.checkIn(9, 90)
  expect(teamsIn(cup)).toEqual([0, 1, 9])
  const match = play(cup, 9, 0, 9)
  expect(cup.standing.countedInTable).toEqual([match.matchId])
  expect(early.players).toHaveLength(4)
  // Who comes now is no player of it.
  cup.pass(1)
  cup.add({ kind: 'joined', entrant: 9, player: 95 })
  cup.checkIn(9, 95)
  expect(cup.standing.seated.at(-1)!.identities).toEqual([1_090, 1_091])
})

test('[cups.158] In an arena a match of teams counts only between a side of players of each, and a team is out while it has no side left', () => {
  const cup = teamArena()
  const counted = play(cup, 1, 2, 1)
  play(cup, 1, 2, 1, { players: counted.players.slice(0, 3) })
  play(cup, 1, 2, 1, { players: counted.players.map((player) => ({ ...player, team: null })) })
  expect(cup.standing.countedInTable).toEqual([counted.matchId])
  const leave = (entrant: number, player: number) => {
    cup.pass(1)
    cup.add({ kind: 'left', entrant, player })
  }
  // The second team plays on with its substitute; who left plays in it no longer.
  leave(1, 10)
  play(cup, 1, 2, 1, { players: counted.players })
  expect(cup.standing.countedInTable).toHaveLength(1)
  play(cup, 1, 2, 1)
  expect(cup.standing.countedInTable).toHaveLength(2)
  leave(1, 11)
  play(cup, 1, 2, 1, { players: counted.players })
  expect(cup.standing.countedInTable).toHaveLength(2)
  expect(cup.standing.standings.map(({ entrant }) => entrant)).toEqual([1, 2])
  cup.pass(1)
  cup.rule('restore', { entrant: 1 })
  play(cup, 1, 2, 1)
  expect(cup.standing.countedInTable).toHaveLength(3)
})

test('[cups.158] A team that is out does not go on to the final bracket, and who left a team before it plays in it no longer', () => {
  const cup = teamArena(6, { cut: 4 })
  for (let one = 0; one < 5; one += 1) play(cup, one, one + 1, one)
  cup.add({ kind: 'left', entrant: 0, player: 0 })
  cup.add({ kind: 'left', entrant: 1, player: 10 })
  callAll(cup)
  expect(cup.standing.seeds).not.toContain(0)
  expect(cup.standing.seeds).toHaveLength(4)
  expect(cup.standing.seeds).toContain(1)
  expect(cup.standing.playersOut).toContain(1_010)
  const last = cup.playThrough((one, other) => Math.min(one, other))
  expect([last.state, last.places[0]]).toEqual(['final', { entrant: 1, place: 1 }])
})

test('[cups.180] Who is out of an arena by a ruling stays out when they register again; only staff restore', () => {
  const cup = arena(2)
  cup.rule('drop', { entrant: 1 })
  cup.pass(1)
  cup.add({ kind: 'left', entrant: 1 })
  cup.pass(1)
  cup.add({ kind: 'registered', entrant: 1 })
  play(cup, 0, 1, 1)
  expect(pointsOf(cup)).toEqual({})
  cup.pass(minute)
  cup.rule('restore', { entrant: 1 })
  play(cup, 0, 1, 1)
  expect(pointsOf(cup)).toEqual({ 0: 0, 1: 2 })
})

test('[cups.181] Results stay with the entrant for whom a player checked in first, whoever checks the player in later', () => {
  const cup = new SimulatedCup(
    simulatedCup({ format: 'arena', seats: 5_000, minimum: 2, matches: 'ranked', endAt }),
    0,
  )
  cup.now = startAt - 60 * minute
  cup.add({ kind: 'registered', entrant: 9 })
  cup.pass(1)
  cup.enter(0)
  cup.enter(1)
  cup.appendDue(cup.standing.due[0]!, () => true)
  play(cup, 0, 1, 1)
  play(cup, 0, 1, 1)
  expect(pointsOf(cup)).toEqual({ 0: 0, 1: 4 })
  cup.pass(minute)
  cup.add({ kind: 'checked_in', entrant: 9, identities: [1_000] })
  expect(pointsOf(cup)).toEqual({ 0: 0, 1: 4 })
})
