import { expect, test } from 'vitest'
import { ratingAt } from './rating-state.ts'
import { type RatableMatch, Replay } from './replay.ts'
import { Seasons } from './seasons.ts'
import { sidesOf } from './sides.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const part = (userId: number, result: 'win' | 'loss' | 'draw', team: string | null = null) => ({
  identityId: userId,
  userId,
  team,
  result,
})
const duel = (minute: number, winner: number, loser: number): RatableMatch => ({
  matchId: `match-${minute}`,
  endedAt: at(minute),
  players: [part(winner, 'win'), part(loser, 'loss')],
})
const fresh = (seasons = new Seasons([])) => new Replay(seasons, new Map())

test.each([
  ['one player', [part(1, 'win')]],
  ['three players without teams', [part(1, 'win'), part(2, 'loss'), part(3, 'loss')]],
  ['two players of one team', [part(1, 'win', 'red'), part(2, 'loss', 'red')]],
  ['one with and one without a team', [part(1, 'win', 'red'), part(2, 'loss')]],
  ['two against one', [part(1, 'win', 'a'), part(2, 'win', 'a'), part(3, 'loss', 'b')]],
  [
    'five against five',
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((id) => part(id, id < 6 ? 'win' : 'loss', id < 6 ? 'a' : 'b')),
  ],
  ['three teams', [part(1, 'win', 'a'), part(2, 'loss', 'b'), part(3, 'loss', 'c')]],
])('[ranked.03] not rated for its sides: %s', (_, players) => {
  expect(sidesOf(players)).toBe('sides')
})

test.each([
  ['two winners', [part(1, 'win'), part(2, 'win')]],
  ['a draw against a loss', [part(1, 'draw'), part(2, 'loss')]],
  [
    'a side with two results',
    [part(1, 'win', 'a'), part(2, 'loss', 'a'), part(3, 'loss', 'b'), part(4, 'loss', 'b')],
  ],
])('[ranked.03] not rated for its results: %s', (_, players) => {
  expect(sidesOf(players)).toBe('results')
})

test('[ranked.04] the first duel of two newcomers gives and takes 162 points', () => {
  const [winner, loser] = fresh().play(duel(0, 1, 2))
  expect(winner).toMatchObject({ userId: 1, ratingBefore: 150_000, deviationBefore: 35_000, expected: 5_000 })
  expect(winner!.rating - 150_000).toBe(150_000 - loser!.rating)
  expect(winner!.rating).toBe(166_231)
  expect(winner!.deviation).toBe(29_032)
  expect([winner!.matches, winner!.wins, loser!.matches, loser!.wins]).toEqual([1, 1, 1, 0])
})

test('[ranked.05] a team counts as the mean of its ratings, and each member takes the share 1/size of the surprise', () => {
  const players = [part(1, 'win', 'a'), part(2, 'win', 'a'), part(3, 'loss', 'b'), part(4, 'loss', 'b')]
  const changes = fresh().play({ matchId: 'team', endedAt: at(0), players })
  const [solo] = fresh().play(duel(0, 1, 2))
  expect(changes.map((change) => change.ladder)).toEqual(['team', 'team', 'team', 'team'])
  expect(changes[0]!.rating).toBe(changes[1]!.rating)
  const gained = changes[0]!.rating - 150_000
  expect(gained).toBeGreaterThan(0)
  expect(gained).toBeLessThan(solo!.rating - 150_000)
})

test('[ranked.06] of a 1v1 pair, the eleventh match within 24 hours is not rated, in any order of winners; a day later it is', () => {
  const replay = fresh()
  const rated = Array.from({ length: 12 }, (_, n) => replay.play(duel(n, 1 + (n % 2), 2 - (n % 2))).length)
  expect(rated).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0])
  // Another opponent has a limit of its own.
  expect(replay.play(duel(13, 1, 3))).toHaveLength(2)
  // The first ended exactly 24 hours before, and eleven are left.
  expect(replay.play(duel(1_440, 1, 2))).toHaveLength(0)
  expect(replay.play(duel(1_440 + 30, 1, 2))).toHaveLength(2)
})

test('[ranked.07] idle time widens the deviation, at most to 350, and moves no rating', () => {
  const [winner] = fresh().play(duel(0, 1, 2))
  const seasons = new Seasons([])
  const month = ratingAt(winner, new Date(at(0).getTime() + 30 * 86_400_000), seasons)
  expect(month.rating).toBe(winner!.rating / 100)
  expect(month.deviation).toBeGreaterThan(winner!.deviation / 100)
  expect(ratingAt(winner, new Date(Date.UTC(2060, 0)), seasons).deviation).toBe(350)
})

const season = (id: number, from: number, until: number) => ({
  id,
  startsAt: at(from),
  endsAt: at(until),
  openedAt: null,
  closedAt: null,
})

test('[ranked.08] a season starts with three quarters of the distance to 1500 and 130 more deviation, and counts its own matches', () => {
  const seasons = new Seasons([season(7, 100, 200)])
  const replay = fresh(seasons)
  const [before] = replay.play(duel(0, 1, 2))
  const [after] = replay.play(duel(100, 1, 3))
  expect(before!.seasonId).toBe(0)
  expect(after).toMatchObject({ seasonId: 7, matches: 1, wins: 1 })
  expect(after!.ratingBefore).toBe(Math.round(150_000 + 0.75 * (before!.rating - 150_000)))
  expect(after!.deviationBefore).toBeCloseTo(Math.hypot(before!.deviation, 13_000), -1)
  // In the gap behind it states go on.
  const [gap] = replay.play(duel(200, 1, 4))
  expect(gap).toMatchObject({ seasonId: -7, matches: 1, ratingBefore: after!.rating })
})
