import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
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
  for (const browser of [site.browser(), ...(await Promise.all(shippedRanks.slice(0, 4).map(somebody)))]) {
    const status = browser === undefined || browser.cookie === undefined ? 401 : 403
    const listed = await browser.get('/api/admin/messages')
    expect([listed.status, listed.text.includes('asker@mail.example')]).toEqual([status, false])
    expect((await browser.patch(`/api/admin/messages/${id}`, { read: true })).status).toBe(status)
  }
  for (const rank of shippedRanks.slice(4)) {
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

describe('[fair.58] an answer to a message', () => {
  const answers = async () =>
    (
      await sql<{ id: number; answer: string | null }>`
        SELECT id, answer FROM contact_messages WHERE answer IS NOT NULL ORDER BY id
      `.execute(site.database.sql)
    ).rows

  test('is refused to visitors and members, without a text, with 2,001 characters, and of no message', async () => {
    const id = await send('Nobody answers this')
    const staff = await somebody('Helper')
    const to = (browser: TestBrowser, text: unknown, of: number = id) =>
      browser.post(`/api/admin/messages/${of}/answer`, { text })
    expect((await to(site.browser(), 'Hello')).status).toBe(401)
    for (const rank of shippedRanks.slice(0, 4))
      expect((await to(await somebody(rank), 'Hello')).status).toBe(403)
    for (const text of [undefined, '', ' \n', 7, 'x'.repeat(2_001)]) {
      const response = await to(staff, text)
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, ['text']])
    }
    expect((await to(staff, 'Hello', 2_000_000_000)).status).toBe(404)
    expect((await answers()).filter((row) => row.id === id)).toEqual([])
    const { rows } = await sql`SELECT id FROM audit_log WHERE action = 'message.answer'`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([])
  })

  test('says who answered and what; the second is a 409 with the first, and changes nothing', async () => {
    const [one, two] = [await somebody('Helper'), await somebody('Owner')]
    const id = await send('Where is my rank?')
    const text = 'It is back.\nPlease sign in again.'
    const first = await one.post(`/api/admin/messages/${id}/answer`, { text: ` ${text} ` })
    expect(first.status).toBe(200)
    const answer = { text, by: one.user.username, at: first.json.answer.at }
    expect(first.json).toMatchObject({ answer, readBy: one.user.username })
    const second = await two.post(`/api/admin/messages/${id}/answer`, { text: 'Something else' })
    expect([second.status, second.json.message]).toEqual([
      409,
      `${one.user.username} already answered this message`,
    ])
    expect(second.json.current).toMatchObject({ id, answer })
    expect(await subjects(two, 'unread')).not.toContain('Where is my rank?')
    const listed = (await two.get('/api/admin/messages?limit=1')).json
    expect(listed[0]).toMatchObject({ id, answer })
    const { rows } = await sql`
      SELECT actor_id, after FROM audit_log WHERE action = 'message.answer' AND subject_id = ${id}
    `.execute(site.database.sql)
    expect(rows).toEqual([{ actor_id: one.user.id, after: { mailed: false } }])
  })

  test('of ten staff at once has one author', async () => {
    const id = await send('All at once')
    const staff = await Promise.all(Array.from({ length: 10 }, () => somebody('Moderator')))
    const statuses = await Promise.all(
      staff.map(async (one) => {
        const text = `Answer of ${one.user.username}`
        return [(await one.post(`/api/admin/messages/${id}/answer`, { text })).status, text] as const
      }),
    )
    const [won] = statuses.filter(([status]) => status === 200)
    expect(statuses.map(([status]) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await answers()).filter((row) => row.id === id)).toEqual([{ id, answer: won?.[1] }])
  })

  test('reaches a sender who was signed in as a notice, without the name of staff', async () => {
    const staff = await somebody('Helper')
    const sender = await site.member()
    const message = { name: 'Asker', email: 'asker@mail.example', subject: 'My account', message: 'Help' }
    const { id } = (await sender.post('/api/contact', message)).json
    await staff.post(`/api/admin/messages/${id}/answer`, { text: 'Done.' })
    const notices = (await sender.get('/api/notices')).json
    expect(notices).toMatchObject([{ kind: 'message_answered', text: 'My account\nDone.' }])
    expect(JSON.stringify(notices)).not.toContain(staff.user.username)
  })
})

describe('[fair.66] contact messages', () => {
  const listed = async (staff: TestBrowser, query: string) => {
    const { json, status } = await staff.get(`/api/admin/messages?${query}`)
    return status === 200 ? json.map(({ subject }: { subject: string }) => subject) : Object.keys(json.fields)
  }

  test('a bad filter is a 400 with its field', async () => {
    const staff = await somebody('Helper')
    for (const [query, field] of [
      ['q=ab', 'q'],
      [`q=${'a'.repeat(101)}`, 'q'],
      ['days=0', 'days'],
      ['days=soon', 'days'],
      [`assignee=${'a'.repeat(33)}`, 'assignee'],
    ] as const) {
      expect((await staff.get(`/api/admin/messages?${query}`)).status).toBe(400)
      expect(await listed(staff, query)).toEqual([field])
    }
  })

  test('are narrowed by who has them, age, and a part of sender, subject or text, page by page', async () => {
    const [one, two] = [await somebody('Helper'), await somebody('Admin')]
    const [read, answered, left] = [
      await send('Quartz one'),
      await send('Quartz two'),
      await send('Quartz 100%'),
    ]
    await one.patch(`/api/admin/messages/${read}`, { read: true })
    await two.post(`/api/admin/messages/${answered}/answer`, { text: 'Yes' })
    expect(await listed(one, 'q=quartz&assignee=me')).toEqual(['Quartz one'])
    expect(await listed(one, `q=QUARTZ&assignee=${two.user.username.toUpperCase()}`)).toEqual(['Quartz two'])
    expect(await listed(one, 'q=quartz&assignee=nobody')).toEqual(['Quartz 100%'])
    expect(await listed(one, 'q=quartz&assignee=nobody%20at%20all')).toEqual([])
    // What a text means to LIKE is text, too.
    expect(await listed(one, 'q=100%25')).toEqual(['Quartz 100%'])
    expect(await listed(one, 'q=t%25one')).toEqual([])
    expect(await listed(one, 'q=a%20question')).toContain('Quartz one')
    expect(await listed(one, 'q=asker@mail')).toContain('Quartz one')

    expect(await listed(one, 'q=quartz&days=3')).toEqual([])
    await sql`UPDATE contact_messages SET created_at = now() - interval '4 days' WHERE id <= ${answered}`.execute(
      site.database.sql,
    )
    expect(await listed(one, 'q=quartz&days=3')).toEqual(['Quartz two', 'Quartz one'])
    const page = await one.get('/api/admin/messages?q=quartz&days=3&limit=1')
    const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
    expect((await one.get(next!)).json.map(({ id }: { id: number }) => id)).toEqual([read])
    expect(left).toBeGreaterThan(answered)
  })
})

describe('[fair.66] many messages at once', () => {
  const marks = (staff: TestBrowser, body: object) => staff.post('/api/admin/messages/marks', body)
  const stored = async (ids: readonly number[]) =>
    (
      await sql<{
        id: number
        read_by: number | null
        flagged: boolean
      }>`SELECT id, read_by, flagged FROM contact_messages WHERE id = ANY (${ids}) ORDER BY id`.execute(
        site.database.sql,
      )
    ).rows

  test('a visitor is a 401, a member a 403, a bad list or mark a 400 with its field; nothing is stored', async () => {
    const id = await send('Untouched')
    const before = await stored([id])
    const staff = await somebody('Helper')
    expect((await marks(site.browser(), { ids: [id], read: true })).status).toBe(401)
    expect((await marks(await somebody('Diamond'), { ids: [id], read: true })).status).toBe(403)
    for (const [body, field] of [
      [{ ids: [], read: true }, 'ids'],
      [{ ids: [id, id], read: true }, 'ids'],
      [{ ids: Array.from({ length: 51 }, (_, n) => n + 1), read: true }, 'ids'],
      [{ ids: [id], read: 'yes' }, 'read'],
      [{ ids: [id] }, 'read'],
      [{ ids: [id], read: true, flagged: true }, 'read'],
    ] as const) {
      const refused = await marks(staff, body)
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
    }
    expect(await stored([id])).toEqual(before)
  })

  test('are marked alike; the answer names those that changed, and the opposite call takes it back', async () => {
    const [staff, other] = [await somebody('Helper'), await somebody('Admin')]
    const ids = [await send('Many one'), await send('Many two'), await send('Many three')]
    await other.patch(`/api/admin/messages/${ids[1]}`, { read: true })
    const before = await stored(ids)
    const marked = await marks(staff, { ids: [...ids, 2_000_000_000], read: true })
    expect([marked.status, marked.json]).toEqual([200, { changed: [ids[0], ids[2]] }])
    expect((await stored(ids)).map(({ read_by }) => read_by)).toEqual([
      staff.user.id,
      other.user.id,
      staff.user.id,
    ])
    expect((await marks(staff, { ids: marked.json.changed, read: false })).json).toEqual(marked.json)
    expect(await stored(ids)).toEqual(before)

    expect((await marks(staff, { ids, flagged: true })).json).toEqual({ changed: ids })
    expect((await marks(other, { ids, flagged: true })).json).toEqual({ changed: [] })
    const { rows } = await sql<{ subject_id: number }>`
      SELECT subject_id FROM audit_log WHERE action = 'message.flag' AND subject_id = ANY (${ids}) ORDER BY subject_id
    `.execute(site.database.sql)
    expect(rows.map(({ subject_id }) => subject_id)).toEqual(ids)
  })
})
