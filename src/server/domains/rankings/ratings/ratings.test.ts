import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { findReplayStarts } from './queries/queue.ts'
import { advanceRatingDay } from './queries/stored-ratings.ts'
import { rebuildRatings, verifyRatings } from './rebuild.ts'
import { rateUntilDone } from './worker.ts'

let site: TestApp
let server: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const get = async (path: string) => (await site.browser().get(path)).json
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const duel = (winner: string, loser: string, fields: object = {}) =>
  match([player(winner), player(loser, { result: 'loss' })], { startedAt: minutesAgo(100_000), ...fields })

/** Reports matches and waits for their ratings. */
async function play(...matches: ReturnType<typeof match>[]): Promise<void> {
  for (let at = 0; at < matches.length; at += 50) {
    await server.report(...matches.slice(at, at + 50).map((one) => event('match', one)))
  }
  await rateUntilDone(site.database)
}

test.each([
  ['/api/players/1/rating-history', 400],
  ['/api/players/1/rating-history?mode=Not a mode', 400],
  ['/api/players/1/rating-history?mode=overall', 400],
  ['/api/players/1/rating-history?mode=boxing&ladder=trio', 400],
  ['/api/players/1/rating-history?mode=boxing&before=7', 400],
  ['/api/players/1/rating-history?mode=boxing&limit=201', 400],
  ['/api/players/1/rating-history?mode=unheard_of', 404],
  ['/api/players/1/rating-history?mode=conformance', 404],
  ['/api/players/999999/rating-history?mode=boxing', 404],
  ['/api/players/999999/ratings', 404],
  ['/api/leaderboard?by=rating', 400],
  ['/api/leaderboard?by=rating&gameType=overall', 400],
  ['/api/leaderboard?by=rating&gameType=boxing&period=week', 400],
  ['/api/leaderboard?by=strength&gameType=boxing', 400],
  ['/api/leaderboard?by=rating&gameType=unheard_of', 404],
  ['/api/leaderboard/around/999999?by=rating&gameType=boxing', 404],
])('[ranked.10] %s is answered %i', async (path, status) => {
  expect((await site.browser().get(path)).status).toBe(status)
})

test('[ranked.11] a match shows rating and deviation before and after, and the expected score of each player', async () => {
  const one = duel('a1', 'a2')
  await server.report(event('match', one))
  expect(await get(`/api/matches/${one.matchId}`)).toMatchObject({
    rated: null,
    unratedReason: null,
    ratings: [],
  })
  await rateUntilDone(site.database)
  const { rated, unratedReason, ratings } = await get(`/api/matches/${one.matchId}`)
  expect([rated, unratedReason]).toEqual([true, null])
  const [winner, loser] = [await accountOf(site, 'a1'), await accountOf(site, 'a2')]
  expect(ratings).toContainEqual({
    userId: winner,
    before: 1500,
    after: 1662.31,
    deviationBefore: 350,
    deviationAfter: 290.32,
    expected: 0.5,
  })
  expect(ratings).toContainEqual(expect.objectContaining({ userId: loser, before: 1500, after: 1337.69 }))
})

test("[ranked.51] a player's list shows the score and the ratings of each match; neither where there is none", async () => {
  const scored = duel('l1', 'l2', { score: { red: 2, blue: 1 }, endedAt: minutesAgo(20) })
  const plain = duel('l1', 'l2', { endedAt: minutesAgo(10), ranked: false })
  await play(scored, plain)
  const [winner, loser] = [await accountOf(site, 'l1'), await accountOf(site, 'l2')]
  const [newest, oldest] = await get(`/api/players/${winner}/matches`)
  expect(newest).toMatchObject({ matchId: plain.matchId, score: null, ratings: [] })
  expect(oldest).toMatchObject({ matchId: scored.matchId, score: { red: 2, blue: 1 } })
  expect(oldest.ratings).toEqual((await get(`/api/matches/${scored.matchId}`)).ratings)
  expect(
    oldest.ratings.map(({ userId, before }: { userId: number; before: number }) => [userId, before]),
  ).toEqual([winner, loser].sort((one, other) => one - other).map((id) => [id, 1500]))
})

test('[ranked.12] a match that is not rated says the first reason that applies', async () => {
  const alone = match([player('b1')])
  const unrankedAlone = match([player('b1')], { ranked: false })
  const twoWinners = match([player('b1'), player('b2')])
  const gone = duel('b1', 'b2')
  const pair = Array.from({ length: 11 }, (_, n) => duel('b3', 'b4', { endedAt: minutesAgo(30 - n) }))
  await play(alone, unrankedAlone, twoWinners, gone, ...pair)
  await server.report(event('match.void', { matchId: gone.matchId, reason: 'lag' }))
  await rateUntilDone(site.database)
  const reasonOf = async ({ matchId }: { matchId: string }) =>
    (await get(`/api/matches/${matchId}`)).unratedReason
  expect(await reasonOf(unrankedAlone)).toBe('unranked')
  expect(await reasonOf(gone)).toBe('void')
  expect(await reasonOf(alone)).toBe('sides')
  expect(await reasonOf(twoWinners)).toBe('results')
  expect(await reasonOf(pair[9]!)).toBe(null)
  expect(await reasonOf(pair[10]!)).toBe('pair_limit')
  expect(await get(`/api/matches/${pair[10]!.matchId}`)).toMatchObject({ rated: false, ratings: [] })
})

test('[ranked.12] a match of a closed season that arrives later is not rated, and says so', async () => {
  await sql`
    INSERT INTO seasons (name, starts_at, ends_at, opened_at, closed_at)
    VALUES ('Closed', '2020-01-01', '2020-02-01', '2020-01-01', '2020-02-02')
  `.execute(site.database.sql)
  // The site makes seasons only ahead of now: the matches of other tests count for another one.
  await rebuildRatings(site.database)
  const moment = { startedAt: '2020-01-31T23:59:00Z', endedAt: '2020-01-31T23:59:59.999Z' }
  const late = duel('l1', 'l2', moment)
  const after = duel('l1', 'l2', { startedAt: '2020-02-01T00:00:00Z', endedAt: '2020-02-01T00:00:00Z' })
  await play(late, after)
  expect(await get(`/api/matches/${late.matchId}`)).toMatchObject({ rated: false, unratedReason: 'late' })
  expect(await get(`/api/matches/${after.matchId}`)).toMatchObject({ rated: true })
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
  await sql`DELETE FROM seasons`.execute(site.database.sql)
  await rebuildRatings(site.database)
})

test('[ranked.13] a void takes a match out of the ratings, and of everything that followed from it', async () => {
  const first = duel('c1', 'c2', { endedAt: minutesAgo(20) })
  const second = duel('c1', 'c3', { endedAt: minutesAgo(10) })
  await play(first, second)
  const before = await get(`/api/matches/${second.matchId}`)
  await server.report(event('match.void', { matchId: first.matchId, reason: 'lag' }))
  await rateUntilDone(site.database)
  const after = await get(`/api/matches/${second.matchId}`)
  const id = await accountOf(site, 'c1')
  const of = (said: typeof after) => said.ratings.find((one: { userId: number }) => one.userId === id)
  expect(of(before).before).toBe(1662.31)
  expect(of(after)).toMatchObject({ before: 1500, after: 1662.31 })
  // Whose only match is void has no rating.
  expect(await get(`/api/players/${await accountOf(site, 'c2')}/ratings`)).toEqual([])
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
})

test('[ranked.13] a void and a late match that takes its place leave the later rating the newest', async () => {
  const ended = { endedAt: minutesAgo(30) }
  const [first, next] = [duel('swap1', 'swap2', ended), duel('swap1', 'swap2', { endedAt: minutesAgo(20) })]
  await play(first, next)
  await server.report(event('match.void', { matchId: first.matchId, reason: 'no fair start' }))
  await play(duel('swap1', 'swap2', ended))

  const [rating] = await get(`/api/players/${await accountOf(site, 'swap1')}/ratings`)
  expect(rating).toMatchObject({ matches: 2, wins: 2 })
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
})

test('[evening.02] a rating says what the rated matches of the last 30 days changed, and nothing of one that is older', async () => {
  const days = (n: number) => ({ startedAt: minutesAgo(61 * 1_440), endedAt: minutesAgo(n * 1_440) })
  await play(
    duel('m1', 'm2', days(60)),
    duel('m1', 'm3', days(29)),
    duel('m1', 'm4', days(28)),
    duel('m4', 'm1', { ...days(1), gameType: 'sumo' }),
  )
  const of = async (xuid: string) => get(`/api/players/${await accountOf(site, xuid)}/ratings`)
  const history = await get(`/api/players/${await accountOf(site, 'm1')}/rating-history?mode=boxing`)
  expect(history).toHaveLength(3)
  const [boxing, sumo] = await of('m1')
  expect(boxing).toMatchObject({ mode: 'boxing', rating: history[0].after })
  expect(boxing.monthChange).toBeCloseTo(history[0].after - history[1].before, 2)
  expect(sumo).toMatchObject({ mode: 'sumo', rating: 1337.69, monthChange: -162.31 })
  expect((await of('m2'))[0].monthChange).toBeNull()
})

test('[ranked.14] a match that arrives late is rated in its place', async () => {
  const early = duel('d2', 'd1', { endedAt: minutesAgo(50) })
  const late = duel('d1', 'd2', { endedAt: minutesAgo(40) })
  await play(late)
  await play(early)
  const history = await get(`/api/players/${await accountOf(site, 'd1')}/rating-history?mode=boxing`)
  expect(history.map((one: { matchId: string }) => one.matchId)).toEqual([late.matchId, early.matchId])
  expect(history[1]).toMatchObject({
    before: 1500,
    after: 1337.69,
    result: 'loss',
    expected: 0.5,
    season: null,
  })
  expect(history[0]).toMatchObject({ before: 1337.69, result: 'win' })
  expect(history[0].opponents).toMatchObject([
    { user: { username: 'Tag d2' }, rating: 1662.31, deviation: 290.32 },
  ])
  const page = `/api/players/${await accountOf(site, 'd1')}/rating-history?mode=boxing&limit=1`
  expect(await get(page)).toHaveLength(1)
  expect((await get(`${page}&before=${late.matchId}`))[0].matchId).toBe(early.matchId)
})

/** Enough for a deviation below 110: everybody meets everybody eight times, and wins five against those behind. */
const roundRobin = (names: readonly string[], fields: (n: number) => object) =>
  Array.from({ length: 8 }, (_, n) =>
    names.flatMap((one, at) =>
      names
        .slice(at + 1)
        .map((other) => (n % 3 === 1 ? duel(other, one, fields(n)) : duel(one, other, fields(n)))),
    ),
  ).flat()

test('[ranked.09] linked identities share a rating from where the second one began; other modes stay', async () => {
  const at = (minutes: number) => ({ endedAt: minutesAgo(minutes) })
  const byPfid = { ...player('s2'), xuid: undefined, pfid: 's2' }
  const second = { ...duel('s3', 's4', at(50)), players: [byPfid, player('s5', { result: 'loss' })] }
  await play(duel('s1', 's3', at(90)), duel('s1', 's3', { ...at(80), gameType: 'sumo' }), second, {
    ...second,
    matchId: duel('s3', 's4').matchId,
    endedAt: minutesAgo(40),
  })
  const member = await site.member()
  for (const who of [{ xuid: 's1' }, { pfid: 's2' }]) {
    const said = await server.report(event('link.request', { ...who, gamertag: 'Two' }))
    expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
  }
  expect(await findReplayStarts(site.database.sql, [member.user.id])).toEqual([
    { mode: 'boxing', since: new Date(second.endedAt) },
  ])
  expect(await rateUntilDone(site.database)).toEqual(['boxing'])
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
})

test('[ranked.15] provisional players are not on the board; settled ones are, in the order of their ratings', async () => {
  const names = ['e1', 'e2', 'e3', 'e4', 'e5']
  await play(
    ...roundRobin(names, (n) => ({ gameType: 'sumo', endedAt: minutesAgo(60 - n) })),
    duel('e6', 'e7', { gameType: 'sumo' }),
  )
  const board = await get('/api/leaderboard?by=rating&gameType=sumo&limit=3')
  expect(board).toMatchObject({
    by: 'rating',
    ladder: 'solo',
    period: 'season',
    total: 5,
    limit: 3,
    offset: 0,
  })
  const shown = board.entries.map((one: { user: { username: string } }) => one.user.username)
  expect(shown).toEqual(['Tag e1', 'Tag e2', 'Tag e3'])
  const second = await get('/api/leaderboard?by=rating&gameType=sumo&limit=3&offset=3')
  expect(second.entries.map((one: { position: number }) => one.position)).toEqual([4, 5])
  expect(board.entries[0].rating).toMatchObject({ provisional: false, matches: 32, wins: 20 })
  expect(board.entries[0].rating.rating).toBeGreaterThan(board.entries[1].rating.rating)

  const [mine] = await get(`/api/players/${await accountOf(site, 'e2')}/ratings`)
  expect(mine).toMatchObject({
    mode: 'sumo',
    ladder: 'solo',
    season: null,
    position: 2,
    provisional: false,
    matches: 32,
  })
  const [provisional] = await get(`/api/players/${await accountOf(site, 'e6')}/ratings`)
  expect(provisional).toMatchObject({ position: null, provisional: true, matches: 1 })

  const around = await get(`/api/leaderboard/around/${await accountOf(site, 'e5')}?by=rating&gameType=sumo`)
  expect(around.entries.map((one: { position: number }) => one.position)).toEqual([3, 4, 5])
  const nobody = await get(`/api/leaderboard/around/${await accountOf(site, 'e6')}?by=rating&gameType=sumo`)
  expect(nobody).toMatchObject({ total: 5, entries: [] })
  const found = await get('/api/leaderboard?by=rating&gameType=sumo&search=tag e3')
  expect(found).toMatchObject({ total: 1, entries: [{ position: 3 }] })
  expect((await get('/api/leaderboard?by=rating&gameType=sumo&ladder=team')).total).toBe(0)
})

test('[tonight.21] the last page of a rating board names who is not on it yet, the surest first, within the limit; a search and boards by input do not', async () => {
  const names = ['p1', 'p2', 'p3', 'p4', 'p5']
  await play(
    ...roundRobin(names, (n) => ({ gameType: 'fireball', endedAt: minutesAgo(60 - n) })),
    duel('p6', 'p7', { gameType: 'fireball', endedAt: minutesAgo(3) }),
    duel('p6', 'p8', { gameType: 'fireball', endedAt: minutesAgo(2) }),
    duel('p9', 'p10', { gameType: 'fireball', endedAt: minutesAgo(31 * 24 * 60) }),
  )
  const page = async (query: string) => {
    const board = await get(`/api/leaderboard?by=rating&gameType=fireball&${query}`)
    const below = board.provisional?.map((one: { user: { username: string } }) => one.user.username)
    return { shown: board.entries.length, total: board.total, below }
  }
  expect(await page('limit=8')).toEqual({
    shown: 5,
    total: 5,
    below: ['Tag p6', 'Tag p8', 'Tag p7'],
  })
  expect(await page('limit=6')).toEqual({ shown: 5, total: 5, below: ['Tag p6'] })
  for (const query of [
    'limit=5',
    'limit=3',
    'limit=8&search=tag p',
    'limit=8&input=touch',
    'limit=8&offset=90',
  ])
    expect((await page(query)).below).toBeUndefined()
  const board = await get('/api/leaderboard?by=rating&gameType=fireball&limit=8')
  expect(board.provisional[0].rating).toMatchObject({ provisional: true, matches: 2 })
  const gone = await accountOf(site, 'p8')
  for (const set of [
    sql`gamertag = 'Deleted player', gamertag_at = NULL, last_seen_at = NULL`,
    sql`deleted_at = now(), former_names = '{}'`,
  ])
    await sql`UPDATE users SET ${set} WHERE id = ${gone}`.execute(site.database.sql)
  expect((await page('limit=8')).below).toEqual(['Tag p6', 'Tag p7'])
})

test('[ranked.16] the board of a day leaves out who was idle for 30 days, and a rebuild agrees', async () => {
  const old = minutesAgo(31 * 24 * 60)
  await play(...roundRobin(['f1', 'f2', 'f3', 'f4', 'f5'], () => ({ gameType: 'bridge', endedAt: old })))
  expect((await get('/api/leaderboard?by=rating&gameType=bridge')).total).toBe(0)
  // As it was two days ago.
  await sql`UPDATE rating_board_day SET as_of = as_of - interval '2 days'`.execute(site.database.sql)
  await sql`INSERT INTO rating_queue (mode) VALUES ('bridge')`.execute(site.database.sql)
  await sql`UPDATE ratings SET on_board = true WHERE deviation <= 11000`.execute(site.database.sql)
  expect((await get('/api/leaderboard?by=rating&gameType=bridge')).total).toBe(5)
  await rateUntilDone(site.database)
  expect((await get('/api/leaderboard?by=rating&gameType=bridge')).total).toBe(0)
  expect(await site.database.sql.transaction().execute(advanceRatingDay)).toBe(false)
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
})

test('[ranked.17] a deleted account loses its name and its position; the ratings of its opponents stay', async () => {
  const [match1] = [duel('g1', 'g2', { gameType: 'bedfight' })]
  await play(match1)
  const before = await get(`/api/matches/${match1.matchId}`)
  const member = await site.member()
  const request = event('link.request', { xuid: 'g1', gamertag: 'Tag g1' })
  const { code } = (await server.report(request)).json.results[0]
  expect((await member.post('/api/link', { code })).status).toBe(200)
  await rateUntilDone(site.database)
  expect(await get(`/api/players/${member.user.id}/ratings`)).toMatchObject([
    { mode: 'bedfight', rating: 1662.31 },
  ])
  expect((await member.post('/api/account/delete', { password: 'correct horse' })).status).toBe(204)
  await rateUntilDone(site.database)
  const after = await get(`/api/matches/${match1.matchId}`)
  expect(after.ratings.map((one: { after: number }) => one.after).sort()).toEqual(
    before.ratings.map((one: { after: number }) => one.after).sort(),
  )
  expect(JSON.stringify(after)).not.toContain('Tag g1')
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
})
