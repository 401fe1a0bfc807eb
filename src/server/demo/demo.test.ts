import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../domains/matches/ledger/queries/keys.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { fillSampleData } from './fill.ts'
import { sampleServer } from './game-server.ts'
import { Random } from './random.ts'
import { killModes, sampleHistory, samplePlayers } from './sample-data.ts'
import { createStaffLogin } from './staff-login.ts'

interface Fighter {
  readonly team: string
  readonly result: string
  readonly kills: number
  readonly deaths: number
}

test('where kills decide, the winning side has more of them, and nobody dies without a killer', () => {
  const random = new Random()
  const history = sampleHistory(random, samplePlayers(random, 40), 1_000, new Date())
  const seen = { decided: 0, drawn: 0 }
  for (const data of history) {
    const players = data.players as readonly Fighter[]
    const sum = (result: string, what: 'kills' | 'deaths') =>
      players.filter((one) => one.result === result).reduce((total, one) => total + one[what], 0)
    if (!killModes.has(data.gameType as 'sumo')) continue
    if (players[0]?.result === 'draw') {
      seen.drawn += 1
      expect(sum('draw', 'kills')).toBe(sum('draw', 'deaths'))
      continue
    }
    seen.decided += 1
    expect(sum('win', 'kills')).toBeGreaterThan(sum('loss', 'kills'))
    expect(sum('win', 'deaths')).toBe(sum('loss', 'kills'))
    expect(sum('loss', 'deaths')).toBe(sum('win', 'kills'))
  }
  expect(seen.decided).toBeGreaterThan(300)
  expect(seen.drawn).toBeGreaterThan(3)
})

test('each kill of a match is one of its killer’s and a death of its victim, during the match', () => {
  const random = new Random()
  const history = sampleHistory(random, samplePlayers(random, 40), 500, new Date())
  for (const data of history) {
    const players = data.players as readonly Fighter[]
    const kills = data.kills as { at: string; killer: number; victim: number }[]
    const between = kills.filter(({ killer, victim }) => killer !== victim)
    players.forEach((player, index) => {
      expect(between.filter(({ killer }) => killer === index)).toHaveLength(player.kills)
      expect(kills.filter(({ victim }) => victim === index)).toHaveLength(player.deaths)
    })
    expect(between.filter(({ killer, victim }) => players[killer]?.team === players[victim]?.team)).toEqual(
      [],
    )
    const { startedAt, endedAt } = data as { startedAt: string; endedAt: string }
    expect(kills.filter(({ at }) => at < startedAt || at > endedAt)).toEqual([])
  }
})

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

test('a sample world has work for staff of every kind, made through the site’s own handlers', async () => {
  const { secret } = await createKey(site.database.sql, 'Sample world')
  const server = sampleServer(site.app, { secret, say: () => undefined })
  server.client.start()
  await fillSampleData(site.app, site.database, server, { players: 12, matches: 60 }, () => undefined)
  server.client.stop()
  const count = async (table: string) =>
    (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(site.database.sql))
      .rows[0]?.n
  expect(await count('reports')).toBe(3)
  expect(await count('staff_applications')).toBe(2)
  expect(await count('contact_messages')).toBe(2)
  const { json: news } = await site.browser().get('/api/news')
  expect(news.map(({ title }: { title: string }) => title)).toEqual([
    'Boxing has its own queue',
    'How ranked seasons work',
  ])
  expect(await count('news')).toBe(3)
  expect(news[0].cover).toMatchObject({
    alt: 'The fox stands in the boxing ring with its gloves up.',
    width: 1200,
  })
  expect((await site.browser().get('/api/news/boxing-queue/comments')).json).toHaveLength(3)
  const { rows } = await sql`
    SELECT subject_type AS type, count(*)::int AS n FROM moderation_reports GROUP BY 1 ORDER BY 1
  `.execute(site.database.sql)
  expect(rows).toEqual([
    { type: 'player', n: 3 },
    { type: 'post', n: 2 },
  ])
  expect(await count('report_chat_lines')).toBe(6)
  const { entries } = (await site.browser().get('/api/leaderboard?limit=12')).json
  const faces = entries.map(({ user }: { user: { avatarUrl: string | null } }) => user.avatarUrl)
  expect(faces.filter((url: string | null) => url?.includes('/face-'))).toHaveLength(entries.length)
  expect(new Set(faces).size).toBe(entries.length)
})

test('the sign-in that the demo prints opens the staff area, at every run', async () => {
  const first = await createStaffLogin(site.database)
  const second = await createStaffLogin(site.database)
  const browser = site.browser()
  expect((await browser.post('/api/login', first)).status).toBe(401)
  expect((await browser.get('/api/admin/members')).status).toBe(401)
  const signedIn = await browser.post('/api/login', second)
  expect(signedIn).toMatchObject({ status: 200, json: { username: 'Sample Owner', rank: 'Owner' } })
  for (const path of ['members', 'audit', 'messages'])
    expect((await browser.get(`/api/admin/${path}`)).status, path).toBe(200)
  const { rows } = await sql`SELECT rank FROM users WHERE lower(username) = 'sample owner'`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([{ rank: 'Owner' }])
})
