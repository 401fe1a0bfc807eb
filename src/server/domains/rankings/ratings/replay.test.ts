import { expect, test } from 'vitest'
import { ratingAt, storedRating } from './rating-state.ts'
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
  isOfCup: false,
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
  [
    'two sides with two results each',
    [part(1, 'win', 'a'), part(2, 'loss', 'a'), part(3, 'win', 'b'), part(4, 'loss', 'b')],
  ],
])('[ranked.03] not rated for its results: %s', (_, players) => {
  expect(sidesOf(players)).toBe('results')
  expect(fresh().play({ matchId: 'odd', endedAt: at(0), isOfCup: false, players })).toEqual([])
})

test('[ranked.03] four against four are rated', () => {
  const players = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => part(id, id < 5 ? 'win' : 'loss', id < 5 ? 'a' : 'b'))
  expect(fresh().play({ matchId: 'large', endedAt: at(0), isOfCup: false, players })).toHaveLength(8)
})

test('[ranked.04] the first duel of two newcomers gives and takes 162 points', () => {
  const [winner, loser] = fresh().play(duel(0, 1, 2))
  expect(winner).toMatchObject({ userId: 1, ratingBefore: 150_000, deviationBefore: 35_000, expected: 5_000 })
  expect(winner!.rating - 150_000).toBe(150_000 - loser!.rating)
  expect(winner!.rating).toBe(166_231)
  expect(winner!.deviation).toBe(29_032)
  expect([winner!.matches, winner!.wins, loser!.matches, loser!.wins]).toEqual([1, 1, 1, 0])
})

/** Ratings and deviations of players who have a rating in teams, as of the beginning. */
const withTeamRatings = (...players: readonly (readonly [rating: number, deviation: number])[]) =>
  new Replay(
    new Seasons([]),
    new Map(
      players.map(([rating, deviation], index) => [
        `team ${index + 1}`,
        {
          ...{ rating: rating * 100, deviation: deviation * 100, volatility: 60_000_000 },
          ...{ matches: 9, wins: 4, seasonId: 0, endedAt: at(0), matchId: 'earlier' },
        },
      ]),
    ),
  )

// The numbers were computed apart from this program, by the formulas of the paper: a side is one opponent with the mean
// of its ratings and the root mean square of its deviations, and each member takes 1/size of information and surprise.
test('[ranked.05] 2v2: a side counts with its mean rating and root mean square deviation, and its members share the surprise', () => {
  // The sides are 1550 ± 147.65 and 1600 ± 221.47.
  const replay = withTeamRatings([1700, 60], [1400, 200], [1650, 90], [1550, 300])
  const players = [part(1, 'win', 'a'), part(2, 'win', 'a'), part(3, 'loss', 'b'), part(4, 'loss', 'b')]
  expect(replay.play({ matchId: 'team', endedAt: at(0), isOfCup: false, players })).toMatchObject([
    { userId: 1, ladder: 'team', ratingBefore: 170_000, expected: 4_414, rating: 170_483, deviation: 6_059 },
    { userId: 2, ladder: 'team', ratingBefore: 140_000, expected: 4_414, rating: 144_754, deviation: 19_012 },
    { userId: 3, ladder: 'team', ratingBefore: 165_000, expected: 5_648, rating: 163_824, deviation: 8_938 },
    { userId: 4, ladder: 'team', ratingBefore: 155_000, expected: 5_648, rating: 144_804, deviation: 26_318 },
  ])
})

test.each([
  ['a draw', 'draw', 'draw', [179_884, 149_611, 133_481, 162_041, 148_188, 130_885]],
  ['a loss', 'loss', 'win', [179_335, 147_766, 126_266, 162_248, 149_143, 135_372]],
] as const)(
  '[ranked.05] 3v3, %s: a third of the surprise goes to each of the three',
  (_, one, other, ratings) => {
    // The sides are 1550 ± 209.20 and 1466.67 ± 160.31.
    const replay = withTeamRatings([1800, 80], [1500, 150], [1350, 320], [1620, 50], [1480, 110], [1300, 250])
    const players = [1, 2, 3, 4, 5, 6].map((id) => part(id, id < 4 ? one : other, id < 4 ? 'a' : 'b'))
    const changes = replay.play({ matchId: 'team', endedAt: at(0), isOfCup: false, players })
    expect(changes.map(({ rating }) => rating)).toEqual(ratings)
    expect(changes.map(({ deviation }) => deviation)).toEqual([8_013, 14_692, 29_048, 5_095, 10_927, 23_693])
    expect(changes.map(({ expected }) => expected)).toEqual([6_053, 6_053, 6_053, 4_014, 4_014, 4_014])
    expect(changes.map(({ matches }) => matches)).toEqual(Array(6).fill(10))
  },
)

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

test('[ranked.06] a match exactly 24 hours ago does not count for the limit of its pair', () => {
  const replay = fresh()
  for (let minute = 0; minute < 10; minute += 1) replay.play(duel(minute, 1, 2))
  expect(replay.play(duel(1_440, 1, 2))).toHaveLength(2)
})

test('[ranked.06] matches from before the replay count for the limit of their pair, and those of teams for none', () => {
  const replay = fresh()
  for (let minute = 0; minute < 10; minute += 1) replay.remember(duel(minute, 1, 2))
  // Neither is rated, so neither counts.
  for (let minute = 0; minute < 10; minute += 1)
    replay.remember({
      matchId: 'odd',
      endedAt: at(minute),
      isOfCup: false,
      players: [part(1, 'win'), part(3, 'win')],
    })
  expect(replay.play(duel(10, 1, 2))).toEqual([])
  expect(replay.play(duel(10, 1, 3))).toHaveLength(2)
  const players = [part(1, 'win', 'a'), part(2, 'win', 'a'), part(3, 'loss', 'b'), part(4, 'loss', 'b')]
  for (let minute = 11; minute < 23; minute += 1)
    expect(
      replay.play({ matchId: `team-${minute}`, endedAt: at(minute), isOfCup: false, players }),
    ).toHaveLength(4)
})

test('[cups.69] a match of a cup is rated beyond the limit of its pair, and counts for the limit of no other', () => {
  const replay = fresh()
  const ofCup = (minute: number) => ({ ...duel(minute, 1, 2), isOfCup: true })
  for (let minute = 0; minute < 5; minute += 1) replay.remember(ofCup(minute))
  for (let minute = 5; minute < 10; minute += 1) expect(replay.play(ofCup(minute))).toHaveLength(2)
  for (let minute = 10; minute < 20; minute += 1) expect(replay.play(duel(minute, 1, 2))).toHaveLength(2)
  expect(replay.play(duel(20, 1, 2))).toEqual([])
  expect(replay.play(ofCup(21))).toHaveLength(2)
})

test('[ranked.06] however many pairs meet, the limit of one that met within 24 hours stays', () => {
  const replay = fresh()
  for (const minute of [0, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39]) replay.remember(duel(minute, 1, 2))
  for (let minute = 1_445; minute < 1_455; minute += 1) replay.remember(duel(minute, 1, 3))
  for (let other = 4; other < 10_010; other += 1) replay.remember(duel(1_460, 1, other))
  expect(replay.play(duel(1_465, 1, 2))).toEqual([])
  expect(replay.play(duel(1_465, 1, 3))).toEqual([])
  expect(replay.play(duel(1_480, 1, 2))).toHaveLength(2)
})

test('the rating between two matches is that with which the next one begins', () => {
  const replay = fresh()
  expect(replay.ratingOf('solo', 1, at(0))).toBe(150_000)
  const [winner] = replay.play(duel(0, 1, 2))
  expect(replay.ratingOf('solo', 1, at(5))).toBe(winner!.rating)
  expect(replay.ratingOf('team', 1, at(5))).toBe(150_000)
})

test.each([
  { rating: 1500.004, deviation: 44.9, volatility: 0.06, stored: [150_000, 4_500, 60_000_000] },
  { rating: 1499.996, deviation: 45.014, volatility: 0.1, stored: [150_000, 4_501, 100_000_000] },
  { rating: 912.345, deviation: 350.1, volatility: 0.100001, stored: [91_235, 35_000, 100_000_000] },
])(
  '[ranked.07] deviation is stored between 45 and 350, volatility up to 0.1: %j',
  ({ stored, ...rating }) => {
    expect(Object.values(storedRating(rating))).toEqual(stored)
  },
)

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

test('[ranked.08] seasons are taken in the order of their starts, and one that has not begun resets nothing', () => {
  const seasons = new Seasons([season(9, 300, 400), season(7, 100, 200)])
  expect([0, 99, 100, 199, 200, 299, 300, 399, 400].map((minute) => seasons.idAt(at(minute)))).toEqual([
    0, 0, 7, 7, -7, -7, 9, 9, -9,
  ])
  expect(
    [
      [0, 99],
      [0, 100],
      [100, 299],
      [99, 300],
      [300, 500],
    ].map(([after = 0, until = 0]) => seasons.begunBetween(at(after), at(until))),
  ).toEqual([0, 1, 0, 2, 0])
  expect([7, 8, 9].map((id) => seasons.find(id)?.startsAt)).toEqual([at(100), undefined, at(300)])
})

test('[ranked.32] ratings stay before the end of the last closed season, or the start of the first opened one', () => {
  const stages = ['coming', 'opened', 'closed'] as const
  const made = (id: number, stage: (typeof stages)[number]) => ({
    ...season(id, id * 100, id * 100 + 50),
    openedAt: stage === 'coming' ? null : at(id * 100),
    closedAt: stage === 'closed' ? at(id * 100 + 60) : null,
  })
  const closedUntil = (...of: (typeof stages)[number][]) =>
    new Seasons(of.map((stage, index) => made(index + 1, stage))).closedUntil()
  expect(closedUntil()).toBeNull()
  expect(closedUntil('coming')).toBeNull()
  expect(closedUntil('opened', 'coming')).toEqual(at(100))
  expect(closedUntil('closed', 'opened', 'coming')).toEqual(at(150))
  expect(closedUntil('closed', 'closed', 'coming')).toEqual(at(250))
  expect(closedUntil('coming', 'opened')).toEqual(at(200))
})
