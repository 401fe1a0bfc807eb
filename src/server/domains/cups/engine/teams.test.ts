import { expect, test } from 'vitest'
import { cupOf } from './cup-of.ts'
import { identityOf, playersOf, SimulatedCup, simulatedCup, startAt } from './testing/simulated-cup.ts'

const minute = 60_000

/** Teams of two, of which the second has one substitute and the third two; its first matches are called. */
function begun(entrants = 4, change: Parameters<typeof simulatedCup>[0] = {}): SimulatedCup {
  const cup = new SimulatedCup(simulatedCup({ size: 2, ...change }), entrants)
  for (;;) {
    const next = cup.standing.due.find(({ kind }) => kind === 'called' || kind === 'started')
    if (next === undefined) return cup
    cup.appendDue(next, () => true)
  }
}

const nodeOf = (cup: SimulatedCup, id: string) =>
  cup.standing.rounds.flatMap(({ nodes }) => nodes).find((node) => node.id === id)!

const entrantsOf = (list: readonly { readonly entrant: number }[]) => list.map(({ entrant }) => entrant)

test('[cups.95] A match of teams counts only between as many players of each roster as a side has; substitutes are players', () => {
  const cup = begun()
  // 1 has the players 10, 11, 12, and 2 has 20 to 23.
  expect(cup.open).toContainEqual(expect.objectContaining({ a: 1, b: 2 }))
  cup.pass(minute)
  const side = (players: readonly number[], team: string | null, result: 'win' | 'loss') =>
    players.map((player) => ({ identityId: identityOf(player), team, result, kills: 0 }))
  const match = (one: readonly number[], other: readonly number[], change: object = {}) =>
    cup.play(1, 2, 1, { players: [...side(one, 'a', 'win'), ...side(other, 'b', 'loss')], ...change })
  match([10], [20])
  match([10, 11, 12], [20, 21, 22])
  match([10, 11], [20, 21, 22])
  match([10, 30], [20, 21])
  match([10, 99], [20, 21])
  match([10, 20], [11, 21])
  cup.play(1, 2, 1, { players: [...side([10, 11], null, 'win'), ...side([20, 21], null, 'loss')] })
  expect(nodeOf(cup, 'w1.2')).toMatchObject({ games: [], outcome: null })
  match([10, 12], [22, 23])
  expect(nodeOf(cup, 'w1.2')).toMatchObject({ outcome: { winner: 1, loser: 2, how: 'played' } })
})

test('[cups.93] A team takes part once it has enough players and each of them checked in; teams go by when they were made', () => {
  const cup = new SimulatedCup(simulatedCup({ size: 2, seats: 4 }), 4)
  cup.now = startAt - 20 * minute
  cup.add({ kind: 'team', entrant: 9, name: 'Late' })
  cup.add({ kind: 'joined', entrant: 9, player: 90 })
  cup.checkIn(9, 90)
  expect(entrantsOf([...cup.standing.seated, ...cup.standing.waiting])).toEqual([0, 1, 2, 3])
  cup.pass(1)
  cup.add({ kind: 'joined', entrant: 9, player: 91 })
  expect(cup.standing.waiting).toEqual([])
  cup.pass(1)
  cup.checkIn(9, 91)
  expect(entrantsOf(cup.standing.waiting)).toEqual([9])
  expect(cup.standing.waiting[0]).toMatchObject({ identities: [identityOf(90), identityOf(91)] })
  // Without its check-in one player keeps the whole team out, and a substitute is one of them.
  cup.pass(1)
  cup.add({ kind: 'checked_in', entrant: 2, player: 23, identities: [] })
  expect(entrantsOf(cup.standing.seated)).toEqual([0, 1, 3, 9])
  cup.pass(1)
  cup.add({ kind: 'left', entrant: 2, player: 23 })
  expect(entrantsOf(cup.standing.seated)).toEqual([0, 1, 2, 3])
  cup.pass(1)
  cup.add({ kind: 'left', entrant: 0, player: 1 })
  expect(entrantsOf(cup.standing.seated)).toEqual([1, 2, 3, 9])
  // Who unregisters leaves the event; the trigger says of which team they were.
  cup.add({ kind: 'left', entrant: 1 })
  expect(entrantsOf(cup.standing.seated)).toEqual([1, 2, 3, 9])
})

test('[cups.96] A team plays on while it has a side of its roster; then it is out, until staff restore it', () => {
  const cup = begun(4, { bestOf: 3 })
  cup.pass(minute)
  cup.add({ kind: 'dropped', entrant: 1, player: 10, why: 'banned' })
  expect(nodeOf(cup, 'w1.2').outcome).toBeNull()
  expect(cup.standing.playersOut).toEqual([identityOf(10)])
  // Who is out of the team no longer plays for it.
  cup.pass(minute)
  const withBanned = cup.play(1, 2, 1, {
    players: [10, 11, 20, 21].map((player) => ({
      identityId: identityOf(player),
      team: player < 20 ? 'a' : 'b',
      result: player < 20 ? 'win' : 'loss',
      kills: 1,
    })),
  })
  cup.pass(minute)
  const counts = cup.play(1, 2, 1)
  expect(nodeOf(cup, 'w1.2').games).toEqual([{ matchId: counts.matchId, winner: 1 }])
  expect(withBanned.matchId).not.toBe(counts.matchId)
  cup.pass(minute)
  cup.add({ kind: 'left', entrant: 1, player: 12 })
  expect(nodeOf(cup, 'w1.2').outcome).toMatchObject({ winner: 2, how: 'walkover', at: cup.now })
  cup.pass(minute)
  cup.rule('restore', { entrant: 1 })
  expect(nodeOf(cup, 'w1.2').outcome).toBeNull()
  expect(cup.standing.playersOut).toEqual([])
  // Without a substitute the first who goes takes the team along.
  cup.pass(minute)
  cup.add({ kind: 'dropped', entrant: 3, player: 30, why: 'banned' })
  cup.pass(minute)
  cup.add({ kind: 'dropped', entrant: 0, player: 0, why: 'banned' })
  expect(nodeOf(cup, 'w1.1').outcome).toMatchObject({ winner: 0, how: 'walkover' })
  expect(cup.standing.places).toContainEqual({ entrant: 3, place: 3 })
})

test('[cups.96] What was decided before a player went stays, whatever order facts arrive in', () => {
  const cup = begun(4)
  cup.pass(minute)
  cup.play(1, 2, 1)
  cup.pass(minute)
  for (const player of playersOf(2, 2)) cup.add({ kind: 'left', entrant: 2, player })
  expect(nodeOf(cup, 'w1.2').outcome).toMatchObject({ winner: 1, how: 'played' })
  expect(cupOf(cup.cup, cup.facts.toReversed(), cup.matches)).toEqual(cup.standing)
})
