import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../contract/accounts/ranks.ts'
import { rankWithAreas } from '../testing/rank-with-areas.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const somebody = async (rank: Rank) => {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

test('[fair.94] What waits is refused to visitors and members', async () => {
  expect((await site.browser().get('/api/admin/waiting')).status).toBe(401)
  for (const rank of shippedRanks.slice(0, 4))
    expect((await (await somebody(rank)).get('/api/admin/waiting')).status).toBe(403)
})

test('[owner.69] Of areas that a rank lacks nothing waits, and its overview says nothing about the settings', async () => {
  await site
    .browser()
    .post('/api/contact', { name: 'A', email: 'a@mail.example', subject: 'B', message: 'C' })
  const rank = await rankWithAreas(site.database, 'Judge', 'moderator', ['appeals'])
  const [judge, helper] = [await somebody(rank), await somebody('Helper')]
  const of = async ({ get }: typeof judge) => {
    const { counts, oldest, content, gameServers, setup } = (await get('/api/admin/overview')).json
    const waiting = (await get('/api/admin/waiting')).json
    return [waiting.contact, counts.unreadMessages, oldest.unreadMessages, content, gameServers, setup]
  }
  await sql`INSERT INTO game_servers (name, secret_hash) VALUES ('Waiting', sha256('waiting'))`.execute(
    site.database.sql,
  )
  expect(await of(judge)).toEqual([0, 0, null, { problems: [] }, [], []])
  expect(await of(helper)).toMatchObject([1, 1, expect.any(String), {}, [{ name: 'Waiting' }], []])
  await sql`DELETE FROM contact_messages`.execute(site.database.sql)
})

test('[fair.94] What waits is counted by list: what was read, decided, closed or is spam counts no more', async () => {
  const staff = await somebody('Moderator')
  const waiting = async () => (await staff.get('/api/admin/waiting')).json
  expect(await waiting()).toEqual({ reports: 0, applications: 0, moderation: 0, contact: 0, appeals: 0 })
  const author = await site.member()
  const post = (await author.post('/api/posts', { content: 'Counted' })).json.id
  await (await site.member()).post(`/api/posts/${post}/reports`, { reason: 'spam' })
  const report = { gameMode: 'sumo', severity: 'low', reason: 'It broke', details: 'It broke. '.repeat(5) }
  const { id: reportId } = (await author.post('/api/reports', report)).json
  const message = { name: 'A', email: 'a@mail.example', subject: 'B', message: 'C' }
  await site.browser().post('/api/contact', message)
  await site.browser().post('/api/contact', { ...message, website: 'spam' })
  const restricted = await staff.post(`/api/admin/members/${author.user.id}/restriction`, {
    reason: 'spam',
    days: null,
  })
  expect(restricted).toMatchObject({ status: 201 })
  const text = 'I did not write that at all. '.repeat(3)
  const appealed = await author.post('/api/appeals', { restriction: true, text })
  expect(appealed).toMatchObject({ status: 201 })
  const appealId = appealed.json.id
  await sql`
    INSERT INTO staff_applications (minecraft_username, age, discord_username, email, timezone, position,
      hours_per_week, previous_experience, why_join, how_handle_conflict, position_answers)
    VALUES ('Applicant', 20, 'name', 'a@mail.example', 'UTC', 'builder', 5, 'no', repeat('why ', 50), 'how',
      '{"building_experience": "a", "building_style": ["arenas"], "portfolio_link": null,
        "bedrock_building_experience": "b", "build_time_estimate": "c"}')
  `.execute(site.database.sql)
  expect(await waiting()).toEqual({ reports: 1, applications: 1, moderation: 1, contact: 1, appeals: 1 })
  const { counts } = (await staff.get('/api/admin/overview')).json
  expect(counts).toMatchObject({
    pendingReports: 1,
    openApplications: 1,
    openModeration: 1,
    waitingAppeals: 1,
  })

  const reviewer = await somebody('Admin')
  await reviewer.post(`/api/admin/appeals/${appealId}/claim`)
  expect((await waiting()).appeals).toBe(1)
  await reviewer.post(`/api/admin/appeals/${appealId}/messages`, { text: 'Who did, then?' })
  const [mail] = (await staff.get('/api/admin/messages?show=unread')).json
  await staff.patch(`/api/admin/messages/${mail.id}`, { read: true })
  const [one] = (await staff.get('/api/admin/cases?state=open')).json.cases
  await staff.post(`/api/admin/cases/${one.id}/decisions`, { outcome: 'no_violation' })
  await sql`UPDATE staff_applications SET status = 'accepted'`.execute(site.database.sql)
  await sql`UPDATE reports SET status = 'resolved' WHERE id = ${reportId}`.execute(site.database.sql)
  expect(await waiting()).toEqual({ reports: 0, applications: 0, moderation: 0, contact: 0, appeals: 0 })
  await sql`DELETE FROM contact_messages`.execute(site.database.sql)
})

test('[fair.94] What waits is counted up to a bound', async () => {
  await sql`INSERT INTO contact_messages (name, email, subject, message)
    SELECT 'A', 'a@mail.example', 'B', 'C' FROM generate_series(1, 1001)`.execute(site.database.sql)
  expect((await (await somebody('Helper')).get('/api/admin/waiting')).json.contact).toBe(1_000)
  await sql`DELETE FROM contact_messages`.execute(site.database.sql)
})
