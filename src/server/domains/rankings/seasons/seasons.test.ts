import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Season } from '../../../../contract/rankings/seasons-schemas.ts'
import {
  accountOf,
  event,
  gameServer,
  match,
  player,
  type TestGameServer,
} from '../../../testing/game-server.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../../events/testing/event-setup.ts'
import { fanOut } from '../../notifications/fanout.ts'
import { lockWorker, queueMode } from '../ratings/queries/queue.ts'
import { rebuildRatings, verifyRatings } from '../ratings/rebuild.ts'
import { rateUntilDone } from '../ratings/worker.ts'
import { advanceSeasons } from './advance-seasons.ts'

let site: TestApp
let server: TestGameServer
let admin: TestBrowser

// Seasons are never deleted once they have standings: each test has a site of its own.
beforeEach(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  server = await gameServer(site)
  admin = await memberWithRank(site, 'Admin')
  await rateUntilDone(site.database)
})
afterEach(() => site.close())

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const season = (from: number, until: number, name = 'Season') => ({
  name,
  startsAt: inDays(from),
  endsAt: inDays(until),
})
const create = async (body: object) => (await admin.post('/api/admin/seasons', body)).json as Season
const get = async (path: string) => (await site.browser().get(path)).json
const list = (): Promise<Season[]> => get('/api/seasons')
const tiers = [
  { name: 'Low', colour: '#888888', from: 0 },
  { name: 'High', colour: '#ffffff', from: 1_500 },
]
const standings = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM season_standings`.execute(
    site.database.sql,
  )
  return rows[0]!.n
}
const advance = () => advanceSeasons(site.database, { tiers }, site.context.config)

/** Moves a season in time, which the site itself never does, and rates again. */
async function move({ id }: Season, from: number, until: number): Promise<void> {
  await sql`
    UPDATE seasons SET starts_at = ${inDays(from)}, ends_at = ${inDays(until)}, opened_at = NULL, closed_at = NULL
    WHERE id = ${id}
  `.execute(site.database.sql)
  await rebuildRatings(site.database)
}

const duel = (winner: string, loser: string, days: number) =>
  match([player(winner), player(loser, { result: 'loss' })], {
    startedAt: inDays(days - 0.01),
    endedAt: inDays(days),
  })

async function play(...matches: ReturnType<typeof match>[]): Promise<void> {
  await server.report(...matches.map((one) => event('match', one)))
  await rateUntilDone(site.database)
}

/** Both players settled: 30 matches, of which the first wins two of three. */
const rivalry = (first: string, second: string, days: number) =>
  Array.from({ length: 30 }, (_, n) =>
    n % 3 < 2 ? duel(first, second, days + n / 8) : duel(second, first, days + n / 8),
  )

test('[ranked.29] only admins make, change, end and delete seasons', async () => {
  const { id } = await create(season(1, 2))
  const before = await list()
  const helper = await memberWithRank(site, 'Moderator')
  for (const [browser, status] of [
    [site.browser(), 401],
    [helper, 403],
  ] as const) {
    expect((await browser.post('/api/admin/seasons', season(3, 4))).status).toBe(status)
    expect((await browser.patch(`/api/admin/seasons/${id}`, { name: 'Mine' })).status).toBe(status)
    expect((await browser.post(`/api/admin/seasons/${id}/end`, {})).status).toBe(status)
    expect((await browser.delete(`/api/admin/seasons/${id}`)).status).toBe(status)
  }
  expect(await list()).toEqual(before)
})

test.each([
  ['a start that is past', season(-1, 1), 400, 'startsAt'],
  ['an end before the start', season(2, 1), 400, 'endsAt'],
  ['an end at the start', season(2, 2), 400, 'endsAt'],
  ['no name', { ...season(1, 2), name: ' ' }, 400, 'name'],
  ['a name of 61 characters', { ...season(1, 2), name: 'n'.repeat(61) }, 400, 'name'],
  ['a start that is no time', { ...season(1, 2), startsAt: 'soon' }, 400, 'startsAt'],
  ['a time inside of another season', season(11, 12), 409, undefined],
  ['an overlap', season(9, 11), 409, undefined],
])('[ranked.29] a season with %s is refused, and nothing is stored', async (_what, body, status, field) => {
  await create(season(10, 20))
  const before = await list()
  const response = await admin.post('/api/admin/seasons', body)
  expect(response.status).toBe(status)
  expect(Object.keys(response.json.fields ?? {})[0]).toBe(field)
  expect(await list()).toEqual(before)
})

test('[owner.06] a season can start now, also one that was planned for later', async () => {
  const made = await admin.post('/api/admin/seasons', { ...season(0, 5), startsAt: 'now' })
  expect([made.status, made.json.state]).toEqual([201, 'running'])
  expect(Math.abs(Date.parse(made.json.startsAt) - Date.now())).toBeLessThan(60_000)
  const early = await admin.post('/api/admin/seasons', { ...season(0, -1), startsAt: 'now' })
  expect([early.status, Object.keys(early.json.fields)]).toEqual([400, ['endsAt']])
  expect((await admin.post('/api/admin/seasons', { ...season(0, 9), startsAt: 'now' })).status).toBe(409)
  const begun = `/api/admin/seasons/${made.json.id}`
  expect((await admin.patch(begun, { startsAt: 'now' })).status).toBe(409)
  expect((await admin.delete(begun)).status).toBe(204)
  const later = await create(season(3, 5))
  const started = await admin.patch(`/api/admin/seasons/${later.id}`, { startsAt: 'now' })
  expect([started.status, started.json.state]).toEqual([200, 'running'])
  expect(await advance()).toBe(true)
})

test('[ranked.29] seasons are listed newest first with their state; one that ends begins the next', async () => {
  const first = await create(season(1, 2, 'One'))
  await create({ name: 'Two', startsAt: first.endsAt, endsAt: inDays(3) })
  expect((await list()).map(({ name, state, champions }) => [name, state, champions])).toEqual([
    ['Two', 'coming', []],
    ['One', 'coming', []],
  ])
  await move(first, -1, 1)
  expect((await list())[1]).toMatchObject({ state: 'running' })
  await move(first, -2, -0.5)
  expect((await list())[1]).toMatchObject({ state: 'closing' })
  await move(first, -3, -1.01)
  expect(await advance()).toBe(true)
  expect(await advance()).toBe(false)
  expect((await list())[1]).toMatchObject({ state: 'closed' })
})

test('[ranked.30] what has happened stays: a begun season keeps its start, an ended one its end', async () => {
  const { id, ...made } = await create(season(5, 6))
  const path = `/api/admin/seasons/${id}`
  const change = async (body: object) => (await admin.patch(path, body)).status
  expect(await change({ endsAt: inDays(4) })).toBe(400)
  expect(await change({ startsAt: inDays(-1) })).toBe(400)
  expect(await change({ startsAt: inDays(4), endsAt: inDays(7) })).toBe(200)
  expect((await admin.post(`${path}/end`, {})).status).toBe(409)
  await move({ id, ...made }, -1, 1)
  expect(await change({ startsAt: inDays(1) })).toBe(409)
  expect(await change({ endsAt: inDays(-0.5) })).toBe(400)
  expect(await change({ endsAt: inDays(3), name: 'Longer' })).toBe(200)
  const begun = Date.now()
  const ended = await admin.post(`${path}/end`, {})
  expect(ended.json).toMatchObject({ name: 'Longer', state: 'closing' })
  expect(Date.parse(ended.json.endsAt)).toBeGreaterThanOrEqual(begun)
  expect(Date.parse(ended.json.endsAt)).toBeLessThanOrEqual(Date.now())
  expect(await change({ endsAt: inDays(1) })).toBe(409)
  expect(await change({ name: 'Only the name' })).toBe(200)
  const entries = (await auditEntriesOf(site, 'season')).filter(({ subject_id }) => Number(subject_id) === id)
  expect(entries.map(({ action }) => action)).toEqual([
    'season.create',
    'season.update',
    'season.update',
    'season.update',
    'season.update',
  ])
})

test('[ranked.30] a season that somebody else changed is refused with the present one', async () => {
  const { id, version } = await create(season(1, 2))
  await admin.patch(`/api/admin/seasons/${id}`, { name: 'First' })
  const second = await admin.patch(
    `/api/admin/seasons/${id}`,
    { name: 'Second' },
    { headers: { 'if-match': `"${version}"` } },
  )
  expect(second.status).toBe(409)
  expect(second.json.current).toMatchObject({ name: 'First' })
})

test('[ranked.30] a season with matches is not deleted; without, the time before it is open again', async () => {
  await play(duel('g1', 'g2', -3))
  const one = await create(season(1, 2))
  await move(one, -2, 1)
  await advance()
  const late = duel('g2', 'g1', -2.5)
  await play(late)
  expect(await get(`/api/matches/${late.matchId}`)).toMatchObject({ unratedReason: 'late' })
  expect((await admin.delete(`/api/admin/seasons/${one.id}`)).status).toBe(204)
  await rateUntilDone(site.database)
  expect(await get(`/api/matches/${late.matchId}`)).toMatchObject({ rated: true })
  const two = await create(season(1, 2))
  await move(two, -4, 1)
  expect((await admin.delete(`/api/admin/seasons/${two.id}`)).status).toBe(409)
  expect(await list()).toMatchObject([{ id: two.id }])
})

test('[ranked.31] a match belongs to the season in which it ended, also when the season was made after it', async () => {
  const ahead = match([player('h1'), player('h2', { result: 'loss' })], {
    endedAt: new Date(Date.now() + 120_000).toISOString(),
  })
  await play(ahead)
  const seasonOf = async () =>
    (await get(`/api/players/${await accountOf(site, 'h1')}/ratings`)).map(
      (one: { season: number }) => one.season,
    )
  expect(await seasonOf()).toEqual([null])
  const made = await create({
    name: 'Soon',
    startsAt: new Date(Date.now() + 60_000).toISOString(),
    endsAt: inDays(1),
  })
  await rateUntilDone(site.database)
  expect(await seasonOf()).toEqual([made.id])
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
})

test('[ranked.32] a day after its end a season is closed: board, tiers and champions stay as they are', async () => {
  const one = await create(season(1, 2, 'One'))
  const two = await create(season(2, 3, 'Two'))
  await move(one, -9, -4.01)
  await move(two, -4, 5)
  await play(...rivalry('k1', 'k2', -8.5))
  const running = `/api/leaderboard?gameType=boxing&by=rating&period=season:${one.id}`
  const before = await get(running)
  expect(before).toMatchObject({ season: one.id, period: `season:${one.id}`, total: 2 })
  expect(before.asOf).toBeDefined()
  expect(await advance()).toBe(true)

  const [first, second] = [await accountOf(site, 'k1'), await accountOf(site, 'k2')]
  const after = await get(running)
  expect(after).toMatchObject({
    total: 2,
    entries: [
      { position: 1, user: { id: first } },
      { position: 2, user: { id: second } },
    ],
  })
  expect(after.asOf).toBeUndefined()
  expect(after.entries[0].rating).toMatchObject({ tier: 'High', matches: 30, wins: 20 })
  expect(after.entries[1].rating).toMatchObject({ tier: 'Low' })
  const figures = ({ entries }: typeof after) =>
    entries.map(({ rating }: { rating: Record<string, unknown> }) => [rating.rating, rating.deviation])
  expect(figures(after)).toEqual(figures(before))
  expect((await list()).find(({ id }) => id === one.id)).toMatchObject({
    state: 'closed',
    champions: [{ mode: 'boxing', ladder: 'solo', user: { id: first }, tier: 'High' }],
  })
  const around = `/api/leaderboard/around/${second}?gameType=boxing&by=rating&period=season:${one.id}`
  expect(await get(around)).toMatchObject({
    total: 2,
    entries: [{ user: { id: first } }, { user: { id: second } }],
  })
  const name = after.entries[0].user.username
  expect(await get(`${running}&search=${name}`)).toMatchObject({ total: 1, entries: [{ position: 1 }] })
  expect(await get(`${running}&offset=1&limit=1`)).toMatchObject({ entries: [{ user: { id: second } }] })
  expect(await get(`/api/players/${first}/ratings`)).toMatchObject([
    { season: one.id, position: 1, tier: 'High' },
  ])

  // The next season has a board of its own, from three quarters of the distance to 1500.
  await play(...rivalry('k2', 'k1', -3.9))
  const next = await get('/api/leaderboard?gameType=boxing&by=rating')
  expect(next).toMatchObject({
    season: two.id,
    period: 'season',
    entries: [{ user: { id: second } }, { user: { id: first } }],
  })
  expect(figures(await get(running))).toEqual(figures(after))

  // A late match and a late void change nothing; the void is marked.
  const matches = await get(`/api/players/${first}/rating-history?mode=boxing&limit=200`)
  const oldest = matches.at(-1)
  expect(oldest).toMatchObject({ season: one.id, before: 1500 })
  await server.report(event('match.void', { matchId: oldest.matchId, reason: 'lag' }))
  await play(duel('k2', 'k1', -4.5))
  expect(figures(await get(running))).toEqual(figures(after))
  expect((await get(running)).entries[0].rating).toMatchObject({ hasLateVoid: true })
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
  await rebuildRatings(site.database)
  expect(figures(await get(running))).toEqual(figures(after))
  await expect(sql`UPDATE season_standings SET rating = 1`.execute(site.database.sql)).rejects.toThrow(
    'append-only',
  )
})

test('[inputs.99] no season is closed, or opened, while a match waits to be rated, or while the worker rates', async () => {
  const [one, two] = [await create(season(1, 2, 'One')), await create(season(2, 3, 'Two'))]
  await move(one, -9, -2)
  await move(two, -1, 5)
  await play(...rivalry('w1', 'w2', -8.5))
  const states = async () => (await list()).map(({ state }) => state)
  const before = await states()
  await queueMode(site.database.sql, 'boxing')
  expect(await advance()).toBe(false)
  expect(await states()).toEqual(before)
  expect(await standings()).toBe(0)
  await rateUntilDone(site.database)
  await site.database.sql.transaction().execute(async (worker) => {
    expect(await lockWorker(worker)).toBe(true)
    expect(await advance()).toBe(false)
  })
  expect(await standings()).toBe(0)
  expect(await advance()).toBe(true)
  expect(await states()).toEqual(['running', 'closed'])
  expect(await standings()).toBe(2)
})

test('[voice.25] a season that begins and one whose standings are final notify every member once, but who muted seasons', async () => {
  const [member, muted] = [await site.member(), await site.member()]
  await muted.put('/api/notifications/choices', { kind: 'season', site: false })
  const ended = await create(season(1, 2, 'One'))
  const running = await create(season(2, 3, 'Two'))
  const coming = await create(season(6, 7, 'Three'))
  await move(ended, -9, -4.01)
  await move(running, -4, 5)
  await advance()
  await advance()
  const stored = async () =>
    (
      await sql`SELECT name, opened_at, closed_at, version FROM seasons WHERE id <> ${coming.id} ORDER BY id`.execute(
        site.database.sql,
      )
    ).rows
  const before = await stored()
  // One that is opened or closed stays as it is when the next one is due.
  await sql`UPDATE seasons SET ends_at = now() - interval '1 hour' WHERE id = ${running.id}`.execute(
    site.database.sql,
  )
  await sql`UPDATE seasons SET starts_at = now() - interval '1 minute' WHERE id = ${coming.id}`.execute(
    site.database.sql,
  )
  expect(await advance()).toBe(true)
  expect(await stored()).toEqual(before)
  await fanOut(site.database, 10)
  const received = async (browser: TestBrowser) =>
    (await browser.get('/api/notifications')).json.map(({ kind, title, link }: Record<string, string>) => [
      kind,
      title,
      link,
    ])
  expect(await received(muted)).toEqual([])
  expect((await received(member)).sort()).toEqual([
    ['season', 'One has begun', '/seasons'],
    ['season', 'One is over', '/seasons'],
    ['season', 'Three has begun', '/seasons'],
    ['season', 'Two has begun', '/seasons'],
  ])
})

test('[ranked.32] an account that is deleted after the end loses its name on the final board, and no number changes', async () => {
  const one = await create(season(1, 2))
  await move(one, -9, -2)
  await play(...rivalry('d1', 'd2', -8.5))
  await advance()
  const path = `/api/leaderboard?gameType=boxing&by=rating&period=season:${one.id}`
  const before = await get(path)
  const browser = await site.member()
  await server.report(event('player', { xuid: 'd1', gamertag: 'd1' }))
  const asked = await server.report(event('link.request', { xuid: 'd1', gamertag: 'd1' }))
  expect((await browser.post('/api/link', { code: asked.json.results[0].code })).status).toBe(200)
  expect((await browser.post('/api/account/delete', { password })).status).toBe(204)
  const after = await get(path)
  expect(after.entries[0].user.username).toBe('Deleted player')
  expect(after.entries.map(({ rating }: { rating: object }) => rating)).toEqual(
    before.entries.map(({ rating }: { rating: object }) => rating),
  )
})

test('[ranked.33] an unknown season is a 404, a malformed one a 400', async () => {
  const of = async (period: string) =>
    (await site.browser().get(`/api/leaderboard?gameType=boxing&by=rating&period=${period}`)).status
  expect(await of('season:999')).toBe(404)
  for (const wrong of [
    'season:',
    'season:0',
    'season:x',
    'season:1;2',
    'season:-1',
    'season:99999999999',
    'month',
  ])
    expect(await of(wrong)).toBe(400)
  expect((await site.browser().get('/api/leaderboard?period=season:1')).status).toBe(400)
  expect((await admin.patch('/api/admin/seasons/999', { name: 'Nobody' })).status).toBe(404)
  expect((await admin.post('/api/admin/seasons/999/end', {})).status).toBe(404)
  expect((await admin.delete('/api/admin/seasons/999')).status).toBe(404)
})

/** A running season with boxing played by two settled players, whose first leads. */
async function led() {
  const one = await create(season(1, 2, 'One'))
  await move(one, -9, 3)
  await play(...rivalry('l1', 'l2', -8.5))
  const member = (rank: string) => memberWithRank(site, rank as Rank)
  const [leader, other] = [await member('Admin'), await member('Admin')]
  await sql`UPDATE game_identities SET user_id = ${leader.user.id} WHERE user_id = ${await accountOf(site, 'l1')}`.execute(
    site.database.sql,
  )
  await rebuildRatings(site.database)
  const path = `/api/admin/seasons/${one.id}`
  return { one, leader, other, path }
}

test('[powers.97] nobody among the first three of a mode ends a season, moves its end, undoes it or takes it back: 403, and nothing is stored', async () => {
  const { leader, other, path } = await led()
  const before = await list()
  const calls: ((browser: TestBrowser) => ReturnType<TestBrowser['post']>)[] = [
    (browser) => browser.post(`${path}/end`, {}),
    (browser) => browser.patch(path, { endsAt: inDays(1) }),
    (browser) => browser.patch(path, { endsAt: inDays(9) }),
  ]
  for (const call of calls) {
    const { status, json } = await call(leader)
    expect([status, json.message]).toEqual([
      403,
      'You are among the first three of Boxing in this season. Another admin has to do this.',
    ])
  }
  expect(await list()).toEqual(before)
  expect((await leader.patch(path, { name: 'Another name' })).status).toBe(200)
  expect((await other.post(`${path}/end`, {})).status).toBe(200)
  expect((await leader.post(`${path}/end/undo`, {})).status).toBe(403)
  expect((await other.post(`${path}/end/undo`, {})).json).toMatchObject({ state: 'running' })
})

test('[powers.98] an early end is undone for a day, by its button or by a moved end alike: matches since count, and ratings are as without it', async () => {
  const { one, other, path } = await led()
  const planned = (await list())[0]!.endsAt
  expect((await list())[0]!.plannedEnd).toBeUndefined()
  expect((await other.post(`${path}/end/undo`, {})).status).toBe(409)
  await other.post(`${path}/end`, {})
  await sql`UPDATE seasons SET ends_at = now() - interval '2 hours' WHERE id = ${one.id}`.execute(
    site.database.sql,
  )
  const late = duel('l2', 'l1', -0.02)
  await play(late)
  expect((await list())[0]).toMatchObject({ state: 'closing', plannedEnd: planned })
  for (const [browser, status] of [
    [site.browser(), 401],
    [await memberWithRank(site, 'Moderator'), 403],
  ] as const)
    expect((await browser.post(`${path}/end/undo`, {})).status).toBe(status)
  const undone = await other.post(`${path}/end/undo`, {})
  expect(undone.json).toMatchObject({ state: 'running', endsAt: planned })
  expect(undone.json.plannedEnd).toBeUndefined()
  await rateUntilDone(site.database)
  const { rows } = await sql<{ season_id: number }>`
    SELECT DISTINCT season_id FROM rating_history WHERE match_id = ${late.matchId}
  `.execute(site.database.sql)
  expect(rows).toEqual([{ season_id: one.id }])
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
  const audited = (await auditEntriesOf(site, 'season')).filter(({ subject_id }) => subject_id === one.id)
  expect(audited.at(-1)).toMatchObject({ action: 'season.undo-end', after: { endsAt: planned } })
  // Brought closer instead, which then passes.
  await other.patch(path, { endsAt: inDays(1) })
  await other.patch(path, { endsAt: inDays(0.5) })
  await sql`UPDATE seasons SET ends_at = now() - interval '1 minute' WHERE id = ${one.id}`.execute(
    site.database.sql,
  )
  expect((await other.post(`${path}/end/undo`, {})).json).toMatchObject({ endsAt: planned })
  // Once it is closed it stays.
  await other.post(`${path}/end`, {})
  await move((await list())[0]!, -9, -2)
  await advance()
  expect((await other.post(`${path}/end/undo`, {})).status).toBe(409)
})

test('[powers.98] a season that began is taken back for a day with its matches, and who read of its start reads of that', async () => {
  const member = await site.member()
  const one = await create(season(1, 2, 'One'))
  await move(one, -0.5, 2)
  await advance()
  await play(duel('t1', 't2', -0.1))
  expect((await admin.delete(`/api/admin/seasons/${one.id}`)).status).toBe(204)
  await rateUntilDone(site.database)
  expect(await verifyRatings(site.database)).toMatchObject({ differences: 0, examples: [] })
  await fanOut(site.database, 10)
  const titles = (await member.get('/api/notifications')).json.map(({ title }: { title: string }) => title)
  expect(titles).toEqual(['One was taken back', 'One has begun'])
  const two = await create(season(1, 2, 'Two'))
  await move(two, -1.01, 2)
  expect((await admin.delete(`/api/admin/seasons/${two.id}`)).status).toBe(409)
})
