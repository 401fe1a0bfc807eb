import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newslettersPerDay } from '../../../../contract/news/news.ts'
import { type MailSite, mailSite } from '../../../testing/mail-site.ts'
import { type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../../events/testing/event-setup.ts'
import { publishDueNews } from '../publish-due.ts'
import { issueDays } from './queries/issues.ts'
import { queueNewsletter } from './worker.ts'

let site: MailSite
let admin: TestBrowser
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
  admin = await memberWithRank(site, 'Admin', 'Editor')
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['outbox', 'news', 'newsletter_subscribers'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)
  await sql`UPDATE newsletter_slots SET taken_at = '-infinity'`.execute(site.database.sql)
})

const text = { title: 'Spring season', summary: 'It begins on Monday.', markdown: 'It **begins** soon.' }
let made = 0
async function write(over: object = {}): Promise<number> {
  made += 1
  const { status, json } = await admin.post('/api/admin/news', { ...text, slug: `item-${made}`, ...over })
  expect(status).toBe(201)
  return json.id
}
const publication = (id: number) => `/api/admin/news/${id}/publication`
async function publish(id: number, body: object = { toSubscribers: true }) {
  const { status, json } = await admin.post(publication(id), body)
  expect(status).toBe(200)
  return json
}

/** Subscribers `fox1@player.example` and so on. */
async function subscribers(count: number, confirmed = true) {
  await sql`
    INSERT INTO newsletter_subscribers (email, mail_due_at, confirmed_at)
    SELECT ${confirmed ? 'fox' : 'owl'} || n || '@player.example', NULL, ${confirmed ? sql`now()` : null}
    FROM generate_series(1, ${count}::int) AS n ORDER BY n
  `.execute(site.database.sql)
}

/** Queues and delivers until nothing is left. */
async function deliverAll() {
  const mails = []
  for (;;) {
    const queued = await queueNewsletter(site.database)
    mails.push(...(await site.deliver()))
    const { rows: due } = await sql`
      SELECT FROM outbox WHERE done_at IS NULL AND due_at <= now() LIMIT 1
    `.execute(site.database.sql)
    if (queued === 0 && due.length === 0) return mails
  }
}

const count = async (table: string) => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(
    site.database.sql,
  )
  return rows[0]?.n
}

describe('who may', () => {
  test('[voice.66] only admins send to subscribers, and only where the site sends mail', async () => {
    const id = await write()
    const staff = await memberWithRank(site, 'Product Staff')
    expect((await staff.post(publication(id), { toSubscribers: true })).status).toBe(403)
    const bad = await admin.post(publication(id), { toSubscribers: 'yes' })
    expect([bad.status, Object.keys(bad.json.fields)]).toEqual([400, ['toSubscribers']])
    const silent = await testApp()
    try {
      const editor = await memberWithRank(silent, 'Admin')
      const item = (await editor.post('/api/admin/news', { ...text, slug: 'silent' })).json
      const { status, json } = await editor.post(publication(item.id), { toSubscribers: true })
      expect([status, json.error]).toEqual([
        409,
        'This site cannot send email yet, so it cannot be sent to subscribers',
      ])
      expect((await silent.browser().get('/api/news/silent')).status).toBe(404)
    } finally {
      await silent.close()
    }
    expect(await count('newsletter_issues')).toBe(0)
  })

  test('[voice.66] an item goes to nobody where that was not chosen', async () => {
    await subscribers(1)
    await publish(await write(), {})
    await publish(await write(), { toSubscribers: false })
    expect(await deliverAll()).toEqual([])
  })
})

test('[voice.66] each confirmed subscriber gets one mail by SMTP, which ends by one click; others get none', async () => {
  await subscribers(2)
  await subscribers(1, false)
  const id = await write({ slug: 'spring' })
  expect(await publish(id)).toMatchObject({ state: 'published', toSubscribers: true })
  const mails = (await deliverAll()).sort((one, other) => one.to.localeCompare(other.to))
  expect(mails.map(({ to }) => to)).toEqual(['fox1@player.example', 'fox2@player.example'])
  const { rows } = await sql<{ id: number }>`SELECT id FROM newsletter_subscribers ORDER BY id`.execute(
    site.database.sql,
  )
  expect(mails[0]).toMatchObject({
    subject: '[Ember Isles] Spring season',
    messageId: `<newsletter-${id}-${rows[0]!.id}@isles.example>`,
    unsubscribe: expect.stringMatching(/^<https:\/\/isles\.example\/newsletter\/unsubscribe\/[\w-]{43}>$/),
    unsubscribePost: 'List-Unsubscribe=One-Click',
    listId: '<newsletter.isles.example>',
    autoSubmitted: 'auto-generated',
  })
  const url = mails[0]!.unsubscribe.slice(1, -1)
  expect(mails[0]!.text.match(/https?:\S+/g)).toEqual(['https://isles.example/news/spring', url])
  const form = {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example' },
  }
  expect((await site.browser().post(new URL(url).pathname, undefined, form)).status).toBe(200)
  await publish(await write())
  expect((await deliverAll()).map(({ to }) => to)).toEqual(['fox2@player.example'])
})

test('[voice.66] a scheduled item is sent when it is published, as it was chosen last, and audited', async () => {
  await subscribers(1)
  const [yes, no] = [await write({ title: 'Chosen' }), await write({ title: 'Not any more' })]
  const at = '2090-01-01T00:00:00Z'
  expect((await publish(yes, { at, toSubscribers: true })).toSubscribers).toBe(true)
  await publish(no, { at, toSubscribers: true })
  expect((await publish(no, { at, toSubscribers: false })).toSubscribers).toBe(false)
  expect(await deliverAll()).toEqual([])
  await sql`UPDATE news SET publish_at = now() - interval '1 second'`.execute(site.database.sql)
  await Promise.all([1, 2].map(() => publishDueNews(site.context)))
  expect((await deliverAll()).map(({ subject }) => subject)).toEqual(['[Ember Isles] Chosen'])
  const entries = (await auditEntriesOf(site, 'news')).filter(
    ({ action, subject_id }) => action === 'news.publish' && subject_id === yes,
  )
  expect(entries).toMatchObject([
    { actor_name: 'schedule', after: { state: 'published', toSubscribers: true } },
  ])
})

test('[voice.66] never again: taken back and published, changed, or read by several processes at once', async () => {
  await subscribers(120)
  const id = await write()
  await publish(id)
  await Promise.all(Array.from({ length: 4 }, () => queueNewsletter(site.database)))
  const first = await deliverAll()
  expect(new Set(first.map(({ to }) => to)).size).toBe(120)
  expect(first).toHaveLength(120)
  await admin.patch(`/api/admin/news/${id}`, { title: 'Summer season' })
  await admin.delete(publication(id))
  expect((await publish(id, { toSubscribers: false })).toSubscribers).toBe(true)
  await admin.delete(publication(id))
  await publish(id)
  expect(await deliverAll()).toEqual([])
  const again = sql`INSERT INTO newsletter_mails (news_id, subscriber_id) SELECT news_id, subscriber_id FROM newsletter_mails`
  await expect(again.execute(site.database.sql)).rejects.toThrow('newsletter_mails_pkey')
})

test('[voice.66] who confirms after it was published gets the next one', async () => {
  await subscribers(1)
  await publish(await write())
  await sql`INSERT INTO newsletter_subscribers (email, mail_due_at, confirmed_at) VALUES ('late@player.example', NULL, now())`.execute(
    site.database.sql,
  )
  expect((await deliverAll()).map(({ to }) => to)).toEqual(['fox1@player.example'])
  await publish(await write())
  expect(await deliverAll()).toHaveLength(2)
})

test('[voice.66] an item that is taken back or deleted is sent to nobody more', async () => {
  await subscribers(60)
  const id = await write()
  await publish(id)
  expect(await queueNewsletter(site.database)).toBe(50)
  await site.deliver()
  await admin.delete(publication(id))
  expect(await deliverAll()).toEqual([])
  const gone = await write()
  await publish(gone)
  await queueNewsletter(site.database)
  expect((await admin.delete(`/api/admin/news/${gone}`)).status).toBe(204)
  expect(await deliverAll()).toEqual([])
})

test('[voice.66] its mails wait in portions of 50, so that a mail of somebody who forgot a password is soon sent', async () => {
  await subscribers(130)
  await publish(await write())
  expect(await queueNewsletter(site.database)).toBe(50)
  expect(await queueNewsletter(site.database)).toBe(0)
  await site.deliver()
  expect(await queueNewsletter(site.database)).toBeLessThanOrEqual(50)
  expect(await count('outbox')).toBeLessThanOrEqual(100)
  expect(await deliverAll()).toHaveLength(130 - 10)
})

test('[voice.66] mails that a server refuses make room for the others, and end after three days', async () => {
  await subscribers(51)
  await publish(await write())
  await queueNewsletter(site.database)
  await sql`UPDATE outbox SET attempts = 3, due_at = now() + interval '1 hour'`.execute(site.database.sql)
  expect((await deliverAll()).map(({ to }) => to)).toEqual(['fox51@player.example'])
  await sql`UPDATE outbox SET due_at = now(), created_at = now() - make_interval(days => ${issueDays})`.execute(
    site.database.sql,
  )
  expect(await deliverAll()).toEqual([])
  const { rows } = await sql`SELECT FROM outbox WHERE done_at IS NULL`.execute(site.database.sql)
  expect(rows).toEqual([])
})

describe('where a process dies', () => {
  test('[voice.67] before its statement commits, nothing of the portion is there, and the next one queues all of it', async () => {
    await subscribers(80)
    await publish(await write())
    const killed = site.database.sql.transaction().execute(async (transaction) => {
      await queueNewsletter({ sql: transaction as unknown as typeof site.database.sql })
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect([await count('newsletter_mails'), await count('outbox')]).toEqual([0, 0])
    const mails = await deliverAll()
    expect([mails.length, new Set(mails.map(({ messageId }) => messageId)).size]).toEqual([80, 80])
  })

  test('[voice.67] between sending and noting it, the mail comes once more under the same Message-ID', async () => {
    await subscribers(1)
    await publish(await write())
    await queueNewsletter(site.database)
    const [first] = await site.deliver()
    await sql`UPDATE outbox SET done_at = NULL, due_at = now()`.execute(site.database.sql)
    const [second] = await site.deliver()
    expect([second?.messageId, second?.unsubscribe]).toEqual([first?.messageId, first?.unsubscribe])
    expect(await count('newsletter_mails')).toBe(1)
  })
})

describe('newsletters a day', () => {
  const most = newslettersPerDay
  const sent = (items: readonly number[], editors: readonly TestBrowser[] = [admin]) =>
    Promise.all(
      items.map(async (id, at) => {
        const editor = editors[at % editors.length]!
        return (await editor.post(publication(id), { toSubscribers: true })).status
      }),
    )
  const items = (count: number) => Promise.all(Array.from({ length: count }, () => write()))

  test('[guards.24] of many that admins send at once no more go out than there may be in 24 hours', async () => {
    const other = await memberWithRank(site, 'Owner')
    const ids = await items(most + 3)
    const statuses = await sent(ids, [admin, other])
    expect(statuses.filter((status) => status === 200)).toHaveLength(most)
    expect(statuses.filter((status) => status === 409)).toHaveLength(3)
    expect(await count('newsletter_issues')).toBe(most)
  })

  test('[guards.24] the next is refused with the reason and stays a draft; without subscribers it is published', async () => {
    expect(await sent(await items(most))).toEqual(Array(most).fill(200))
    const next = await write({ slug: 'one-more' })
    const { status, json } = await admin.post(publication(next), { toSubscribers: true })
    expect([status, json.error]).toEqual([409, expect.stringContaining(`${most} newsletters were sent`)])
    expect((await site.browser().get('/api/news/one-more')).status).toBe(404)
    expect(await publish(next, { toSubscribers: false })).toMatchObject({
      state: 'published',
      toSubscribers: false,
    })
  })

  test('[guards.24] deleting what was sent makes no room, a day does; sending again what was sent needs none', async () => {
    const ids = await items(most)
    await sent(ids)
    expect((await admin.delete(publication(ids[0]!))).status).toBe(200)
    expect(await publish(ids[0]!)).toMatchObject({ toSubscribers: true })
    for (const id of ids) expect((await admin.delete(`/api/admin/news/${id}`)).status).toBe(204)
    const next = await write()
    expect(await sent([next])).toEqual([409])
    await sql`UPDATE newsletter_slots SET taken_at = taken_at - interval '1 day'`.execute(site.database.sql)
    expect(await sent([next])).toEqual([200])
  })

  test('[guards.24] scheduled items count when they are published: one too many appears, and is mailed to nobody', async () => {
    await subscribers(1)
    const ids = await items(most + 1)
    for (const id of ids) await publish(id, { at: '2090-01-01T00:00:00Z', toSubscribers: true })
    await sql`UPDATE news SET publish_at = now() - make_interval(secs => 100 - id % 50)`.execute(
      site.database.sql,
    )
    expect(await publishDueNews(site.context)).toBe(most + 1)
    expect(await deliverAll()).toHaveLength(most)
    const { rows } = await sql<{ state: string }>`
      SELECT to_subscribers::text AS state FROM news WHERE published_at IS NOT NULL ORDER BY state
    `.execute(site.database.sql)
    expect(rows.map(({ state }) => state)).toEqual(['false', ...Array(most).fill('true')])
  })

  const dayLater = async () => {
    await sql`UPDATE newsletter_slots SET taken_at = taken_at - interval '1 day'`.execute(site.database.sql)
    await sql`UPDATE newsletter_issues SET created_at = created_at - interval '1 day'`.execute(
      site.database.sql,
    )
  }
  const takeBack = async (ids: readonly number[]) => {
    for (const id of ids) expect((await admin.delete(publication(id))).status).toBe(200)
  }

  test('[guards.26] newsletters that are taken back before they are sent are not saved up for one day', async () => {
    await subscribers(1)
    const days = [await items(most), await items(most), await items(most)]
    for (const ids of days) {
      await dayLater()
      expect(await sent(ids)).toEqual(Array(most).fill(200))
      await takeBack(ids)
    }
    const statuses = []
    for (const id of days.flat().reverse()) statuses.push(...(await sent([id])))
    expect(statuses).toEqual([...Array(most).fill(200), ...Array(most * 2).fill(409)])
    expect(await deliverAll()).toHaveLength(most)
  })

  test('[owner.05] news older than 24 hours is not sent to subscribers, also where that was chosen before', async () => {
    await subscribers(1)
    const at = new Date(Date.now() - 25 * 3_600_000).toISOString()
    const id = await write()
    const refused = await admin.post(publication(id), { at, toSubscribers: true })
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['toSubscribers']])
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    expect(await publish(id, { at: ahead, toSubscribers: true })).toMatchObject({ toSubscribers: true })
    expect(await publish(id, { at })).toMatchObject({ state: 'published', toSubscribers: false })
    expect(await deliverAll()).toEqual([])
  })

  test('[guards.26] a newsletter taken back to mend it needs no other slot, and is then as new as its publication', async () => {
    await subscribers(1)
    const ids = await items(most)
    await sent(ids)
    await takeBack([ids[0]!])
    await sql`UPDATE newsletter_slots SET taken_at = taken_at - interval '23 hours'`.execute(
      site.database.sql,
    )
    expect(await sent([ids[0]!])).toEqual([200])
    expect(await deliverAll()).toHaveLength(most)
    await sql`UPDATE newsletter_slots SET taken_at = taken_at - interval '1 hour'`.execute(site.database.sql)
    expect((await sent(await items(most))).sort()).toEqual([...Array(most - 1).fill(200), 409])
  })

  test('[guards.26] what part of the subscribers had goes to the rest with a slot only, and may be published without', async () => {
    await subscribers(60)
    const [id] = await items(1)
    await sent([id!])
    await queueNewsletter(site.database)
    await site.deliver()
    await takeBack([id!])
    await dayLater()
    expect(await sent(await items(most))).toEqual(Array(most).fill(200))
    await sql`UPDATE newsletter_issues SET done_at = now() WHERE news_id <> ${id}`.execute(site.database.sql)
    expect(await sent([id!])).toEqual([409])
    expect(await publish(id!, { toSubscribers: false })).toMatchObject({ toSubscribers: false })
    const rest = (await deliverAll()).length
    await takeBack([id!])
    await dayLater()
    await publish(id!)
    expect([rest < 50, (await deliverAll()).length]).toEqual([true, 10])
  })

  test('[guards.27] the record of a scheduled item that found no slot says so until it is published again', async () => {
    await subscribers(1)
    const [late] = await items(1)
    await publish(late!, { at: '2090-01-01T00:00:00Z', toSubscribers: true })
    expect(await sent(await items(most))).toEqual(Array(most).fill(200))
    await deliverAll()
    await sql`UPDATE news SET publish_at = now() WHERE id = ${late}`.execute(site.database.sql)
    await publishDueNews(site.context)
    const missed = async () =>
      (await admin.get('/api/admin/news')).json.find(({ id }: { id: number }) => id === late).missedNewsletter
    expect(await missed()).toBe(true)
    await takeBack([late!])
    expect([await missed(), await sent([late!])]).toEqual([true, [409]])
    await dayLater()
    expect([await sent([late!]), await missed(), (await deliverAll()).length]).toEqual([[200], false, 1])
  })
})
