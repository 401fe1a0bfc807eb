import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cupRulings } from '../../../../contract/cups/cups.ts'
import type { CupFormat } from '../../../../contract/cups/formats.ts'
import { bySize } from '../../../testing/size.ts'
import type { CupAsItStands } from './cup-of.ts'
import { cupOf } from './cup-of.ts'
import { identityOf, playersOf, SimulatedCup, simulatedCup, startAt } from './testing/simulated-cup.ts'

/** Random cups. Few of them are always the same, because the proportions asserted below need many or chosen ones. */
const cups = bySize(50, 1_000)
const seeded = bySize({ seed: 3 }, {})

type Roll = (sides: number) => number

/** Numbers of a seed, the same for every run of it. */
function dice(seed: number): Roll {
  let state = seed
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

const shuffled = <Item>(list: readonly Item[], roll: Roll): Item[] =>
  list
    .map((item) => ({ item, key: roll(1_000_000) }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item)

/** A match of two open sides: mostly as it should be, sometimes a draw, late, twice, or by its name. */
function playSome(cup: SimulatedCup, roll: Roll): void {
  const { open } = cup
  const one = open[roll(open.length)]
  if (one === undefined) return
  const { a, b, id, call } = one
  cup.now += roll(240_000)
  // Ended up to 5 minutes ago: a game server may report late.
  const endedAt = Math.max(call.at, cup.now - roll(2) * roll(300_000))
  const startedAt = Math.max(call.at - 40_000, endedAt - roll(300_000))
  const winner = roll(6) === 0 ? null : roll(2) === 0 ? a : b
  cup.play(a, b, winner, {
    startedAt,
    endedAt,
    ...(roll(4) === 0 && { of: { node: id, n: call.n } }),
  })
  if (roll(8) === 0) cup.play(a, b, b, { startedAt: startedAt + 1 })
}

/** A match in the window of an arena, or a little beside it. */
function playInArena(cup: SimulatedCup, entrants: number, roll: Roll): void {
  // Three may enter late.
  const [one, other] = [roll(entrants + 3), roll(entrants + 3)]
  if (one === other) return
  cup.now += roll(120_000)
  const endedAt = cup.now - roll(2) * roll(300_000)
  cup.play(one, other, roll(6) === 0 ? null : one, {
    ranked: roll(8) > 0,
    startedAt: endedAt - roll(300_000),
    endedAt,
  })
}

const isInTable = ({ cup: { format }, standing }: SimulatedCup) =>
  format === 'arena' && standing.rounds.length === 0

function rule(cup: SimulatedCup, entrants: number, roll: Roll): void {
  const nodes = cup.standing.rounds.flatMap((round) => round.nodes)
  const node = nodes[roll(nodes.length)]
  const ruling = cupRulings[roll(cupRulings.length)]!
  if (ruling === 'undo_cancel') return
  if (ruling === 'cancel') {
    cup.rule(ruling)
    cup.now += roll(isInTable(cup) ? 600_000 : 26 * 3_600_000)
    if (isInTable(cup)) playInArena(cup, entrants, roll)
    else playSome(cup, roll)
    cup.rule('undo_cancel')
    return
  }
  const [a, b] = node?.sides ?? []
  if (ruling === 'drop' || ruling === 'restore') cup.rule(ruling, { entrant: roll(entrants) })
  else if (ruling === 'pause' || ruling === 'resume') cup.rule(ruling)
  else if (node !== undefined && typeof a === 'number' && typeof b === 'number')
    cup.rule(ruling, { node: node.id, a, b, entrant: roll(2) === 0 ? a : b })
}

/** An entrant, of a team one of its players. */
function somebody({ cup: { size } }: SimulatedCup, entrants: number, roll: Roll) {
  const entrant = roll(entrants)
  const players = playersOf(entrant, size)
  return size === 1 ? { entrant } : { entrant, player: players[roll(players.length)]! }
}

/** What may go wrong in an evening. */
function somethingHappens(cup: SimulatedCup, entrants: number, roll: Roll): void {
  const what = roll(24)
  if (what < 12) {
    if (isInTable(cup)) playInArena(cup, entrants, roll)
    else playSome(cup, roll)
  } else if (what === 20 && isInTable(cup)) cup.enter(entrants + roll(3))
  else if (what === 19) cup.add({ kind: 'registered', ...somebody(cup, entrants, roll) })
  else if (what === 12) cup.add({ kind: 'dropped', ...somebody(cup, entrants, roll), why: 'banned' })
  else if (what === 13) cup.add({ kind: 'left', ...somebody(cup, entrants, roll) })
  else if (what === 14 && cup.matches.length > 0) cup.void(roll(cup.matches.length))
  else if (what === 15) rule(cup, entrants, roll)
  else if (what === 16) cup.add({ kind: roll(2) === 0 ? 'paused' : 'resumed' })
  else if (what === 17) {
    const { open } = cup
    const one = open[roll(open.length)]
    if (one) cup.add({ kind: 'begun', node: one.id, n: one.call.n })
  } else if (what === 18) {
    const nodes = cup.standing.rounds
      .flatMap((round) => round.nodes)
      .filter(({ outcome }) => outcome !== null)
    const node = nodes[roll(nodes.length)]
    if (node) cup.add({ kind: 'disputed', node: node.id, n: 1, entrant: 0, reason: 'Not fair at all' })
  }
}

/** Plays an evening to its end. Something always is due: the steps are bounded. */
function evening(
  seed: number,
  format: CupFormat = 'single',
  size = 1,
): { cup: SimulatedCup; last: CupAsItStands } {
  const roll = dice(seed)
  const entrants = 4 + roll(13)
  const cup = new SimulatedCup(
    simulatedCup({
      format,
      size,
      bestOf: [1, 3][roll(2)]!,
      finalBestOf: [1, 3, 5][roll(3)]!,
      thirdPlace: format === 'single' && roll(2) === 0,
      ...(format === 'arena' && {
        minimum: 2,
        matches: 'ranked',
        endAt: startAt + 60 * 60_000,
        cut: [4, 8, 16, 32][roll(4)]!,
      }),
    }),
    entrants,
  )
  let incidents = entrants * 12
  for (let step = 0; step < 4_000; step += 1) {
    const { due, state } = cup.standing
    const [next] = due
    if (next === undefined) return { cup, last: cup.standing }
    if (state !== 'open' && incidents > 0 && roll(isInTable(cup) ? 60 : 3) > 0) {
      incidents -= 1
      somethingHappens(cup, entrants, roll)
    } else if (state === 'paused' && roll(4) > 0) {
      cup.add({ kind: 'resumed' })
      cup.rule('resume')
    } else cup.appendDue(next, () => roll(3) > 0)
    cup.now += 1
  }
  throw new Error(`cup ${seed} stalls: ${JSON.stringify(cup.standing.due)}`)
}

test('[cups.19] Random cups with draws, no-shows, drops, voids, rulings, late and double matches never stall, have one champion or none, and every entrant one place', () => {
  const ends = { final: 0, cancelled: 0, champion: 0, questioned: 0 }
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { last } = evening(seed)
      expect(['final', 'cancelled']).toContain(last.state)
      const champions = last.places.filter(({ place }) => place === 1)
      expect(champions.length).toBeLessThanOrEqual(1)
      const placed = last.places.map(({ entrant }) => entrant)
      expect(new Set(placed).size).toBe(placed.length)
      if (last.state === 'final') expect(placed.length).toBe(last.seeds.length)
      ends[last.state as 'final'] += 1
      ends.champion += champions.length
      if (JSON.stringify(last.rounds).includes('"stands"')) ends.questioned += 1
    }),
    { numRuns: cups, ...seeded },
  )
  // The histories meet what they are meant to meet.
  expect(ends.final).toBeGreaterThan(cups / 2)
  expect(ends.champion).toBeGreaterThan(cups / 3)
  expect(ends.questioned).toBeGreaterThan(0)
})

test('[cups.20] Any order in which facts and matches arrive gives the same bracket', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { cup, last } = evening(seed)
      const roll = dice(seed + 1)
      const again = cupOf(cup.cup, shuffled(cup.facts, roll), shuffled(cup.matches, roll))
      expect(again).toEqual(last)
    }),
    { numRuns: Math.ceil(cups / 5), ...seeded },
  )
})

test('[cups.84] Random double eliminations never stall, nobody loses more than twice, and a champion lost at most once', () => {
  const ends = { final: 0, champion: 0, reset: 0 }
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { cup, last } = evening(seed, 'double')
      expect(['final', 'cancelled']).toContain(last.state)
      const losses = new Map<number, number>()
      for (const { outcome, sides } of last.rounds.flatMap(({ nodes }) => nodes)) {
        expect(sides[0] === sides[1] && typeof sides[0] === 'number').toBe(false)
        if (outcome?.loser != null) losses.set(outcome.loser, (losses.get(outcome.loser) ?? 0) + 1)
      }
      expect(Math.max(0, ...losses.values())).toBeLessThanOrEqual(2)
      const champions = last.places.filter(({ place }) => place === 1)
      expect(champions.length).toBeLessThanOrEqual(1)
      for (const { entrant } of champions) expect(losses.get(entrant) ?? 0).toBeLessThanOrEqual(1)
      expect(new Set(last.places.map(({ entrant }) => entrant)).size).toBe(last.places.length)
      if (last.state === 'final') {
        expect(last.places.length).toBe(last.seeds.length)
        ends.final += 1
      }
      ends.champion += champions.length
      if (last.rounds.some(({ id }) => id === 'f2')) ends.reset += 1
      const roll = dice(seed + 1)
      expect(cupOf(cup.cup, shuffled(cup.facts, roll), shuffled(cup.matches, roll))).toEqual(last)
    }),
    { numRuns: Math.ceil(cups / 2), ...seeded },
  )
  expect(ends.final).toBeGreaterThan(cups / 4)
  expect(ends.champion).toBeGreaterThan(cups / 6)
  expect(ends.reset).toBeGreaterThan(0)
})

test('[cups.97] Random cups of teams whose players leave, are banned and let in again never stall, and no team plays with fewer than a side', () => {
  const ends = { final: 0, champion: 0, without: 0 }
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 2, max: 4 }), fc.boolean(), (seed, size, isDouble) => {
      const { cup, last } = evening(seed, isDouble ? 'double' : 'single', size)
      expect(['final', 'cancelled']).toContain(last.state)
      expect(last.places.filter(({ place }) => place === 1).length).toBeLessThanOrEqual(1)
      expect(new Set(last.places.map(({ entrant }) => entrant)).size).toBe(last.places.length)
      if (last.state === 'final') {
        expect(last.places.length).toBe(last.seeds.length)
        ends.final += 1
      }
      ends.champion += last.places.filter(({ place }) => place === 1).length
      const played = new Map(cup.matches.map((match) => [match.matchId, match]))
      const entrantOf = new Map(
        last.seeds.flatMap((entrant) =>
          playersOf(entrant, size).map((player) => [identityOf(player), entrant] as const),
        ),
      )
      const matchIds = last.rounds.flatMap(({ nodes }) => nodes.flatMap(({ games }) => games))
      for (const { matchId } of matchIds) {
        const { players } = played.get(matchId)!
        const sides = players.map(({ identityId }) => entrantOf.get(identityId))
        const ofFirst = sides.filter((entrant) => entrant === sides[0]).length
        expect([players.length, ofFirst, sides.includes(undefined)]).toEqual([2 * size, size, false])
      }
      for (const entrant of last.seeds)
        if (cup.side(entrant).length === size && last.playersOut.some((id) => entrantOf.get(id) === entrant))
          ends.without += 1
      const roll = dice(seed + 1)
      expect(cupOf(cup.cup, shuffled(cup.facts, roll), shuffled(cup.matches, roll))).toEqual(last)
    }),
    { numRuns: Math.ceil(cups / 5), ...seeded },
  )
  expect(ends.final).toBeGreaterThan(cups / 20)
  expect(ends.champion).toBeGreaterThan(cups / 30)
  expect(ends.without).toBeGreaterThan(0)
})

test('[cups.142] [cups.161] Random arenas with a cut, of players and of teams, never stall and have one champion or none; who played has one place, and any order of arrival gives the same', () => {
  const ends = { final: 0, champion: 0, bracket: 0, few: 0, full: 0, upset: 0, teams: 0 }
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 4 }), (seed, sides) => {
      const size = Math.max(1, sides)
      const { cup, last } = evening(seed, 'arena', size)
      expect(['final', 'cancelled']).toContain(last.state)
      const champions = last.places.filter(({ place }) => place === 1)
      expect(champions.length).toBeLessThanOrEqual(1)
      const placed = last.places.map(({ entrant }) => entrant)
      const table = last.standings.map(({ entrant }) => entrant)
      expect(new Set(placed).size).toBe(placed.length)
      expect(table).toEqual(expect.arrayContaining([...last.seeds]))
      expect(last.seeds.length).toBeLessThanOrEqual(cup.cup.cut!)
      expect(last.countedInTable.filter((matchId) => last.countedInBracket.includes(matchId))).toEqual([])
      if (last.state === 'final') {
        expect(placed.toSorted()).toEqual(table.toSorted())
        ends.final += 1
        if (last.rounds.length === 0) expect(placed).toEqual(table)
      }
      if (last.rounds.length > 0) ends.bracket += 1
      if (last.seeds.length > 0 && last.seeds.length < cup.cup.cut!) ends.few += 1
      if (last.seeds.length === cup.cup.cut) ends.full += 1
      if (champions[0] !== undefined && champions[0].entrant !== table[0]) ends.upset += 1
      ends.champion += champions.length
      if (size > 1) {
        const played = new Map(cup.matches.map((match) => [match.matchId, match]))
        for (const matchId of [...last.countedInTable, ...last.countedInBracket])
          expect(played.get(matchId)!.players.length).toBe(2 * size)
        ends.teams += 1
      }
      const roll = dice(seed + 1)
      expect(cupOf(cup.cup, shuffled(cup.facts, roll), shuffled(cup.matches, roll))).toEqual(last)
    }),
    { numRuns: Math.ceil(cups / 4), ...seeded },
  )
  const runs = Math.ceil(cups / 4)
  expect(ends.final).toBeGreaterThan(runs / 3)
  expect(ends.bracket).toBeGreaterThan(runs / 2)
  expect(ends.champion).toBeGreaterThan(runs / 4)
  expect(ends.few).toBeGreaterThan(runs / 20)
  expect(ends.full).toBeGreaterThan(runs / 20)
  expect(ends.upset).toBeGreaterThan(0)
  expect(ends.teams).toBeGreaterThan(runs / 3)
})
