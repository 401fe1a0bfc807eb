import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { shippedFooter, shippedHeader, siteParts } from '../../../../contract/content/navigation.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'

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
  await vi.waitFor(
    () =>
      expect([site.content.current().navigation, site.content.current().ownPages.size]).toEqual([
        { off: [] },
        0,
      ]),
    { timeout: 60_000, interval: 20 },
  )
})

let base: number | null = null
beforeEach(() => {
  base = null
})
async function save(value: unknown, by = admin) {
  const response = await by.put('/api/admin/settings/navigation', { value, base })
  if (response.status === 200) base = response.json.revision
  return response
}
const home = { label: 'Home', to: '/' }
const value = (more: object = {}) => ({ header: [home], footer: [home], off: [], ...more })
const stored = async () =>
  (await sql`SELECT value FROM settings_revisions WHERE scope = 'navigation'`.execute(site.database.sql)).rows

describe('refused', () => {
  test('[settings.92] Only admins change the navigation', async () => {
    expect((await save(value(), site.browser())).status).toBe(401)
    for (const rank of ['Member', 'Product Staff'] as const)
      expect((await save(value(), await ranked(rank))).status).toBe(403)
    expect(await stored()).toEqual([])
  })

  const many = (length: number) => Array.from({ length }, () => home)
  test.each([
    ...[
      'javascript:alert(1)',
      'http://x.example/',
      'https://',
      'https://a@b.example/',
      '//x.example',
      '/admin',
    ].map((to) => [to, { header: [{ label: 'x', to }] }, 'header.0.to'] as const),
    ['/p/ and no address', { footer: [{ label: 'x', to: '/p/No' }] }, 'footer.0.to'],
    ['no label', { header: [{ label: ' ', to: '/' }] }, 'header.0.label'],
    ['eleven entries in the header', { header: many(11) }, 'header'],
    ['25 entries in the footer', { footer: many(25) }, 'footer'],
    ['a part that cannot be off', { off: ['rules'] }, 'off.0'],
    ['an unknown key', { style: 'x' }, 'style'],
  ] as const)(
    '[settings.92] %s is a 400 that names the field, and stores nothing',
    async (_what, more, field) => {
      const response = await save(value(more))
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, [field]])
      expect(await stored()).toEqual([])
    },
  )
})

test('[settings.93] Nothing is sent with pages while nothing was set, and the setting has what ships', async () => {
  const { navigation, off } = site.content.site()
  expect([navigation, off]).toEqual([undefined, undefined])
  const { scopes } = (await admin.get('/api/admin/settings')).json
  const setting = scopes.find(({ scope }: { scope: string }) => scope === 'navigation')
  expect(setting).toMatchObject({
    source: 'shipped',
    value: { header: shippedHeader, footer: shippedFooter, off: [] },
  })
})

test('[settings.94] Header and footer are pages, own pages and https links in any order; a draft or deleted page is left out', async () => {
  const about = { title: 'About', description: null, text: 'Us.', isPublished: false }
  const made = await admin.put('/api/admin/settings/page.about', { value: about, base: null })
  const outside = { label: 'Map of {short}', to: 'https://map.example/?a=1' }
  const own = { label: 'About', to: '/p/about' }
  const header = [outside, own, { label: 'None', to: '/p/none' }, home]
  const tenth = Array.from({ length: 10 - header.length }, () => home)
  expect((await save(value({ header: [...header, ...tenth] }))).status).toBe(200)
  const shown = () => site.content.site().navigation?.header.slice(0, -tenth.length)
  const filled = { ...outside, label: 'Map of Vulx' }
  expect(shown()).toEqual([filled, home])
  await admin.put('/api/admin/settings/page.about', {
    value: { ...about, isPublished: true },
    base: made.json.revision,
  })
  expect(shown()).toEqual([filled, own, home])
})

describe('[settings.95] a part that is switched off', () => {
  const calls: Record<(typeof siteParts)[number], readonly (readonly [string, string, object?])[]> = {
    shop: [['GET', '/api/content/shop']],
    events: [
      ['GET', '/api/events'],
      ['GET', '/api/events/1'],
      ['POST', '/api/events/1/register', {}],
    ],
    social: [
      ['GET', '/api/posts'],
      ['GET', '/api/posts/1'],
      ['GET', '/api/posts/1/comments'],
      ['POST', '/api/posts', { content: 'Hello' }],
      ['POST', '/api/posts/1/comments', { content: 'Hello' }],
      ['POST', '/api/posts/1/reactions', { type: 'like' }],
    ],
    apply: [['POST', '/api/staff-applications', {}]],
    status: [['GET', '/api/status/history']],
  }
  const offMessage = 'This part of the site is switched off'

  test.each(siteParts)(
    '%s: its calls are a 404, it is in no list of links and not in the sitemap',
    async (part) => {
      const member = await site.member()
      const outcomes = () =>
        Promise.all(
          calls[part].map(
            async ([method, path, body]) => (await member.send(method, path, { body })).json?.message,
          ),
        )
      expect(await outcomes()).not.toContain(offMessage)
      const links = {
        footer: [
          ...shippedFooter,
          { label: 'Feed', to: '/social' },
          { label: 'Apply', to: '/apply' },
          { label: 'Status', to: '/status' },
        ],
      }
      expect((await save({ header: shippedHeader, ...links, off: [part] })).status).toBe(200)
      expect(new Set(await outcomes())).toEqual(new Set([offMessage]))
      const [[method, path, body] = ['GET', '/']] = calls[part]
      const visitor = await site.browser().send(method, path, { body })
      expect(visitor.status).toBe(method === 'GET' ? 404 : 401)
      const { navigation, off } = site.content.site()
      expect(off).toEqual([part])
      expect(JSON.stringify(navigation)).not.toContain(`"/${part}"`)
      const sitemap = (await site.browser().get('/sitemap.xml')).text
      expect(sitemap).not.toMatch(new RegExp(`/${part === 'shop' ? '(?:shop|rank-perks)' : part}<`))
      expect(sitemap).toContain('/rules<')
    },
  )

  test('staff go on preparing it, and it is there again once it is on', async () => {
    await save(value({ off: [...siteParts] }))
    const event = { title: 'Cup', description: 'A cup', startDate: '2090-01-05T16:04:00.000Z' }
    expect((await admin.post('/api/events', event)).status).toBe(201)
    expect((await admin.get('/api/admin/events')).status).toBe(200)
    expect((await admin.get('/api/staff-applications')).status).toBe(200)
    expect((await admin.get('/api/events')).status).toBe(404)
    await admin.post('/api/admin/settings/navigation/undo', { to: null })
    expect((await site.browser().get('/api/events')).status).toBe(200)
    expect((await site.browser().get('/sitemap.xml')).text).toContain('/shop<')
  })
})
