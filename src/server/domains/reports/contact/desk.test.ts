import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rank, ranks } from '../../../../contract/accounts/ranks.ts'
import { listenToStaffFeed } from '../../../testing/staff-feed-listener.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'

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
const send = async (subject: string, website?: string) => {
  const message = { name: 'Asker', email: 'asker@mail.example', subject, message: 'A question', website }
  return (await site.browser().post('/api/contact', message)).json.id as number
}
const subjects = async (staff: TestBrowser, show: string) =>
  (await staff.get(`/api/admin/messages?show=${show}`)).json.map(
    ({ subject }: { subject: string }) => subject,
  )

test('contact messages are refused to visitors and members, and shown to each staff rank', async () => {
  const id = await send('For staff only')
  for (const browser of [site.browser(), ...(await Promise.all(ranks.slice(0, 4).map(somebody)))]) {
    const status = browser === undefined || browser.cookie === undefined ? 401 : 403
    const listed = await browser.get('/api/admin/messages')
    expect([listed.status, listed.text.includes('asker@mail.example')]).toEqual([status, false])
    expect((await browser.patch(`/api/admin/messages/${id}`, { read: true })).status).toBe(status)
  }
  for (const rank of ranks.slice(4)) {
    expect(await subjects(await somebody(rank), 'unread')).toContain('For staff only')
  }
})

test('a new message is news for staff who watch the list, and for nobody else', async () => {
  if (!site.app.server.listening) await site.app.listen({ host: '127.0.0.1', port: 0 })
  const staff = await listenToStaffFeed(site, await somebody('Helper'))
  const member = await listenToStaffFeed(site, await somebody('Diamond'))
  try {
    await send('Are you there?')
    await staff.hears('contact')
    expect(member.count()).toBe(0)
  } finally {
    staff.close()
    member.close()
  }
})

test('anyone who reads a message first stays its reader; unread again forgets them', async () => {
  const [one, two] = [await somebody('Helper'), await somebody('Admin')]
  const id = await send('Read me')
  const mark = async (staff: TestBrowser, read: boolean) =>
    (await staff.patch(`/api/admin/messages/${id}`, { read })).json
  expect(await mark(one, true)).toMatchObject({ readBy: one.user.username })
  expect(await mark(two, true)).toMatchObject({ readBy: one.user.username })
  expect(await subjects(two, 'unread')).not.toContain('Read me')
  expect(await mark(two, false)).toMatchObject({ readBy: null, readAt: null })
  expect(await subjects(two, 'unread')).toContain('Read me')
})

test('spam stands apart, and the judgement is in the audit log once', async () => {
  const staff = await somebody('Moderator')
  await send('Buy followers', 'https://spam.example')
  const id = await send('Not so clear')
  expect(await subjects(staff, 'flagged')).toEqual(['Buy followers'])
  await staff.patch(`/api/admin/messages/${id}`, { flagged: true })
  await staff.patch(`/api/admin/messages/${id}`, { flagged: true })
  expect(await subjects(staff, 'flagged')).toEqual(['Not so clear', 'Buy followers'])
  expect(await subjects(staff, 'unread')).not.toContain('Not so clear')
  const { rows } = await sql`SELECT after FROM audit_log WHERE action = 'message.flag'`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([{ after: { flagged: true } }])
  expect((await staff.patch('/api/admin/messages/2000000000', { read: true })).status).toBe(404)
  expect((await staff.patch(`/api/admin/messages/${id}`, { read: 'yes' })).status).toBe(400)
  expect((await staff.get('/api/admin/messages?show=some')).status).toBe(400)
})
