import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../testing/game-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { rateUntilDone } from '../rankings/ratings/worker.ts'

let site: TestApp
let server: TestGameServer

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
})
afterAll(() => site.close())

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
/** The first moment of this UTC day, in ms; noon may be ahead of now. */
const midnight = () => Math.floor(Date.now() / day) * day
const today = {
  startedAt: new Date(midnight() - 5).toISOString(),
  endedAt: new Date(midnight()).toISOString(),
}
const yesterday = {
  startedAt: new Date(midnight() - 9).toISOString(),
  endedAt: new Date(midnight() - 1).toISOString(),
}

async function play(...matches: ReturnType<typeof match>[]): Promise<void> {
  for (const one of matches) await server.report(event('match', one))
  await rateUntilDone(site.database)
}

async function linked(xuid: string): Promise<TestBrowser> {
  const member = await site.member()
  const said = await server.report(event('link.request', { xuid, gamertag: `Tag ${xuid}` }))
  expect((await member.post('/api/link', { code: said.json.results[0].code })).status).toBe(200)
  await rateUntilDone(site.database)
  return member
}

const duel = (winner: string, loser: string, points: number, times: object) =>
  match([player(winner, { points }), player(loser, { result: 'loss', points: -1 })], times)

test('[ranked.38] nobody without a session reads a day', async () => {
  expect((await site.browser().get('/api/today')).status).toBe(401)
})

test('[ranked.38] a member without a match has a day without figures', async () => {
  const member = await site.member()
  const { status, json, headers } = await member.get('/api/today')
  expect(status).toBe(200)
  expect(json).toEqual({
    ...{ board: null, since: null, rating: null, lastMatch: null, season: null, event: null },
    ...{ isFollowing: false, online: [] },
  })
  expect(headers['cache-control']).toBe('no-store')
})

test('[ranked.38] the day counts matches since midnight UTC: position, points, results, rating, and who is just ahead', async () => {
  const last = duel('d1', 'd2', 30, today)
  await play(duel('d3', 'd2', 100, yesterday), duel('d1', 'd2', 20, yesterday), last)
  await play(
    match([player('d1', { points: 999 }), player('d2', { result: 'loss' })], { ...today, ranked: false }),
  )
  const member = await linked('d1')
  const { json } = await member.get('/api/today')
  expect(json.board).toEqual({
    position: 2,
    moved: null,
    points: 50,
    gained: 30,
    wins: 1,
    losses: 0,
    winStreak: 2,
    bestStreak: 2,
    ahead: {
      user: expect.objectContaining({ id: await accountOf(site, 'd3'), username: 'Tag d3' }),
      points: 100,
    },
  })
  const { rows } = await sql<{ gained: number }>`
    SELECT ((rating - rating_before) / 100.0)::float8 AS gained FROM rating_history JOIN game_identities ON id = identity_id
    WHERE match_id = ${last.matchId} AND value = 'd1'
  `.execute(site.database.sql)
  expect(rows[0]!.gained).toBeGreaterThan(0)
  expect(json.rating).toMatchObject({
    mode: 'boxing',
    ladder: 'solo',
    provisional: true,
    position: null,
    matches: 2,
    wins: 2,
    gained: rows[0]!.gained,
  })
  expect(json.lastMatch.players.map(({ user }: { user: { username: string } }) => user.username)).toContain(
    'Tag d2',
  )
  const leader = await linked('d3')
  expect((await leader.get('/api/today')).json.board).toMatchObject({ position: 1, gained: 0, ahead: null })
})

test('[ranked.38] the day names the season that is running and the event that comes next', async () => {
  await sql`
    INSERT INTO seasons (name, starts_at, ends_at) VALUES ('Over', ${inDays(-9)}, ${inDays(-5)}),
      ('Now', ${inDays(-5)}, ${inDays(3)}), ('Later', ${inDays(3)}, ${inDays(9)})
  `.execute(site.database.sql)
  await sql`
    INSERT INTO events (title, description, start_date, tba, rewards) VALUES
      ('Past cup', '', ${inDays(-2)}, false, '{}'), ('No date yet', '', ${inDays(1)}, true, '{}'),
      ('Next cup', '', ${inDays(2)}, false, '{}'), ('Later cup', '', ${inDays(3)}, false, '{}')
  `.execute(site.database.sql)
  const { json } = await (await site.member()).get('/api/today')
  expect(json.season).toEqual({ name: 'Now', endsAt: expect.any(String) })
  expect(json.event).toMatchObject({ title: 'Next cup' })
})

test('[evening.15] a day names the followed players who are on a game server, in which mode, and nobody who is hidden or gone', async () => {
  await play(...['here', 'gone', 'hidden', 'other'].map((xuid) => duel(xuid, 'somebody', 5, yesterday)))
  const member = await site.member()
  const online = async () => (await member.get('/api/today')).json
  for (const xuid of ['here', 'gone', 'hidden'])
    expect((await member.send('PUT', `/api/players/${await accountOf(site, xuid)}/follow`)).status).toBe(200)
  expect(await online()).toMatchObject({ isFollowing: true, online: [] })
  const hidden = await accountOf(site, 'hidden')
  await sql`UPDATE users SET hide_presence = true WHERE id = ${hidden}`.execute(site.database.sql)
  const at = new Date().toISOString()
  const players = ['here', 'hidden', 'other'].map((xuid) => ({ xuid, mode: 'boxing', since: at }))
  await server.report(event('heartbeat', { playerCount: 3, players }))
  expect((await online()).online).toEqual([
    { mode: 'boxing', since: at, user: expect.objectContaining({ id: await accountOf(site, 'here') }) },
  ])
})

test('[evening.56] nobody without a session stores a visit; a member reads what changed on the board since the visit before, for as long as this one lasts', async () => {
  expect((await site.browser().put('/api/today/visit')).status).toBe(401)
  await play(...['v1', 'v2', 'v3'].map((xuid, at) => duel(xuid, 'v9', 9_000 - at * 1_000, yesterday)))
  const member = await linked('v1')
  const visit = async () => expect((await member.put('/api/today/visit')).status).toBe(204)
  const since = async () => (await member.get('/api/today')).json.since
  const pass = () =>
    sql`UPDATE visits SET seen_at = seen_at - interval '31 minutes'`.execute(site.database.sql)
  expect(await since()).toBeNull()
  await visit()
  await play(duel('v2', 'v9', 1_500, yesterday))
  expect(await since()).toBeNull()
  await pass()
  const stored = await sql<{ seen_at: Date }>`SELECT seen_at FROM visits`.execute(site.database.sql)
  const changed = {
    at: stored.rows[0]!.seen_at.toISOString(),
    moved: -1,
    gained: 0,
    passedBy: [expect.objectContaining({ id: await accountOf(site, 'v2'), username: 'Tag v2' })],
  }
  expect(await since()).toEqual(changed)
  await visit()
  await visit()
  expect(await since()).toEqual(changed)
  await pass()
  await play(duel('v1', 'v9', 2_000, yesterday))
  expect(await since()).toMatchObject({ moved: 1, gained: 2_000, passedBy: [] })
})

test('[evening.56] who was on no board then, or is on none now, reads nothing of it', async () => {
  const member = await site.member()
  expect((await member.put('/api/today/visit')).status).toBe(204)
  await sql`UPDATE visits SET seen_at = seen_at - interval '31 minutes'`.execute(site.database.sql)
  expect((await member.get('/api/today')).json.since).toBeNull()
})
