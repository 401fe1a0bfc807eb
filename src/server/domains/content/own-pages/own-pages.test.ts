import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { ownPageLimits } from '../../../../contract/content/own-pages.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { sweepDeletedPages } from '../settings/queries.ts'

let site: TestApp
let admin: TestBrowser

const ranked = async (rank: Rank) => {
  const browser = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}
beforeAll(async () => {
  site = await testApp({ visitorCaches: true, environment: { RATE_LIMITS: 'off' } })
  admin = await ranked('Admin')
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM settings_revisions`.execute(site.database.sql)
  await site.context.live.publish('settings', {})
  await vi.waitFor(() => expect([...site.content.current().ownPages]).toEqual([]), {
    timeout: 60_000,
    interval: 20,
  })
})

const about = { title: 'About {site}', description: null, text: 'We are **{short}**.', isPublished: true }
const draft = { ...about, isPublished: false }
const save = (slug: string, value: unknown, { base = null as number | null, by = admin } = {}) =>
  by.put(`/api/admin/settings/page.${slug}`, { value, base })
const undo = (slug: string, to: number | null, by = admin) =>
  by.post(`/api/admin/settings/page.${slug}/undo`, { to })
const show = (slug: string, by = site.browser()) => by.get(`/api/content/pages/${slug}`)
const scopes = async () =>
  (await admin.get('/api/admin/settings')).json.scopes
    .map(({ scope }: { scope: string }) => scope)
    .filter((scope: string) => scope.startsWith('page.'))
const stored = async () =>
  (await sql<{ scope: string }>`SELECT scope FROM settings_revisions ORDER BY id`.execute(site.database.sql))
    .rows

describe('refused', () => {
  test('[settings.86] Only admins make, change and delete pages of the network’s own', async () => {
    await save('about', about)
    const before = await stored()
    for (const [by, status] of [
      [site.browser(), 401],
      [await ranked('Member'), 403],
      [await ranked('Product Staff'), 403],
    ] as const) {
      expect((await save('other', about, { by })).status).toBe(status)
      expect((await undo('about', null, by)).status).toBe(status)
      expect((await by.get('/api/admin/settings/page.about/revisions')).status).toBe(status)
    }
    expect(await stored()).toEqual(before)
  })

  test.each(['Rules', ' ', 'a--b', '-a', 'a/b', 'ä', 'a'.repeat(ownPageLimits.slug + 1), ''])(
    '[settings.86] %j is no address of a page: 404',
    async (slug) => {
      expect((await save(encodeURIComponent(slug), about)).status).toBe(404)
      for (const by of [undefined, admin]) expect((await show(encodeURIComponent(slug), by)).status).toBe(404)
      expect(await stored()).toEqual([])
    },
  )

  test('[settings.87] An address that is taken or kept for the site itself is a 409', async () => {
    expect((await save('about', about)).status).toBe(200)
    const taken = await save('about', draft)
    expect([taken.status, taken.json.message]).toEqual([409, 'There is already a page at this address'])
    for (const slug of ['admin', 'rules', 'setup', 'new']) expect((await save(slug, about)).status).toBe(409)
    expect(await stored()).toHaveLength(1)
  })

  test('[settings.87] The 51st page is a 409, also for two who make the 50th at once, and for one that is brought back', async () => {
    await sql`
      INSERT INTO settings_revisions (scope, value, base)
      SELECT 'page.p' || n, ${JSON.stringify(about)}::jsonb, 0 FROM generate_series(1, 49) AS n
    `.execute(site.database.sql)
    const both = await Promise.all([save('one', about), save('two', about)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await save('p1', draft, { base: await newest('p1') })).status).toBe(200)
    expect((await undo('p1', null)).status).toBe(200)
    expect((await save('three', about)).status).toBe(200)
    const back = await undo('p1', await newest('p1', 'value IS NOT NULL'))
    expect([back.status, back.json.message]).toEqual([409, 'There are 50 pages. Delete one to make another.'])
  })

  test.each([
    ['no title', { ...about, title: ' ' }, 'title'],
    ['a title of two lines', { ...about, title: 'a\nb' }, 'title'],
    ['no text', { ...about, text: '' }, 'text'],
    ['a text that is too long', { ...about, text: 'x'.repeat(20_001) }, 'text'],
    ['a text that takes too long', { ...about, text: '> '.repeat(30) }, 'text'],
    ['an unknown placeholder', { ...about, text: 'Hi {nobody}' }, 'text'],
    ['an unknown key', { ...about, script: 'x' }, 'script'],
    ['neither draft nor published', { ...about, isPublished: 'yes' }, 'isPublished'],
  ])('[settings.86] %s is a 400 that names the field, and stores nothing', async (_what, value, field) => {
    const response = await save('about', value)
    expect([response.status, Object.keys(response.json.fields)]).toEqual([400, [field]])
    expect(await stored()).toEqual([])
  })
})

const newest = async (slug: string, where = 'true') =>
  (
    await sql<{ id: number }>`
      SELECT max(id) AS id FROM settings_revisions WHERE scope = ${`page.${slug}`} AND ${sql.raw(where)}
    `.execute(site.database.sql)
  ).rows[0]!.id

test('[settings.88] A published page is shown to everybody at once, its Markdown as in news and raw HTML as text', async () => {
  expect((await show('about')).status).toBe(404)
  await save('about', {
    ...about,
    text: '# We\n\n<script>alert(1)</script> [x](javascript:alert(1)) ![p](https://x.example/p.png)',
  })
  const { status, json } = await show('about')
  expect([status, json.title, json.isPublished]).toEqual([200, 'About Vulx Network', true])
  expect(json.html).toContain('<h2>We</h2>')
  expect(json.html).toContain('&lt;script&gt;')
  expect(json.html).not.toMatch(/<script|javascript:|<img/)
  await save('about', about, { base: await newest('about') })
  expect((await show('about')).json.html).toBe('<p>We are <strong>Vulx</strong>.</p>')
})

test('[settings.89] A draft is a 404 to everybody but admins, and not in the sitemap', async () => {
  const sitemap = async () => (await site.browser().get('/sitemap.xml')).text
  await save('about', draft)
  for (const by of [site.browser(), await ranked('Member'), await ranked('Product Staff')])
    expect((await show('about', by)).status).toBe(404)
  expect((await show('about', admin)).json.isPublished).toBe(false)
  expect(await sitemap()).not.toContain('/p/about')
  await save('about', about, { base: await newest('about') })
  expect((await show('about')).status).toBe(200)
  expect(await sitemap()).toContain('/p/about</loc>')
  await undo('about', null)
  expect((await show('about')).status).toBe(404)
  expect(await sitemap()).not.toContain('/p/about')
})

test('[settings.90] A deleted page is a 404, can be brought back for 90 days, and its address can be used again', async () => {
  expect((await undo('never', null)).status).toBe(404)
  await save('about', about)
  const first = await newest('about')
  expect((await undo('about', null)).status).toBe(200)
  expect([await scopes(), (await show('about', admin)).status]).toEqual([[], 404])
  expect((await undo('about', first)).status).toBe(200)
  expect([await scopes(), (await show('about')).status]).toEqual([['page.about'], 200])
  await undo('about', null)
  expect((await save('about', { ...about, title: 'Again' })).status).toBe(200)
  expect((await show('about')).json.title).toBe('Again')

  await save('gone', about)
  await undo('gone', null)
  const later = (days: number) =>
    sql`UPDATE settings_revisions SET at = now() - make_interval(days => ${days})`.execute(site.database.sql)
  await later(89)
  await sweepDeletedPages(site.database.sql)
  expect(await stored()).toContainEqual({ scope: 'page.gone' })
  await later(91)
  await sweepDeletedPages(site.database.sql)
  expect(new Set((await stored()).map(({ scope }) => scope))).toEqual(new Set(['page.about']))
})

test('[settings.08] Each change of a page is an entry of the audit log, which names its address', async () => {
  await save('about', about)
  const { rows } = await sql`SELECT action, after FROM audit_log ORDER BY id DESC LIMIT 1`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([
    { action: 'setting.save', after: { setting: 'page', slug: 'about', revision: await newest('about') } },
  ])
})

test('[settings.10] A page that a release cannot read is not shown, and is named', async () => {
  await sql`
    INSERT INTO settings_revisions (scope, value, base) VALUES ('page.odd', '{"title":1}', 0), ('page.UPPER', '1', 0)
  `.execute(site.database.sql)
  await site.context.live.publish('settings', {})
  await vi.waitFor(async () => expect(await scopes()).toEqual(['page.odd']), {
    timeout: 60_000,
    interval: 20,
  })
  const odd = (await admin.get('/api/admin/settings')).json.scopes.at(-1)
  expect([odd.source, odd.problem]).toEqual(['shipped', expect.stringContaining('title')])
  expect((await show('odd', admin)).status).toBe(404)
})
