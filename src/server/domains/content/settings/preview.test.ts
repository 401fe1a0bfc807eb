import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { contentEndpoints } from '../../../../contract/content/content-endpoints.ts'
import { shippedLook } from '../../../../contract/content/look.ts'
import { settingFacts, settingScopes } from '../../../../contract/content/settings.ts'
import type { RenderPage } from '../../../platform/http/pages.ts'
import { dataUrlOf } from '../../../testing/pictures.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { sweepPreviews } from './queries.ts'

// A page that says what it was given and what the API says while it is rendered.
const render: RenderPage = async (_request, { site, viewer, nonce, call }) => {
  const { guidelines } = await call(contentEndpoints.guidelines, {})
  const parts = [viewer?.username, site.name, site.notice, site.announcement?.text, guidelines[0]?.title]
  const shownLook = site.look === undefined ? '' : `<!--${JSON.stringify(site.look)}-->`
  return new Response(`${shownLook}<script nonce="${nonce}"></script>${parts.join('|')}`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}

let site: TestApp
type Staff = Awaited<ReturnType<TestApp['member']>>
let admin: Staff
let owner: Staff

const ranked = async (rank: Rank) => {
  const browser = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}
beforeAll(async () => {
  site = await testApp({ render, visitorCaches: true, environment: { RATE_LIMITS: 'off' } })
  admin = await ranked('Admin')
  owner = await ranked('Owner')
})
afterAll(() => site.close())
beforeEach(() => sql`DELETE FROM setting_previews`.execute(site.database.sql))

const preview = (scope: string, value: unknown, by: TestBrowser = admin) =>
  by.post(`/api/admin/settings/${scope}/preview`, { value })
const hello = { text: 'Hello {site}', link: null }
const kind = { guidelines: [{ title: 'Be kind to {site}', text: 'Always.' }] }
const identity = { name: 'Ember Arena', shortName: 'Ember', host: 'play.example', port: 19_132 }

/** What a page says without the nonce: viewer, name, notice, announcement, guideline. */
const look = async (by: TestBrowser, token?: string) => {
  const { text } = await by.get(token === undefined ? '/' : `/?preview=${token}`)
  return text.slice(text.indexOf('</script>') + 9).split('|')
}
/** The look that a page was given; undefined for the shipped one. */
const lookShown = async (by: TestBrowser, token?: string) => {
  const { text } = await by.get(token === undefined ? '/' : `/?preview=${token}`)
  const [, json] = /<!--(.*?)-->/.exec(text) ?? []
  return json === undefined ? undefined : JSON.parse(json)
}
const rows = async () =>
  (
    await sql<{ scope: string }>`SELECT scope FROM setting_previews ORDER BY expires_at`.execute(
      site.database.sql,
    )
  ).rows

describe('refused', () => {
  test('[settings.80] Only who may change a setting makes a preview of it, and no preview is stored for others', async () => {
    expect((await preview('announcement', hello, site.browser())).status).toBe(401)
    for (const rank of ['Member', 'Product Staff'] as const)
      expect((await preview('announcement', hello, await ranked(rank))).status).toBe(403)
    expect((await preview('identity', identity)).status).toBe(403)
    expect((await preview('colours', {})).status).toBe(404)
    expect(await rows()).toEqual([])
  })

  test.each([
    ['announcement', { ...hello, colour: 'red' }, 'colour'],
    ['announcement', { text: 'Hi', link: 'javascript:alert(1)' }, 'link'],
    ['rules', null, 'value'],
  ])(
    '[settings.80] A value of %s that could not be saved is a 400 that names the field',
    async (scope, value, field) => {
      const response = await preview(scope, value)
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, [field]])
      expect(await rows()).toEqual([])
    },
  )
})

test('[settings.81] A preview is seen on the page by the browser that made it, before anything is saved', async () => {
  const made = await preview('announcement', hello)
  expect(made.status).toBe(201)
  expect(Date.parse(made.json.expiresAt) - Date.now()).toBeGreaterThan(9 * 60_000)
  expect(Date.parse(made.json.expiresAt) - Date.now()).toBeLessThan(10 * 60_000 + 5_000)
  const [saved] = [await look(admin)]
  const shown = await look(admin, made.json.token)
  expect(shown).toEqual([
    admin.user.username,
    saved?.[1],
    'Preview: this is not saved, and only you see it.',
    `Hello ${saved?.[1]}`,
    saved?.[4],
  ])
  expect((await sql`SELECT FROM settings_revisions`.execute(site.database.sql)).rows).toEqual([])
  const { rows: stored } = await sql<{
    text: string
  }>`SELECT setting_previews::text AS text FROM setting_previews`.execute(site.database.sql)
  expect(stored[0]?.text).not.toContain(made.json.token)

  const guidelines = (await preview('guidelines', kind)).json.token
  expect((await look(admin, guidelines))[4]).toBe(`Be kind to ${saved?.[1]}`)
  const name = (await preview('identity', identity, owner)).json.token
  expect((await look(owner, name))[1]).toBe('Ember Arena')
  expect((await look(owner))[1]).toBe(saved?.[1])
})

test('[settings.82] Nobody else sees a preview: no other browser, no visitor, no page or response that is cached', async () => {
  const saved = (await look(site.browser())).slice(1)
  const { token } = (await preview('guidelines', kind)).json
  const other = site.browser()
  await other.post('/api/login', { username: admin.user.username, password })
  const ended = 'This preview has ended. The page is as it is saved.'
  for (let n = 0; n < 2; n += 1) {
    expect((await look(admin, token))[4]).toContain('Be kind')
    expect((await look(site.browser(), token)).slice(1)).toEqual(saved)
    expect((await look(site.browser())).slice(1)).toEqual(saved)
    expect((await look(await site.member(), token)).slice(1)).toEqual(saved)
    for (const by of [other, owner])
      expect((await look(by, token)).slice(2)).toEqual([ended, saved[2], saved[3]])
    for (const by of [admin, owner, site.browser()])
      expect((await by.get('/api/content/guidelines')).json.guidelines[0].title).toBe(saved[3])
  }
})

test('[settings.83] A preview ends after ten minutes, with its browser’s session and with the rank, and is then removed', async () => {
  const leaver = await ranked('Admin')
  const { token } = (await preview('guidelines', kind, leaver)).json
  await sql`UPDATE users SET rank = 'Member' WHERE id = ${leaver.user.id}`.execute(site.database.sql)
  expect((await look(leaver, token))[4]).not.toContain('Be kind')
  await leaver.post('/api/logout')
  expect(await rows()).toEqual([])

  const late = (await preview('guidelines', kind)).json.token
  await sql`UPDATE setting_previews SET expires_at = now()`.execute(site.database.sql)
  expect((await look(admin, late))[2]).toContain('This preview has ended')
  await sweepPreviews(site.database.sql)
  expect(await rows()).toEqual([])
})

test('[settings.83] A browser has 20 previews at once: further ones end the oldest', async () => {
  const first = (await preview('guidelines', kind)).json.token
  await sql`UPDATE setting_previews SET expires_at = now() + interval '5 minutes'`.execute(site.database.sql)
  for (let n = 0; n < 20; n += 1) await preview('guidelines', kind)
  expect(await rows()).toHaveLength(20)
  expect((await look(admin, first))[2]).toContain('This preview has ended')
})

test('[settings.79] A preview of a look shows a picture that is not saved, to who made it alone; one that is not there is a 400, and everybody else sees what is saved', async () => {
  const missing = { picture: 'a'.repeat(64), alt: 'A', x: 1, y: 1 }
  const refused = await preview('look', { ...shippedLook, hero: missing })
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['hero.picture']])
  expect(await rows()).toEqual([])

  const send = async (kind: string, width: number, height: number) => {
    const png = await sharp({ create: { width, height, channels: 3, background: '#41c7f4' } })
      .png()
      .toBuffer()
    return (await admin.put(`/api/admin/settings/pictures/${kind}`, { image: dataUrlOf(png) })).json
  }
  const [logo, hero] = [await send('logo', 200, 200), await send('hero', 1_600, 900)]
  const value = {
    ...shippedLook,
    accent: '#41c7f4',
    logo: logo.picture,
    hero: { picture: hero.picture, alt: 'Our harbour', x: 20, y: 80 },
  }
  const icon = async () => (await site.app.inject('/icon-192.png')).rawPayload
  const savedIcon = await icon()
  const { token } = (await preview('look', value)).json
  expect(await lookShown(admin, token)).toMatchObject({
    logo: logo.url,
    hero: { url: hero.url, alt: 'Our harbour', x: 20, y: 80 },
  })
  for (const { url } of [logo, hero]) expect((await site.app.inject(url)).statusCode).toBe(200)
  for (const by of [owner, site.browser()]) expect(await lookShown(by, token)).toBeUndefined()
  expect(await lookShown(admin)).toBeUndefined()
  expect(await icon()).toEqual(savedIcon)
  expect((await sql`SELECT FROM settings_revisions`.execute(site.database.sql)).rows).toEqual([])
})

test('[settings.84] A preview is stored nowhere, is no page to search engines, and is framed by this site alone', async () => {
  const { token } = (await preview('announcement', hello)).json
  const { headers } = await admin.get(`/?preview=${token}`)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-frame-options': 'SAMEORIGIN',
  })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect((await admin.get(`/?preview=${token}`)).text).toContain('<script')
  expect((await admin.get(`/?preview=${token}&picture`)).text).not.toContain('<script')
  expect((await admin.get('/?picture')).text).toContain('<script')
  const usual = (await admin.get('/')).headers
  expect(usual).toMatchObject({ 'x-frame-options': 'DENY' })
  expect(usual['x-robots-tag']).toBeUndefined()
  expect(usual['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('[settings.81] The preview of a page that members are led away from is rendered as visitors see it', async () => {
  const words = (await admin.get('/api/admin/settings')).json.scopes.find(
    ({ scope }: { scope: string }) => scope === 'words.auth',
  )
  const { token } = (await preview('words.auth', words.value)).json
  expect((await look(admin, token))[0]).toBe('')
})

test('[settings.81] Each setting has a page where it is seen', () => {
  for (const scope of settingScopes) expect(settingFacts(scope).paths[0]).toMatch(/^\//)
})
