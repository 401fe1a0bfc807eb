import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { purgeOldReports } from './queries/reports.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const report = {
  gameMode: 'boxing',
  reason: 'No knockback',
  details: 'Hits register but nobody moves at all.',
  severity: 'high',
  mediaLink: 'https://clips.example/1',
}
const addresses = ['/api/reports', '/api/test/reports']

const stored = async () => {
  const { rows } = await sql`SELECT user_id, status, reason FROM reports ORDER BY id`.execute(
    site.database.sql,
  )
  return rows
}

test('[api.38] POST /api/debug-create-post and POST /api/test/reports need the same session, validation and limits as the main address, and count against the same limit', async () => {
  for (const url of addresses) {
    expect((await site.browser().post(url, report)).status).toBe(401)
  }
  const member = await site.member()
  for (const url of addresses) {
    expect((await member.post(url, { ...report, reason: 'four' })).json.fields).toEqual({
      reason: 'Please provide a title that is at least 5 characters',
    })
  }
  // The rejected requests used up two of the ten.
  for (let n = 0; n < 8; n += 1) expect((await member.post(addresses[n % 2]!, report)).status).toBe(201)
  for (const url of addresses) expect((await member.post(url, report)).status).toBe(429)

  const poster = await site.member()
  expect((await site.browser().post('/api/debug-create-post', { content: 'x' })).status).toBe(401)
  expect((await poster.post('/api/debug-create-post', { content: '' })).json.fields).toHaveProperty('content')
  for (let n = 0; n < 9; n += 1) {
    const url = n % 2 === 0 ? '/api/posts' : '/api/debug-create-post'
    expect((await poster.post(url, { content: `post ${n}` })).status).toBe(201)
  }
  expect((await poster.post('/api/posts', { content: 'x' })).status).toBe(429)
  expect((await poster.post('/api/debug-create-post', { content: 'x' })).status).toBe(429)
})

test('[report.22] POST /api/reports without session answers 401 and stores nothing', async () => {
  const before = (await stored()).length
  const response = await site.browser().post('/api/reports', report)
  expect([response.status, response.json.code]).toEqual([401, 'unauthorized'])
  expect((await stored()).length).toBe(before)
})

test('[api.31] The eleventh report or post report in an hour answers 429', async () => {
  const author = await site.member()
  const post = (await author.post('/api/posts', { content: 'somebody has to say it' })).json
  const postReports = `/api/posts/${post.id}/reports`
  const member = await site.member()
  // Both count towards one limit.
  for (let n = 0; n < 5; n += 1) {
    expect((await member.post('/api/reports', report)).status).toBe(201)
    expect((await member.post(postReports, { reason: 'rude' })).status).toBe(201)
  }
  const before = (await stored()).length
  const response = await member.post('/api/reports', report)
  expect([response.status, response.json.code]).toEqual([429, 'too_many_requests'])
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(3_000)
  expect((await member.post(postReports, { reason: 'rude' })).status).toBe(429)
  expect((await stored()).length).toBe(before)
  // Other members are not limited.
  expect((await author.post('/api/reports', report)).status).toBe(201)
})

test('[report.21] POST /api/reports answers 201 and the report, status pending, reporter the session’s member, whatever type, userId, reportedByUserId, username or status the body says', async () => {
  const member = await site.member('Honest')
  const response = await member.post('/api/reports', {
    ...report,
    type: 'player',
    userId: 1,
    reportedByUserId: 1,
    username: 'Somebody Else',
    status: 'resolved',
  })
  expect(response.status).toBe(201)
  expect(response.json).toMatchObject({
    type: 'bug',
    userId: member.user.id,
    reportedByUserId: member.user.id,
    username: 'Honest',
    status: 'pending',
  })
  expect((await stored()).at(-1)).toEqual({
    user_id: member.user.id,
    status: 'pending',
    reason: 'No knockback',
  })
  expect((await member.get('/api/reports/mine')).json).toEqual([response.json])
})

test('[report.24] GET /api/reports/mine answers the member’s own reports only, newest first', async () => {
  expect((await site.browser().get('/api/reports/mine')).status).toBe(401)
  const [mine, other] = [await site.member(), await site.member()]
  for (const reason of ['First of mine', 'Second of mine', 'Third of mine']) {
    await mine.post('/api/reports', { ...report, reason })
    await other.post('/api/reports', { ...report, reason: 'Somebody else’s' })
  }
  const reasons = async (query = '') => {
    const response = await mine.get(`/api/reports/mine${query}`)
    expect(response.status).toBe(200)
    return response.json.map((one: { reason: string }) => one.reason)
  }
  expect(await reasons()).toEqual(['Third of mine', 'Second of mine', 'First of mine'])
  const page = await mine.get('/api/reports/mine?limit=2')
  expect(page.json).toHaveLength(2)
  expect(page.headers.link).toBe(`</api/reports/mine?before=${page.json[1].id}&limit=2>; rel="next"`)
  expect(await reasons(`?before=${page.json[1].id}`)).toEqual(['First of mine'])
  expect((await mine.get('/api/reports/mine?limit=201')).status).toBe(400)
})

test('a text of the longest size is kept, counted in code points, and reports older than the kept days are forgotten', async () => {
  const member = await site.member()
  const long = { ...report, reason: '🦊'.repeat(100), details: '🦊'.repeat(5_000) }
  const response = await member.post('/api/reports', long)
  expect([response.status, response.json.reason, response.json.details]).toEqual([
    201,
    long.reason,
    long.details,
  ])

  await member.post('/api/reports', report)
  await sql`UPDATE reports SET created_at = now() - interval '31 days' WHERE id = ${response.json.id}`.execute(
    site.database.sql,
  )
  expect(await purgeOldReports(site.database.sql, 32)).toBe(0)
  expect(await purgeOldReports(site.database.sql, 30)).toBe(1)
  expect((await member.get('/api/reports/mine')).json.map((one: { reason: string }) => one.reason)).toEqual([
    report.reason,
  ])
})

test('[game.28] a report names one of the nine game modes or a listed mode, and no other', async () => {
  await sql`
    INSERT INTO modes (key, name, listed, made_by) VALUES ('shown', 'Shown', true, 'staff'), ('hidden', 'Hidden', false, 'staff')
  `.execute(site.database.sql)
  const member = await site.member()
  const sent = async (gameMode: string) => (await member.post('/api/reports', { ...report, gameMode })).status
  for (const gameMode of ['thebridge', 'other', 'shown']) expect(await sent(gameMode)).toBe(201)
  for (const gameMode of ['hidden', 'overall', 'Shown']) expect(await sent(gameMode)).toBe(400)
})

test.each([
  [{ gameMode: 'chess' }, { gameMode: 'Please select a game mode' }],
  [{ gameMode: undefined }, { gameMode: 'Please select a game mode' }],
  [{ reason: 'four' }, { reason: 'Please provide a title that is at least 5 characters' }],
  [{ reason: '  a    ' }, { reason: 'Please provide a title that is at least 5 characters' }],
  [{ details: 'd'.repeat(5_001) }, { details: 'Details must be 5000 characters or less' }],
  [{ details: ' '.repeat(30) }, { details: 'Please provide details that are at least 20 characters' }],
  [{ severity: undefined }, { severity: 'Please select a severity level' }],
  [{ mediaLink: 'clips' }, { mediaLink: 'Please enter a valid URL or leave blank' }],
  [{ reason: 'r'.repeat(101) }, { reason: 'Title must be 100 characters or less' }],
  [{ details: 'too short' }, { details: 'Please provide details that are at least 20 characters' }],
  [{ severity: 'apocalyptic' }, { severity: 'Please select a severity level' }],
  [{ mediaLink: 'javascript:alert(1)' }, { mediaLink: 'Please enter a valid URL or leave blank' }],
  [{ mediaLink: 'https://a:b@clips.example/1' }, { mediaLink: 'Please enter a valid URL or leave blank' }],
])('[api.21] [report.23] a report with %j is refused with %j and not stored', async (change, fields) => {
  const member = await site.member()
  const before = (await stored()).length
  const response = await member.post('/api/reports', { ...report, ...change })
  expect([response.status, response.json.fields]).toEqual([400, fields])
  expect((await stored()).length).toBe(before)
})
