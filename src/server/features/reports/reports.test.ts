import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'

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
  // Two of the ten are used up by the refused ones.
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

test('the reporter is the member of the session and the status pending, whatever the body says', async () => {
  const member = await site.member('Honest')
  const answer = await member.post('/api/reports', {
    ...report,
    type: 'player',
    userId: 1,
    reportedByUserId: 1,
    username: 'Somebody Else',
    status: 'resolved',
  })
  expect(answer.status).toBe(201)
  expect(answer.json).toMatchObject({
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
  expect((await member.get('/api/reports/mine')).json).toEqual([answer.json])
})

test.each([
  [{ gameMode: 'chess' }, { gameMode: 'Please select a game mode' }],
  [{ reason: 'r'.repeat(101) }, { reason: 'Title must be 100 characters or less' }],
  [{ details: 'too short' }, { details: 'Please provide details that are at least 20 characters' }],
  [{ severity: 'apocalyptic' }, { severity: 'Please select a severity level' }],
  [{ mediaLink: 'javascript:alert(1)' }, { mediaLink: 'Please enter a valid URL or leave blank' }],
  [{ mediaLink: 'https://a:b@clips.example/1' }, { mediaLink: 'Please enter a valid URL or leave blank' }],
])('[api.21] a report with %j is refused with %j and not stored', async (change, fields) => {
  const member = await site.member()
  const before = (await stored()).length
  const answer = await member.post('/api/reports', { ...report, ...change })
  expect([answer.status, answer.json.fields]).toEqual([400, fields])
  expect((await stored()).length).toBe(before)
})
