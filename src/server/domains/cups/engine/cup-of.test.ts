import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type SimulatedCup as Simulated,
  SimulatedCup,
  simulatedCup,
  startAt,
} from './testing/simulated-cup.ts'

const minute = 60_000
const present = () => true

/** A single elimination cup that has begun, with its first matches called. */
function begun(entrants: number, change: Parameters<typeof simulatedCup>[0] = {}): Simulated {
  const cup = new SimulatedCup(simulatedCup(change), entrants)
  callAll(cup)
  return cup
}

/** Appends what is due at this moment, but no limits. */
function callAll(cup: Simulated): void {
  for (;;) {
    const next = cup.standing.due.find(({ kind }) => kind === 'called' || kind === 'started')
    if (next === undefined) return
    cup.appendDue(next, present)
  }
}

const nodeOf = (cup: Simulated, id: string) =>
  cup.standing.rounds.flatMap(({ nodes }) => nodes).find((node) => node.id === id)!

test('[cups.01] Without drops a single elimination is, match by match, what brackets-manager makes of it', () => {
  const text = readFileSync(new URL('./testing/brackets-manager-single.txt', import.meta.url), 'utf8')
  const cups = text.split('\ncup ').slice(1)
  expect(cups).toHaveLength(28)
  const winnerOf = (one: number, other: number) => {
    const [a, b] = one < other ? [one, other] : [other, one]
    return (31 * a + 17 * b) % 7 < 4 ? a : b
  }
  for (const [header = '', ...expected] of cups.map((cup) => cup.trim().split('\n'))) {
    const [entrants, third] = header.split(' ')
    const cup = new SimulatedCup(simulatedCup({ thirdPlace: third === 'third' }), Number(entrants))
    const { rounds, state } = cup.playThrough(winnerOf)
    const played = rounds
      .flatMap(({ nodes }) => nodes)
      .filter(({ sides }) => sides.every((side) => typeof side === 'number'))
      .map(({ id, sides, outcome }) => `${id} ${sides[0]} ${sides[1]} ${outcome?.winner}`)
    expect(state).toBe('final')
    expect(played.toSorted(), header).toEqual(expected.toSorted())
  }
})

test('[cups.80] Without drops a double elimination is, match by match, what brackets-manager makes of it', () => {
  const text = readFileSync(new URL('./testing/brackets-manager-double.txt', import.meta.url), 'utf8')
  const cups = text.split('\ncup ').slice(1)
  expect(cups).toHaveLength(66)
  for (const [header = '', ...expected] of cups.map((cup) => cup.trim().split('\n'))) {
    const [entrants, salt] = header.split(' ').map(Number) as [number, number]
    const cup = new SimulatedCup(simulatedCup({ format: 'double', finalBestOf: 1 }), entrants)
    const { rounds, state, places } = cup.playThrough((one, other, node) => {
      const [a, b] = one < other ? [one, other] : [other, one]
      return (31 * a + 17 * b + salt * (node.length + 1)) % 7 < 4 ? a : b
    })
    const played = rounds
      .flatMap(({ nodes }) => nodes)
      .filter(({ sides }) => sides.every((side) => typeof side === 'number'))
      .map(({ id, sides, outcome }) => `${id} ${sides[0]} ${sides[1]} ${outcome?.winner}`)
    expect(state).toBe('final')
    expect(played.toSorted(), header).toEqual(expected.toSorted())
    expect(places).toHaveLength(entrants)
  }
})

test('[cups.81] Who comes from the losers’ bracket wins two finals; places go by the round of the second lost match', () => {
  const play = (winnerOf: (one: number, other: number, node: string) => number) => {
    const cup = new SimulatedCup(simulatedCup({ format: 'double', finalBestOf: 3 }), 8)
    return { cup, ...cup.playThrough(winnerOf) }
  }
  const better = play((one, other) => Math.min(one, other))
  expect(better.rounds.map(({ id }) => id)).toEqual(['w1', 'l1', 'w2', 'l2', 'l3', 'w3', 'l4', 'f1'])
  expect(better.rounds.at(-1)!.nodes[0]).toMatchObject({ sides: [0, 1], bestOf: 3, games: [{}, {}] })
  expect(better.places.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 5, 7, 7])

  const reset = play((one, other, node) => (node === 'f1' ? Math.max(one, other) : Math.min(one, other)))
  expect(reset.rounds.at(-1)).toMatchObject({ id: 'f2', nodes: [{ sides: [0, 1], bestOf: 3 }] })
  expect(reset.places.slice(0, 2)).toEqual([
    { entrant: 0, place: 1 },
    { entrant: 1, place: 2 },
  ])
  const second = play((one, other, node) =>
    node.startsWith('f') ? Math.max(one, other) : Math.min(one, other),
  )
  expect(second.places[0]).toEqual({ entrant: 1, place: 1 })
})

test('[cups.82] Who is out of a double elimination does not drop: the losers’ bracket goes on without them', () => {
  const cup = begun(4, { format: 'double' })
  cup.appendDue(cup.standing.due.find(({ kind }) => kind === 'absent')!, (entrant) => entrant !== 3)
  cup.play(1, 2, 1)
  expect(nodeOf(cup, 'l1.1')).toMatchObject({ sides: ['none', 2], outcome: { winner: 2, how: 'walkover' } })
  expect(cup.standing.places).toEqual([{ entrant: 3, place: 4 }])
  callAll(cup)
  cup.pass(minute)
  cup.play(0, 1, 1)
  callAll(cup)
  cup.pass(minute)
  // The first final is won from the losers' bracket because the other side left: no second one is needed.
  cup.play(0, 2, 2)
  callAll(cup)
  cup.add({ kind: 'left', entrant: 1 })
  expect(cup.standing).toMatchObject({
    state: 'closing',
    places: [{ entrant: 2, place: 1 }, { entrant: 1, place: 2 }, {}, {}],
  })
  expect(cup.standing.rounds.at(-1)!.id).toBe('f1')
})

test('[cups.85] The same two may meet again at once: a match counts in one match of the bracket only', () => {
  const cup = begun(4, { format: 'double', finalBestOf: 3 })
  cup.pass(minute)
  cup.play(0, 3, 0)
  cup.play(1, 2, 1)
  cup.add({ kind: 'dropped', entrant: 2, why: 'banned' })
  cup.add({ kind: 'dropped', entrant: 3, why: 'banned' })
  callAll(cup)
  cup.pass(minute)
  cup.play(0, 1, 0)
  callAll(cup)
  expect(cup.open).toMatchObject([{ id: 'f1', a: 0, b: 1 }])
  expect(nodeOf(cup, 'w2.1').games).toHaveLength(1)
  expect(nodeOf(cup, 'f1').games).toEqual([])
})

test('[cups.83] A first final that the ledger changes once the second was begun stands, until a Moderator has it replayed', () => {
  const cup = begun(4, { format: 'double', finalBestOf: 1 })
  const playAll = (winnerOf: (one: number, other: number) => number) => {
    cup.pass(minute)
    for (const { a, b } of cup.open) cup.play(a, b, winnerOf(a, b))
    callAll(cup)
  }
  for (let round = 0; round < 3; round += 1) playAll(Math.min)
  expect(cup.open).toMatchObject([{ id: 'f1', a: 0, b: 1 }])
  playAll(Math.max)
  expect(cup.open).toMatchObject([{ id: 'f2', a: 0, b: 1 }])
  cup.add({ kind: 'begun', node: 'f2', n: 1 })
  cup.void(cup.matches.length - 1)
  expect(nodeOf(cup, 'f1')).toMatchObject({ outcome: { winner: 1, how: 'stands' }, questionedAt: cup.now })
  cup.pass(minute)
  cup.rule('replay', { node: 'f1', a: 0, b: 1 })
  expect(cup.standing.rounds.at(-1)!.id).toBe('f1')
  callAll(cup)
  expect(cup.open).toMatchObject([{ id: 'f1', call: { n: 2 } }])
})

test('[cups.02] Below the minimum a cup is cancelled when its check-in closes, not before', () => {
  const cup = new SimulatedCup(simulatedCup(), 3)
  expect(cup.standing.due).toEqual([{ kind: 'cancelled', at: startAt - 5 * minute }])
  cup.enter(3)
  expect(cup.standing.due).toEqual([{ kind: 'started', at: startAt }])
})

test('[cups.03] Seats go by time of registration; who waits moves up when somebody leaves before the start', () => {
  const cup = new SimulatedCup(simulatedCup({ seats: 4 }), 6)
  const entrants = (list: readonly { entrant: number }[]) => list.map(({ entrant }) => entrant)
  expect(entrants(cup.standing.seated)).toEqual([0, 1, 2, 3])
  expect(entrants(cup.standing.waiting)).toEqual([4, 5])
  cup.add({ kind: 'left', entrant: 1 })
  cup.add({ kind: 'checked_in', entrant: 2, identities: [] })
  expect(entrants(cup.standing.seated)).toEqual([0, 3, 4, 5])
})

test('[cups.04] A check-in after it closed counts for nothing, unless the cup was made at short notice', () => {
  const late = (madeAt: number) => {
    const cup = new SimulatedCup(simulatedCup({ madeAt }), 4)
    cup.now = startAt - 2 * minute
    cup.enter(9)
    return cup.standing.seated.length
  }
  expect(late(startAt - 60 * minute)).toBe(4)
  expect(late(startAt - 9 * minute)).toBe(5)
})

test('[cups.05] A match is called as soon as both sides are known, with 5 minutes to appear and its time after them', () => {
  const cup = begun(4, { bestOf: 3, gameMinutes: 7 })
  const { call } = nodeOf(cup, 'w1.1')
  expect(call).toMatchObject({
    n: 1,
    cupMatchId: '7-w1.1-1',
    at: startAt,
    appearBy: startAt + 5 * minute,
    endsAt: startAt + (5 + 21) * minute,
  })
  expect(nodeOf(cup, 'w2.1')).toMatchObject({ sides: [null, null], call: null })
})

test('[cups.06] Who alone appeared advances; who did not is out of the cup', () => {
  const cup = begun(4, { thirdPlace: true })
  cup.appendDue(cup.standing.due.find(({ kind }) => kind === 'absent')!, (entrant) => entrant !== 3)
  expect(nodeOf(cup, 'w1.1').outcome).toMatchObject({ winner: 0, loser: null, how: 'absent' })
  cup.play(1, 2, 1)
  expect(nodeOf(cup, 't1')).toMatchObject({ sides: ['none', 2], outcome: { winner: 2, how: 'walkover' } })
})

test('[cups.07] If neither appeared both are out and the next side walks over; in the final there is no champion', () => {
  const cup = begun(4)
  const nobody = () => false
  cup.appendDue(cup.standing.due.find((due) => due.kind === 'absent' && due.node === 'w1.1')!, nobody)
  cup.play(1, 2, 2)
  expect(nodeOf(cup, 'w2.1').outcome).toMatchObject({ winner: 2, how: 'walkover' })
  expect(cup.standing.places[0]).toEqual({ entrant: 2, place: 1 })

  const other = begun(4)
  other.play(0, 3, 0)
  other.play(1, 2, 1)
  callAll(other)
  other.appendDue(other.standing.due.find(({ kind }) => kind === 'absent')!, nobody)
  expect(other.standing).toMatchObject({
    state: 'closing',
    places: [{ place: 2 }, { place: 2 }, { place: 3 }, { place: 3 }],
  })
})

test('[cups.08] Both sides that appeared and never played are out when their time ends', () => {
  const cup = begun(4)
  cup.appendDue(cup.standing.due.find((due) => due.kind === 'absent' && due.node === 'w1.1')!, present)
  expect(nodeOf(cup, 'w1.1')).toMatchObject({ outcome: null, call: { appearBy: null } })
  cup.appendDue(cup.standing.due.find((due) => due.kind === 'timed_out' && due.node === 'w1.1')!, present)
  expect(nodeOf(cup, 'w1.1').outcome).toMatchObject({ winner: null, how: 'both_out' })
})

test('[cups.09] A drawn game is played again; after three, or when time is over, wins, kills and the better seed decide', () => {
  const cup = begun(4, { bestOf: 3 })
  const drawn = (kills: readonly [number, number]) =>
    cup.play(0, 3, null, {
      startedAt: cup.now,
      endedAt: cup.pass(minute),
      players: [1_000, 1_003].map((identityId, side) => ({
        identityId,
        team: null,
        result: 'draw',
        kills: kills[side]!,
      })),
    })
  drawn([1, 1])
  drawn([0, 2])
  expect(nodeOf(cup, 'w1.1').outcome).toBeNull()
  drawn([2, 1])
  expect(nodeOf(cup, 'w1.1').outcome).toMatchObject({ winner: 3, how: 'figures' })

  cup.play(1, 2, 2, { startedAt: cup.now, endedAt: cup.pass(minute) })
  expect(nodeOf(cup, 'w1.2').outcome).toBeNull()
  cup.appendDue(cup.standing.due.find(({ kind }) => kind === 'timed_out')!, present)
  expect(nodeOf(cup, 'w1.2').outcome).toMatchObject({ winner: 2, how: 'figures' })

  const equal = begun(4, { bestOf: 3 })
  const draw = { kills: 0, team: null, result: 'draw' as const }
  for (let game = 0; game < 3; game += 1)
    equal.play(0, 3, null, {
      startedAt: equal.now,
      endedAt: equal.pass(minute),
      players: [
        { ...draw, identityId: 1_003 },
        { ...draw, identityId: 1_000 },
      ],
    })
  expect(nodeOf(equal, 'w1.1').outcome).toMatchObject({ winner: 0, how: 'figures' })
})

test('[cups.10] A match belongs to a call that it names, or by its sides, mode and beginning; of two that overlap the first to end counts', () => {
  const cases = [
    ['another mode', { mode: 'boxing' }, null],
    ['too early', { startedAt: startAt - 31_000 }, null],
    ['half a minute early', { startedAt: startAt - 29_000 }, 3],
    ['another call', { of: { node: 'w1.1', n: 2 } }, null],
    ['its call, in another mode', { mode: 'boxing', of: { node: 'w1.1', n: 1 } }, 3],
    ['void', { voidedAt: startAt }, null],
  ] as const
  for (const [what, said, winner] of cases) {
    const cup = begun(4)
    cup.play(0, 3, 3, said)
    expect(nodeOf(cup, 'w1.1').outcome?.winner ?? null, what).toBe(winner)
  }
  const cup = begun(4, { bestOf: 3 })
  cup.play(0, 3, 0, { startedAt: startAt + minute, endedAt: startAt + 3 * minute })
  cup.play(0, 3, 3, { startedAt: startAt, endedAt: startAt + 2 * minute })
  expect(nodeOf(cup, 'w1.1').games).toEqual([{ matchId: 'match 000001', winner: 3 }])
})

test('[cups.11] A match of others, with one of the sides, or of a third player is ignored', () => {
  const cup = begun(5)
  cup.play(0, 4, 0)
  cup.play(1, 2, 2, {
    players: [1_001, 1_002, 1_000].map((identityId) => ({ identityId, team: null, result: 'win', kills: 0 })),
  })
  expect(cup.open.map(({ id }) => id)).toEqual(['w1.2', 'w2.2'])
})

test('[cups.12] Byes go to the best seeds and are no win', () => {
  const cup = begun(5)
  for (const [id, entrant] of [
    ['w1.1', 0],
    ['w1.3', 1],
    ['w1.4', 2],
  ] as const)
    expect(nodeOf(cup, id)).toMatchObject({ games: [], outcome: { winner: entrant, how: 'free_pass' } })
  expect(nodeOf(cup, 'w1.2').sides).toEqual([3, 4])
})

test('[cups.13] Who is dropped, leaves or is banned gives the open match away; results stay, and staff can restore', () => {
  const cup = begun(4)
  cup.play(1, 2, 2)
  cup.now += minute
  cup.add({ kind: 'dropped', entrant: 2, why: 'banned' })
  expect(nodeOf(cup, 'w1.2').outcome).toMatchObject({ winner: 2, how: 'played' })
  cup.add({ kind: 'left', entrant: 3 })
  expect(nodeOf(cup, 'w1.1').outcome).toMatchObject({ winner: 0, how: 'walkover' })
  expect(nodeOf(cup, 'w2.1').outcome).toMatchObject({ winner: 0, how: 'walkover' })
  cup.now += minute
  cup.rule('restore', { entrant: 2 })
  expect(nodeOf(cup, 'w2.1')).toMatchObject({ sides: [0, 2], outcome: null })
  callAll(cup)
  cup.play(0, 2, 2)
  cup.play(0, 2, 2, { startedAt: cup.now, endedAt: cup.now + 1 })
  expect(cup.standing.places[0]).toEqual({ entrant: 2, place: 1 })
})

test('[cups.14] A later ruling takes an earlier one back, and one about other sides means nothing', () => {
  const cup = begun(4)
  const about = { node: 'w1.1', a: 0, b: 3 }
  cup.rule('award', { ...about, entrant: 3 })
  expect(nodeOf(cup, 'w1.1').outcome).toMatchObject({ winner: 3, how: 'awarded' })
  cup.now += 1
  cup.rule('both_out', about)
  expect(nodeOf(cup, 'w1.1').outcome).toMatchObject({ winner: null, how: 'both_out' })
  cup.now += 1
  cup.rule('replay', about)
  expect(nodeOf(cup, 'w1.1')).toMatchObject({ outcome: null, call: null })
  expect(cup.standing.due).toContainEqual({ kind: 'called', at: cup.now, node: 'w1.1', n: 2, a: 0, b: 3 })
  cup.rule('award', { node: 'w1.1', a: 0, b: 2, entrant: 0 })
  expect(nodeOf(cup, 'w1.1').outcome).toBeNull()
})

test('[cups.15] A void match changes the result, unless it was played on: then it stands, questioned, until a ruling', () => {
  const cup = begun(4)
  cup.play(0, 3, 3)
  cup.play(1, 2, 2)
  callAll(cup)
  cup.void(0)
  expect(nodeOf(cup, 'w1.1').outcome).toBeNull()
  expect(nodeOf(cup, 'w2.1')).toMatchObject({ sides: [null, 2], call: null })

  const played = begun(4)
  played.play(0, 3, 3)
  played.play(1, 2, 2)
  callAll(played)
  played.now += minute
  played.play(3, 2, 3)
  played.now += minute
  played.void(0)
  expect(nodeOf(played, 'w1.1')).toMatchObject({
    outcome: { winner: 3, how: 'stands' },
    questionedAt: played.now,
  })
  expect(nodeOf(played, 'w2.1').games).toHaveLength(1)
  const kept = new SimulatedCup(played.cup, 0)
  kept.facts.push(...played.facts)
  kept.matches.push(...played.matches)
  kept.now = played.now + 1
  kept.rule('keep', { node: 'w1.1', a: 0, b: 3 })
  expect(nodeOf(kept, 'w1.1')).toMatchObject({ outcome: { winner: 3 }, questionedAt: null })
  played.now += 1
  played.rule('award', { node: 'w1.1', a: 0, b: 3, entrant: 0 })
  expect(nodeOf(played, 'w2.1')).toMatchObject({ sides: [0, 2], call: null, games: [], outcome: null })
})

test('[cups.16] Limits stand still while a cup is paused; nothing is due but its end after 24 hours', () => {
  const cup = begun(4)
  cup.now += 2 * minute
  const pausedAt = cup.now
  cup.add({ kind: 'paused' })
  expect(cup.standing).toMatchObject({
    state: 'paused',
    due: [{ kind: 'cancelled', at: pausedAt + 24 * 60 * minute }],
  })
  cup.now += minute
  cup.rule('pause')
  cup.now += minute
  cup.add({ kind: 'resumed' })
  expect(cup.standing.state).toBe('paused')
  cup.now += minute
  cup.rule('resume')
  expect(nodeOf(cup, 'w1.1').call).toMatchObject({
    appearBy: startAt + 8 * minute,
    endsAt: startAt + 18 * minute,
  })
})

test('[powers.108] The time in which a cup was cancelled counts for nothing: limits, the end of a pause, disputes and waits for staff stand still, and what began in it is no match of the cup', () => {
  const hour = 60 * minute
  const cup = begun(4)
  cup.now += 2 * minute
  cup.rule('cancel')
  expect(cup.standing).toMatchObject({ state: 'cancelled', due: [] })
  cup.now += hour
  // They read that the cup is cancelled and play for themselves.
  cup.play(0, 3, 3)
  cup.now += hour
  cup.rule('undo_cancel')
  expect(cup.standing).toMatchObject({ state: 'running' })
  expect(nodeOf(cup, 'w1.1')).toMatchObject({
    games: [],
    outcome: null,
    call: { n: 1, appearBy: startAt + 2 * hour + 5 * minute, endsAt: startAt + 2 * hour + 15 * minute },
  })

  const pausedAt = cup.pass(minute)
  cup.rule('pause')
  cup.now += hour
  cup.rule('cancel')
  cup.now += 23 * hour
  cup.rule('undo_cancel')
  expect(cup.standing).toMatchObject({
    state: 'paused',
    due: [{ kind: 'cancelled', at: pausedAt + 47 * hour }],
  })
  cup.rule('resume')

  cup.now += minute
  cup.play(0, 3, 0)
  cup.play(1, 2, 1)
  callAll(cup)
  cup.play(0, 1, 0)
  const closing = cup.pass(minute)
  cup.play(0, 1, 0)
  cup.rule('cancel')
  cup.now += hour
  cup.rule('undo_cancel')
  expect(cup.standing).toMatchObject({
    state: 'closing',
    due: [{ kind: 'closed', at: closing + hour + 10 * minute }],
  })
  const disputedAt = cup.pass(minute)
  cup.add({ kind: 'disputed', node: 'w2.1', n: 1, entrant: 1, reason: 'It lagged all the time' })
  cup.rule('cancel')
  cup.now += hour
  cup.rule('undo_cancel')
  expect(cup.standing.due).toEqual([{ kind: 'closed', at: disputedAt + 25 * hour }])
})

test('[cups.17] A cup closes 10 minutes after its last result; an open dispute or questioned result holds it for 24 hours at most', () => {
  const cup = begun(4)
  cup.play(0, 3, 0)
  cup.play(1, 2, 1)
  callAll(cup)
  cup.play(0, 1, 0)
  cup.play(0, 1, 0, { startedAt: cup.now, endedAt: cup.pass(minute), receivedAt: cup.now })
  const endedAt = cup.now
  expect(cup.standing).toMatchObject({
    state: 'closing',
    due: [{ kind: 'closed', at: endedAt + 10 * minute }],
  })
  cup.now += minute
  cup.add({ kind: 'disputed', node: 'w2.1', n: 1, entrant: 1, reason: 'It lagged all the time' })
  expect(cup.standing.due).toEqual([{ kind: 'closed', at: cup.now + 24 * 60 * minute }])
  cup.now += minute
  cup.rule('keep', { node: 'w2.1', a: 0, b: 1 })
  expect(cup.standing.due).toEqual([{ kind: 'closed', at: endedAt + 10 * minute }])
})

test('[cups.18] After a cup closed the ledger changes nothing in it', () => {
  const cup = begun(4)
  const { places } = cup.playThrough((one, other) => Math.min(one, other))
  cup.now += minute
  cup.void(0)
  cup.play(0, 3, 3, { startedAt: startAt, endedAt: startAt + 1 })
  expect(cup.standing).toMatchObject({ state: 'final', due: [], places })
  expect(places).toEqual([
    { entrant: 0, place: 1 },
    { entrant: 1, place: 2 },
    { entrant: 2, place: 3 },
    { entrant: 3, place: 3 },
  ])
})

test('[field.138] When one side of the match for third place is out, the other is third and that one fourth', () => {
  const third = (cup: Simulated) =>
    cup.standing.places.filter(({ place }) => place > 2).map(({ entrant, place }) => [place, entrant])
  const semifinals = () => {
    const cup = begun(4, { thirdPlace: true })
    cup.play(0, 3, 0)
    cup.play(1, 2, 1)
    callAll(cup)
    return cup
  }
  const open = semifinals()
  expect([nodeOf(open, 't1').sides, third(open)]).toEqual([[3, 2], []])
  for (const [gone, stays] of [
    [3, 2],
    [2, 3],
  ] as const) {
    const left = semifinals()
    left.pass(1_000)
    left.add({ kind: 'left', entrant: gone })
    expect(third(left), `${gone} left`).toEqual([
      [3, stays],
      [4, gone],
    ])
    const absent = semifinals()
    const due = absent.standing.due.find((one) => one.kind === 'absent' && one.node === 't1')!
    absent.appendDue(due, (entrant) => entrant !== gone)
    expect(third(absent), `${gone} was absent`).toEqual([
      [3, stays],
      [4, gone],
    ])
  }
  // Out before the match was known: by leaving after the own semifinal, and by not appearing in it.
  const early = begun(4, { thirdPlace: true })
  early.play(0, 3, 0)
  early.pass(1_000)
  early.add({ kind: 'left', entrant: 3 })
  early.play(1, 2, 1)
  callAll(early)
  expect(third(early)).toEqual([
    [3, 2],
    [4, 3],
  ])
  const missing = begun(4, { thirdPlace: true })
  missing.appendDue(missing.standing.due.find(({ kind }) => kind === 'absent')!, (entrant) => entrant !== 3)
  missing.play(1, 2, 1)
  callAll(missing)
  expect(third(missing)).toEqual([
    [3, 2],
    [4, 3],
  ])
})
