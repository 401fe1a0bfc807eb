import { array, assert, asyncProperty, boolean, integer } from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAdminRank, shippedRanks } from '../../../contract/accounts/ranks.ts'
import { slugOf } from '../../../contract/news/news.ts'
import { type DiscordServer, discordServer } from '../../testing/discord-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../events/testing/event-setup.ts'
import { publishDueNews } from './publish-due.ts'

let discord: DiscordServer
let site: TestApp
let admin: TestBrowser & { user: { id: number } }
beforeAll(async () => {
  discord = await discordServer()
  site = await testApp({
    environment: {
      RATE_LIMITS: 'off',
      DISCORD_WEBHOOK_NEWS: discord.webhook(2),
      PUBLIC_URL: 'https://foxes.example',
    },
  })
  admin = await memberWithRank(site, 'Admin', 'Editor')
})
afterAll(async () => {
  await site.close()
  discord.close()
})

const text = { title: 'Spring season', summary: 'It begins on Monday.', markdown: 'It **begins** soon.' }
let made = 0
const write = async (over: object = {}) => {
  made += 1
  const { status, json } = await admin.post('/api/admin/news', { ...text, slug: `item-${made}`, ...over })
  expect(status).toBe(201)
  return json
}
const publication = (id: number) => `/api/admin/news/${id}/publication`
const publish = async (id: number, body: object = {}) => {
  const { status, json } = await admin.post(publication(id), body)
  expect(status).toBe(200)
  return json
}
const visitor = () => site.browser()
const listed = async () =>
  (await visitor().get('/api/news?limit=50')).json.map(({ slug }: { slug: string }) => slug)
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } })
const clear = () => sql`DELETE FROM news`.execute(site.database.sql)

test('[voice.40] only admins write news: visitors get 401, everybody else 403, and nothing changes', async () => {
  const { id } = await write()
  const before = await auditEntriesOf(site, 'news')
  const people = [
    [visitor(), 401],
    ...(await Promise.all(
      shippedRanks
        .filter((rank) => !isAdminRank(rank))
        .map(async (rank) => [await memberWithRank(site, rank), 403] as const),
    )),
  ] as const
  for (const [browser, status] of people) {
    expect((await browser.get('/api/admin/news')).status).toBe(status)
    expect((await browser.post('/api/admin/news', { ...text, slug: 'mine' })).status).toBe(status)
    expect((await browser.post('/api/admin/news/preview', { markdown: 'a' })).status).toBe(status)
    expect((await browser.patch(`/api/admin/news/${id}`, { title: 'Mine now' })).status).toBe(status)
    expect((await browser.post(publication(id), {})).status).toBe(status)
    expect((await browser.delete(publication(id))).status).toBe(status)
    expect((await browser.delete(`/api/admin/news/${id}`)).status).toBe(status)
  }
  expect(await auditEntriesOf(site, 'news')).toEqual(before)
  expect((await admin.get('/api/admin/news')).json).toMatchObject([{ id, state: 'draft', title: text.title }])
})

test('[voice.40] each change is audited, and one of an older version is a 409 with the item as it is now', async () => {
  const seen = (await auditEntriesOf(site, 'news')).length
  const item = await write()
  const changed = (await admin.patch(`/api/admin/news/${item.id}`, { title: 'Summer season' })).json
  expect(changed).toMatchObject({ title: 'Summer season', summary: text.summary, version: item.version + 1 })
  const stale = await admin.patch(`/api/admin/news/${item.id}`, { title: 'Autumn' }, ifMatch(item.version))
  expect([stale.status, stale.json.current.title]).toEqual([409, 'Summer season'])
  expect((await admin.post(publication(item.id), {}, ifMatch(item.version))).status).toBe(409)
  expect((await admin.delete(`/api/admin/news/${item.id}`, ifMatch(item.version))).status).toBe(409)
  await publish(item.id, { at: '2090-01-01T00:00:00Z' })
  await publish(item.id)
  expect((await admin.delete(publication(item.id))).json.state).toBe('draft')
  expect((await admin.delete(`/api/admin/news/${item.id}`)).status).toBe(204)
  const entries = (await auditEntriesOf(site, 'news')).slice(seen)
  expect(entries.map(({ action, actor_name, subject_id }) => [action, actor_name, subject_id])).toEqual(
    ['create', 'update', 'schedule', 'publish', 'unpublish', 'delete'].map((action) => [
      `news.${action}`,
      'Editor',
      item.id,
    ]),
  )
  expect(entries[1]).toMatchObject({ before: { title: text.title }, after: { title: 'Summer season' } })
})

test('[voice.40] an address belongs to one item, and stays once the item was published', async () => {
  const item = await write({ slug: 'the-one' })
  expect((await admin.post('/api/admin/news', { ...text, slug: 'the-one' })).status).toBe(409)
  expect((await admin.patch(`/api/admin/news/${item.id}`, { slug: 'the-other' })).json.slug).toBe('the-other')
  await publish(item.id)
  const moved = await admin.patch(`/api/admin/news/${item.id}`, { slug: 'elsewhere' })
  expect([moved.status, Object.keys(moved.json.fields)]).toEqual([400, ['slug']])
  expect((await admin.post(publication(item.id), {})).status).toBe(409)
})

test('[owner.05] news bear the date that was given, also a past one, and nobody is notified of news older than 24 hours', async () => {
  await clear()
  const sent = async () =>
    (
      await sql`SELECT FROM notification_fanouts UNION ALL SELECT FROM discord_messages`.execute(
        site.database.sql,
      )
    ).rows.length
  const newest = await write()
  await publish(newest.id)
  const before = await sent()
  const old = await write({ title: 'We open' })
  const at = '2024-05-04T18:00:00.000Z'
  expect(await publish(old.id, { at })).toMatchObject({ state: 'published', publishAt: at })
  expect(await sent()).toBe(before)
  expect(await listed()).toEqual([newest.slug, old.slug])
  expect((await visitor().get(`/api/news/${old.slug}`)).json.publishedAt).toBe(at)
  const yesterday = await write()
  await publish(yesterday.id, { at: new Date(Date.now() - 3_600_000).toISOString() })
  expect(await listed()).toEqual([newest.slug, yesterday.slug, old.slug])
  expect(await sent()).toBeGreaterThan(before)
  expect((await admin.post(publication((await write()).id), { at: '1999-05-04T18:00:00Z' })).status).toBe(400)
})

test.each([
  ['no title', { title: '' }, 'title'],
  ['a title of two lines', { title: 'Spring\r\nBcc: a@b.example' }, 'title'],
  ['a long title', { title: 'x'.repeat(101) }, 'title'],
  ['an address with capitals', { slug: 'Spring' }, 'slug'],
  ['an address with a slash', { slug: 'a/b' }, 'slug'],
  ['an address that ends in a hyphen', { slug: 'a-' }, 'slug'],
  ['no summary', { summary: ' ' }, 'summary'],
  ['a long summary', { summary: 'x'.repeat(301) }, 'summary'],
  ['no text', { markdown: '' }, 'markdown'],
  ['a long text', { markdown: 'x'.repeat(20_001) }, 'markdown'],
])('[voice.40] %s is a 400 that names the field', async (_what, over, field) => {
  const { status, json } = await admin.post('/api/admin/news', { ...text, slug: 'fine', ...over })
  expect([status, Object.keys(json.fields)]).toEqual([400, [field]])
})

test.each([
  ['Spring season: 3 new modes!', 'spring-season-3-new-modes'],
  ['  Çà et là ', 'ca-et-la'],
  ['新しい', ''],
  ['x'.repeat(100), 'x'.repeat(80)],
])('[voice.40] the address suggested for %j is %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('[voice.41] a draft or scheduled item is a 404 to everybody else and in no list, feed or sitemap', async () => {
  await clear()
  const draft = await write({ slug: 'draft-item' })
  const scheduled = await write({ slug: 'scheduled-item' })
  expect(await publish(scheduled.id, { at: '2090-01-01T00:00:00Z' })).toMatchObject({
    state: 'scheduled',
    publishAt: '2090-01-01T00:00:00.000Z',
    wasPublished: false,
  })
  const takenBack = await write({ slug: 'taken-back-item' })
  await publish(takenBack.id)
  expect(await listed()).toEqual(['taken-back-item'])
  await admin.delete(publication(takenBack.id))
  for (const browser of [visitor(), await site.member(), admin])
    for (const { slug } of [draft, scheduled, takenBack])
      expect((await browser.get(`/api/news/${slug}`)).status).toBe(404)
  expect(await listed()).toEqual([])
  for (const url of ['/news/feed.xml', '/sitemap.xml'])
    expect((await site.app.inject(url)).body).not.toMatch(/(draft|scheduled|taken-back)-item/)
  for (const slug of ['nowhere', 'Not_A_Slug', 'a'.repeat(150)])
    expect((await visitor().get(`/api/news/${slug}`)).status).toBe(404)
})

test('[voice.42] a scheduled item is published at its time, once in however many processes, and audited', async () => {
  await clear()
  const item = await write({ slug: 'due-item' })
  await publish(item.id, { at: '2090-01-01T00:00:00Z' })
  expect(await publishDueNews(site.context)).toBe(0)
  await sql`UPDATE news SET publish_at = now() - interval '1 second' WHERE id = ${item.id}`.execute(
    site.database.sql,
  )
  const counts = await Promise.all([1, 2, 3].map(() => publishDueNews(site.context)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
  expect((await visitor().get('/api/news/due-item')).json).toMatchObject({
    title: text.title,
    html: '<p>It <strong>begins</strong> soon.</p>',
    author: { username: 'Editor' },
    editedAt: null,
  })
  expect((await auditEntriesOf(site, 'news')).at(-1)).toMatchObject({
    actor_name: 'schedule',
    action: 'news.publish',
    subject_id: item.id,
  })
})

const announcements = async (id: number) => {
  const { rows: fanouts } = await sql<object>`
    SELECT kind, audience, title, text, link FROM notification_fanouts WHERE event_key = ${`news:${id}`}
  `.execute(site.database.sql)
  const { rows: messages } = await sql<object>`
    SELECT kind, title, text, link FROM discord_messages WHERE event_key = ${`news:${id}`}
  `.execute(site.database.sql)
  return { fanouts, messages }
}

test('[voice.43] publishing queues one notification of all members and one message to Discord, however often it is repeated', async () => {
  const item = await write({ slug: 'told-once' })
  const event = { kind: 'news', title: text.title, text: text.summary, link: '/news/told-once' }
  expect(await announcements(item.id)).toEqual({ fanouts: [], messages: [] })
  const statuses = await Promise.all(
    [1, 2, 3, 4].map(async () => (await admin.post(publication(item.id), {})).status),
  )
  expect(statuses.sort()).toEqual([200, 409, 409, 409])
  const once = { fanouts: [{ ...event, audience: 'members' }], messages: [event] }
  expect(await announcements(item.id)).toEqual(once)
  await sql`DELETE FROM notification_fanouts`.execute(site.database.sql)
  await sql`DELETE FROM discord_messages`.execute(site.database.sql)
  await admin.delete(publication(item.id))
  await publish(item.id)
  expect(await announcements(item.id)).toEqual({ fanouts: [], messages: [] })
})

test('[voice.43] a publication that fails announces nothing', async () => {
  const item = await write({ slug: 'not-told' })
  await publish(item.id, { at: '2090-01-01T00:00:00Z' })
  await sql`UPDATE news SET publish_at = now() - interval '1 second' WHERE id = ${item.id}`.execute(
    site.database.sql,
  )
  const killed = site.database.sql.transaction().execute(async (transaction) => {
    const sameTransaction = { execute: (run: (inner: unknown) => unknown) => run(transaction) }
    const database = { sql: { transaction: () => sameTransaction } }
    expect(await publishDueNews({ ...site.context, database } as never)).toBe(1)
    throw new Error('killed before the commit')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await announcements(item.id)).toEqual({ fanouts: [], messages: [] })
  expect(await publishDueNews(site.context)).toBe(1)
  expect((await announcements(item.id)).fanouts).toHaveLength(1)
})

test('[voice.44] news are listed newest first, bounded, with a link to the next page', async () => {
  await clear()
  for (let number = 0; number < 12; number += 1) await publish((await write()).id)
  const slugs = await listed()
  expect(slugs).toHaveLength(12)
  const first = await visitor().get('/api/news')
  expect(first.json.map(({ slug }: { slug: string }) => slug)).toEqual(slugs.slice(0, 10))
  expect(first.json[0]).not.toHaveProperty('html')
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1]
  const second = await visitor().get(next!)
  expect(second.json.map(({ slug }: { slug: string }) => slug)).toEqual(slugs.slice(10))
  expect((await visitor().get('/api/news?limit=51')).status).toBe(400)
  // Published again, it is the newest.
  const { rows } = await sql<{ id: number }>`SELECT id FROM news WHERE slug = ${slugs[5]}`.execute(
    site.database.sql,
  )
  await admin.delete(publication(rows[0]!.id))
  await publish(rows[0]!.id)
  expect((await listed())[0]).toBe(slugs[5])
})

test('[voice.44] a change of a published item is shown as edited, and the author’s account may go', async () => {
  const author = await memberWithRank(site, 'Manager')
  const { json: item } = await author.post('/api/admin/news', { ...text, slug: 'edited-item' })
  await publish(item.id)
  await admin.patch(`/api/admin/news/${item.id}`, { markdown: 'It *ended*.' })
  await sql`DELETE FROM users WHERE id = ${author.user.id}`.execute(site.database.sql)
  const { json } = await visitor().get('/api/news/edited-item')
  expect(json).toMatchObject({ html: '<p>It <em>ended</em>.</p>', author: { username: 'Vulx Staff' } })
  expect(Date.parse(json.editedAt)).toBeGreaterThanOrEqual(Date.parse(json.publishedAt))
})

const nextOf = (headers: { link?: unknown }) => /^<(.+)>; rel="next"$/.exec(String(headers.link))?.[1]

test('[inputs.53] a list of news reads on after the item that it ended with was taken back or deleted', async () => {
  await clear()
  const ids: number[] = []
  for (let n = 0; n < 8; n += 1) ids.push((await publish((await write()).id)).id)
  const idsOf = async (path: string) => (await visitor().get(path)).json.map(({ id }: { id: number }) => id)
  const [first = 0, , third = 0] = [...ids].reverse()
  expect(await idsOf(`/api/news?before=${first}&limit=3`)).toEqual(ids.slice(4, 7).reverse())
  const page = await visitor().get('/api/news?limit=3')
  const next = nextOf(page.headers)
  expect(page.json.at(-1).id).toBe(third)
  expect((await admin.delete(publication(third))).status).toBe(200)
  const behind = ids.slice(2, 5).reverse()
  expect(await idsOf(String(next))).toEqual(behind)
  expect(await idsOf(`/api/news?before=${third}&limit=3`)).toEqual(behind)
  expect((await admin.delete(`/api/admin/news/${third}`)).status).toBe(204)
  expect(await idsOf(String(next))).toEqual(behind)
  expect(await idsOf(`/api/news?before=${third}&limit=3`)).toEqual(behind)
  for (const before of ['x', '1.', '.1', '1.0', '1.2147483648', '1.1.1', '-1.1'])
    expect((await visitor().get(`/api/news?before=${before}`)).status, before).toBe(400)
})

test("[inputs.53] any page's cursor reads on after any deletion: nothing that stays is missed or shown twice", async () => {
  await assert(
    asyncProperty(
      integer({ min: 1, max: 4 }),
      array(boolean(), { minLength: 7, maxLength: 7 }),
      array(boolean(), { minLength: 7, maxLength: 7 }),
      async (limit, isGone, isMoved) => {
        await clear()
        const ids: number[] = []
        for (let n = 0; n < 7; n += 1) ids.push((await write()).id)
        // Published in another order than they were written.
        const order = [...ids.filter((_, n) => isMoved[n]), ...ids.filter((_, n) => !isMoved[n])]
        for (const id of order) await publish(id)
        const read: number[] = []
        for (let path: string | undefined = `/api/news?limit=${limit}`; path !== undefined; ) {
          const page: { json: { id: number }[]; headers: object } = await visitor().get(path)
          read.push(...page.json.map(({ id }) => id))
          const last = read.at(-1)
          if (last !== undefined && isGone[ids.indexOf(last)]) await admin.delete(`/api/admin/news/${last}`)
          path = nextOf(page.headers)
        }
        expect(read).toEqual([...order].reverse())
      },
    ),
    { numRuns: 12 },
  )
})
