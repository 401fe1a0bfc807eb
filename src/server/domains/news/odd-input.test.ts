import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newsLimits } from '../../../contract/news/news.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../events/testing/event-setup.ts'
import { publishDueNews } from './publish-due.ts'

let site: TestApp
let admin: TestBrowser
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  admin = await memberWithRank(site, 'Admin', 'Editor')
})
afterAll(() => site.close())

const text = { title: 'Spring season', summary: 'It begins on Monday.', markdown: 'It **begins** soon.' }
const write = (slug: string, over: object = {}) => admin.post('/api/admin/news', { ...text, slug, ...over })

test('[voice.40] [voice.43] publishing, scheduling, changing, taking back and deleting at once: one order, one notification', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id } = (await write(`race-${round}`)).json
    const path = `/api/admin/news/${id}`
    const due = () =>
      sql`UPDATE news SET publish_at = now() - interval '1 second' WHERE id = ${id} AND published_at IS NULL
        AND publish_at IS NOT NULL`.execute(site.database.sql)
    const calls = [
      () => admin.post(`${path}/publication`, {}),
      () => admin.post(`${path}/publication`, { at: '2090-01-01T00:00:00Z' }),
      () => admin.delete(`${path}/publication`),
      () => admin.patch(path, { title: `Round ${round}` }),
      () => admin.post(`${path}/publication`, {}),
      () => admin.delete(`${path}/publication`),
      ...(round % 2 === 0 ? [] : [() => admin.delete(path)]),
    ]
    const first = round % calls.length
    const responses = Promise.all([...calls.slice(first), ...calls.slice(0, first)].map((call) => call()))
    await Promise.all([due(), publishDueNews(site.context), publishDueNews(site.context)])
    for (const { status } of await responses) expect([200, 204, 404, 409]).toContain(status)
    await publishDueNews(site.context)
    const { rows } = await sql<{ version: number; wasAnnounced: boolean }>`
      SELECT version, announced_at IS NOT NULL AS "wasAnnounced" FROM news WHERE id = ${id}
    `.execute(site.database.sql)
    const { rows: fanouts } = await sql`
      SELECT FROM notification_fanouts WHERE event_key = ${`news:${id}`}
    `.execute(site.database.sql)
    const entries = (await auditEntriesOf(site, 'news')).filter(({ subject_id }) => subject_id === id)
    if (rows[0] === undefined) {
      expect(entries.at(-1)?.action).toBe('news.delete')
      expect((await site.browser().get(`/api/news/race-${round}`)).status).toBe(404)
      continue
    }
    expect(fanouts).toHaveLength(rows[0].wasAnnounced ? 1 : 0)
    expect(rows[0].version).toBeGreaterThanOrEqual(entries.length)
  }
})

test('[voice.40] the same address at the same time belongs to one item', async () => {
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => write('wanted')))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 409, 409, 409])
})

test.each([
  ['a title of invisible letters', { title: '\u200b\u200b\u200b\u200b' }, 'title'],
  ['a title with a line separator of Unicode', { title: 'Spring\u2028season' }, 'title'],
  ['half a letter', { title: 'Spring \ud83d season' }, 'title'],
  ['half a letter in the text', { markdown: 'Spring \udc00' }, 'markdown'],
  ['a text with NUL', { markdown: 'a\u0000b' }, 'markdown'],
  ['an address with a line break at its end', { slug: 'fine\n\u0000' }, 'slug'],
  ['an address with letters that look like others', { slug: 'sprіng' }, 'slug'],
  ['an address that climbs', { slug: '..%2fadmin' }, 'slug'],
  ['a title that is a list', { title: ['Spring season'] }, 'title'],
  ['a text that is an object', { markdown: { toString: 'x' } }, 'markdown'],
  ['quotes in quotes', { markdown: '>'.repeat(20_000) }, 'markdown'],
])('[voice.40] %s is a 400 that names the field', async (_what, over, field) => {
  const { status, json } = await write('odd', over)
  expect([status, Object.keys(json.fields ?? {})]).toEqual([400, [field]])
})

test('[voice.40] the longest text of the widest letters is stored as it is', async () => {
  const markdown = '🦊'.repeat(newsLimits.markdown)
  const { status, json } = await write('widest', { markdown })
  expect(status).toBe(201)
  expect(json.markdown === markdown).toBe(true)
})

test('[voice.41] odd paths of news are a 404 or 400, never an item', async () => {
  const { id } = (await write('odd-paths')).json
  await admin.post(`/api/admin/news/${id}/publication`, {})
  for (const slug of [
    'ODD-PATHS',
    'odd-paths%00',
    'odd-paths%0a',
    'odd-paths%2f',
    '%ff',
    '..',
    'a'.repeat(5_000),
  ])
    expect([400, 404, 414]).toContain((await site.browser().get(`/api/news/${slug}`)).status)
  for (const query of ['before=0', 'before=-1', 'before=99999999999', 'before=x', 'limit=0', 'limit=1e3'])
    expect((await site.browser().get(`/api/news?${query}`)).status, query).toBe(400)
  expect((await site.browser().get('/api/news?before=2147483647')).json).toEqual(
    (await site.browser().get('/api/news')).json,
  )
  for (const at of [
    'soon',
    '1999-01-01T00:00:00Z',
    '9999-01-01T00:00:00Z',
    '2090-01-01',
    4_102_444_800,
    null,
  ])
    expect((await admin.post(`/api/admin/news/${id}/publication`, { at })).status, String(at)).toBe(400)
})
