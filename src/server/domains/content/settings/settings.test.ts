import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { paletteOf, shippedLook } from '../../../../contract/content/look.ts'
import { maxRevisions, ownersScopes, settingScopes } from '../../../../contract/content/settings.ts'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import { PagesContent } from '../../../../contract/content/words-schemas.ts'
import { eventCalendarPath } from '../../../../contract/events/events.ts'
import { createLogger } from '../../../platform/logs/logger.ts'
import { rootDir } from '../../../store.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { loadRanks } from '../../accounts/ranks/rank-store.ts'
import { contentFiles } from '../content.ts'
import { fileHash, isNewestFile } from '../shipped-files.ts'
import { exportSettings, importSettings } from './files.ts'
import { lockRevisions } from './queries.ts'

/** Addresses that were pinged. */
const asked: string[] = []
const heavy = '*a_ '.repeat(4_000)
const menu = (label: string) => ({ header: [{ label, to: '/rules' }], footer: [], off: [] })
const page = (title: string, text: string) => ({ title, description: null, text, isPublished: true })
const named = (name: string) => ({ name, shortName: 'Ember', host: 'play.ember.example', port: 19_132 })
const legalWith = (text: string) => ({
  privacy: '# Privacy',
  terms: `# Terms\n\n${text}`,
  cookies: '# Cookies',
})

let site: TestApp
let owner: TestBrowser
let admin: TestBrowser

const ranked = async (rank: Rank, on = site) => {
  const browser = await on.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(on.database.sql)
  return browser
}

beforeAll(async () => {
  site = await testApp({
    environment: { RATE_LIMITS: 'off' },
    gateways: {
      ownAddress: async () => undefined,
      async ping({ host, port }) {
        asked.push(`${host}:${port}`)
        return host === '127.0.0.1'
          ? { latencyMs: 5, playerCount: 3, maxPlayers: null, version: null, motd: 'secret' }
          : undefined
      },
    },
  })
  owner = await ranked('Owner')
  admin = await ranked('Admin')
})
afterAll(() => site.close())

const stored = async (on = site) =>
  (
    await sql<{ scope: string }>`SELECT scope, value FROM settings_revisions ORDER BY id`.execute(
      on.database.sql,
    )
  ).rows
/** As after a new start: nothing was saved. */
beforeEach(async () => {
  await sql`DELETE FROM settings_revisions`.execute(site.database.sql)
  await site.context.live.publish('settings', {})
  await vi.waitFor(
    async () => expect((await settings()).filter(({ revision }) => revision !== null)).toEqual([]),
    { timeout: 60_000, interval: 20 },
  )
})

const settings = async (by = owner): Promise<Setting[]> => (await by.get('/api/admin/settings')).json.scopes
const setting = async (scope: string, by = owner) => (await settings(by)).find((one) => one.scope === scope)!
const save = (scope: string, value: unknown, base: number | null = null, by = owner) =>
  by.put(`/api/admin/settings/${scope}`, { value, base })
const undo = (scope: string, to: number | null, by = owner) =>
  by.post(`/api/admin/settings/${scope}/undo`, { to })

/** The same value with the keys of every object in the opposite order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, reversed(one)]),
  )
}

const hello = { text: 'Hello {site}', link: null }
const identity = { name: 'Ember Arena', shortName: 'Ember', host: 'play.ember.example', port: 19_133 }

describe('who may', () => {
  test('[settings.01] Only admins see and change settings; the identity is shown to Managers and Owners, and changed by Owners alone', async () => {
    const people = [
      [site.browser(), 401, 401],
      ...(await Promise.all(
        shippedRanks.map(async (rank) => {
          const isAdmin = ['Admin', 'Manager', 'Owner'].includes(rank)
          return [await ranked(rank), isAdmin ? 200 : 403, rank === 'Owner' ? 200 : 403] as const
        }),
      )),
    ] as const
    for (const [browser, changesWords, changesIdentity] of people) {
      const calls = [
        ['announcement', hello, changesWords],
        ['identity', identity, changesIdentity],
      ] as const
      for (const [scope, value, status] of calls) {
        const before = await stored()
        const base = (await setting(scope)).revision
        expect((await save(scope, value, base, browser)).status).toBe(status)
        if (status === 200) continue
        expect((await undo(scope, null, browser)).status).toBe(status)
        expect(await stored()).toEqual(before)
      }
      expect((await browser.get('/api/admin/settings')).status).toBe(changesWords)
      expect((await browser.get('/api/admin/settings/announcement/revisions')).status).toBe(changesWords)
    }
    const shown = async (rank: Rank) => (await settings(await ranked(rank))).map(({ scope }) => scope)
    expect(await shown('Owner')).toEqual([...settingScopes])
    expect(await shown('Manager')).toEqual([...settingScopes])
    expect(await shown('Admin')).toEqual(settingScopes.filter((scope) => !ownersScopes.includes(scope)))
    expect((await admin.get('/api/admin/settings/identity/revisions')).status).toBe(403)
  })

  test('[settings.02] A setting that does not exist is a 404', async () => {
    expect((await save('colours', {})).status).toBe(404)
    expect((await undo('__proto__', null)).status).toBe(404)
    expect((await owner.get('/api/admin/settings/x/revisions')).status).toBe(404)
  })
})

describe('[settings.16] pinging an address', () => {
  const ping = (host: string, by = owner) => by.post('/api/admin/settings/ping', { host, port: 19_132 })

  test('is for Owners alone, and asks nobody for others', async () => {
    asked.length = 0
    expect((await ping('8.8.8.8', site.browser())).status).toBe(401)
    for (const rank of ['Member', 'Product Staff', 'Admin', 'Manager'] as const)
      expect((await ping('8.8.8.8', await ranked(rank))).status).toBe(403)
    expect(asked).toEqual([])
  })

  test.each(['10.0.0.1', '192.168.1.1', '169.254.169.254', '::1', 'name.invalid'])(
    '%s is no public address: 400, and nobody is asked',
    async (host) => {
      asked.length = 0
      const refused = await ping(host)
      expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, ['host']])
      expect(asked).toEqual([])
    },
  )

  test('a public address and that of the game server are asked, and only the pong comes back', async () => {
    asked.length = 0
    expect((await ping('8.8.8.8')).json).toEqual({ pong: null })
    expect((await ping('127.0.0.1')).json).toEqual({
      pong: { latencyMs: 5, playerCount: 3, maxPlayers: null },
    })
    expect(asked).toEqual(['8.8.8.8:19132', '127.0.0.1:19132'])
  })
})

describe('what is refused', () => {
  test.each([
    ['an unknown key', 'announcement', { ...hello, colour: 'red' }, 'colour'],
    ['an unknown placeholder', 'announcement', { text: 'Hi {nobody}', link: null }, 'text'],
    ['a script as a link', 'announcement', { text: 'Hi', link: 'javascript:alert(1)' }, 'link'],
    ['another kind of value', 'rules', [], 'value'],
    ['a missing key', 'guidelines', {}, 'guidelines'],
    ['a text that is too long', 'words.home', { hero: 'x'.repeat(601) }, 'hero'],
    ['a link that is none', 'links', { youtube: 'nope' }, 'youtube'],
    ['a port beside an address', 'identity', { ...identity, host: 'play.example:19132' }, 'host'],
    ['a port that is none', 'identity', { ...identity, port: 70_000 }, 'port'],
    ['a name of two lines', 'identity', { ...identity, name: 'a\nb' }, 'name'],
    [
      'an entry that is empty',
      'guidelines',
      { guidelines: [{ title: '', text: 'x' }] },
      'guidelines.0.title',
    ],
    ['a page without its title', 'legal', { privacy: 'x', terms: '# T', cookies: '# C' }, 'privacy'],
    ['a page that is no text', 'handbook', { text: 1 }, 'text'],
    ['nothing', 'rules', null, 'value'],
    ['{constructor}', 'announcement', { text: '{constructor}', link: null }, 'text'],
    ['{toString}', 'announcement', { text: '{toString}', link: null }, 'text'],
    ['{constructor} on a legal page', 'handbook', { text: 'Of {constructor}' }, 'text'],
    ['an invisible character in a menu', 'navigation', menu('Ru\u200bles'), 'header.0.label'],
    ['turned text in a title', 'page.about', page('About \u202eus', 'We.'), 'title'],
    ['an invisible character in the name', 'identity', named('Em\u2060ber'), 'name'],
    ['much emphasis in the handbook', 'handbook', { text: heavy }, 'text'],
    ['much emphasis on a legal page', 'legal', legalWith(heavy), 'terms'],
    ['much emphasis on a page', 'page.about', page('About', heavy), 'text'],
  ])(
    '[settings.03] [powers.76] [powers.79] [powers.85] %s is a 400 that names the field, and stores nothing',
    async (_what, scope, value, field) => {
      const response = await save(scope, value)
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, [field]])
      expect(await stored()).toEqual([])
    },
  )

  test('[settings.04] A save that does not know the newest revision is a 409 with that revision, and stores nothing', async () => {
    const first = (await save('announcement', hello)).json.revision as number
    expect(first).toBeGreaterThan(0)
    for (const base of [null, first + 1]) {
      const late = await save('announcement', { text: 'Mine', link: null }, base, admin)
      expect(late.status).toBe(409)
      expect(late.json.current).toMatchObject({ scope: 'announcement', value: hello, revision: first })
    }
    expect(await stored()).toEqual([{ scope: 'announcement', value: hello }])
    expect((await save('announcement', { text: 'Mine', link: null }, first, admin)).status).toBe(200)
  })

  test('[settings.04] Of ten saves at once that change the same revision one wins, and the others are told', async () => {
    const texts = Array.from({ length: 10 }, (_, at) => `Text ${at}`)
    const answers = await Promise.all(texts.map((text) => save('announcement', { text, link: null })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await stored()).toHaveLength(1)
  })
})

describe('what is saved', () => {
  test('[settings.05] is shown at once, with placeholders replaced; undo makes a new revision and brings back what was', async () => {
    const first = (await save('announcement', hello)).json.revision
    expect(site.content.site().announcement).toEqual({ text: 'Hello Vulx Network', link: null })
    const second = (await save('announcement', { text: 'Later', link: '/rules' }, first)).json.revision
    expect((await undo('announcement', first)).status).toBe(200)
    expect(site.content.site().announcement?.text).toBe('Hello Vulx Network')
    const all = (await owner.get('/api/admin/settings/announcement/revisions')).json
    expect(all.map(({ value }: { value: unknown }) => value)).toEqual([
      hello,
      { text: 'Later', link: '/rules' },
      hello,
    ])
    expect(all[1].revision).toBe(second)
    expect((await undo('announcement', null)).status).toBe(200)
    expect(site.content.site().announcement).toBeUndefined()
    expect(await setting('announcement')).toMatchObject({ source: 'shipped', value: { text: null } })
    expect((await undo('announcement', first + 100_000)).status).toBe(404)
  })

  test('[settings.06] Name and address reach every text, and the API, at once', async () => {
    expect(await setting('identity')).toMatchObject({ source: 'shipped', revision: null })
    expect((await save('identity', identity)).status).toBe(200)
    expect(site.content.site()).toMatchObject({ name: 'Ember Arena', shortName: 'Ember', gamePort: 19_133 })
    const words = (await site.browser().get('/api/content/words')).json
    expect(words.home.description).toContain('Ember Arena is a Minecraft Bedrock practice server')
    expect(words.home.description).toContain('play.ember.example:19133')
    expect(JSON.stringify([words, site.content.current().markdown])).not.toContain('Vulx')
    expect(await setting('identity')).toMatchObject({ source: 'browser', value: identity })
  })

  test('[settings.15] Another name is in every document, file and mail at once, and the game server is asked at its new address', async () => {
    const addresses = [
      ...['/offline', '/sw.js', '/manifest.webmanifest', '/robots.txt', '/sitemap.xml', '/news/feed.xml'],
      ...['/api/docs', '/api/openapi.json', '/api/content/words', '/api/content/rules', '/api/content/faq'],
      ...['/api/content/shop', '/api/content/guidelines', '/api/events', '/api/news'],
      ...['privacy', 'terms', 'cookies'].map((page) => `/api/content/legal/${page}`),
    ]
    const { json: event } = await owner.post('/api/events', {
      title: 'Cup',
      description: 'A cup',
      startDate: '2090-01-05T16:04:00.000Z',
    })
    const { json: news } = await owner.post('/api/admin/news', {
      title: 'News',
      summary: 'New',
      markdown: 'Text',
    })
    await owner.post(`/api/admin/news/${news.id}/publication`, {})
    addresses.push(eventCalendarPath(event.id))
    const before = await Promise.all(addresses.map((address) => site.browser().get(address)))
    expect(before.map(({ status }, at) => [addresses[at], status])).toEqual(
      addresses.map((address) => [address, 200]),
    )
    await save('identity', identity)
    for (const address of addresses) {
      const { text } = await site.browser().get(address)
      expect([address, /vulx/i.test(text.replaceAll('x-vulx', ''))]).toEqual([address, false])
    }
    expect(site.context.config).toMatchObject({
      siteName: 'Ember Arena',
      gameHost: 'play.ember.example',
      gamePort: 19_133,
    })
  })

  test('[settings.07] Words of a page, shop, legal pages and handbook are changed one by one', async () => {
    const { value } = await setting('words.home')
    expect((await save('words.home', { ...(value as object), hero: 'Come to {short}.' })).status).toBe(200)
    expect((await save('words.footer', { tagline: 'Tag', legal: 'Ours' })).status).toBe(200)
    const legal = (await setting('legal')).value as Record<string, string>
    expect((await save('legal', { ...legal, terms: '# Our terms\n\n<b>{site}</b>' })).status).toBe(200)
    expect((await save('handbook', { text: 'Be kind.' })).status).toBe(200)
    const { words, footer } = site.content.site()
    expect([words.home?.hero, footer.tagline]).toEqual(['Come to Vulx.', 'Tag'])
    expect((await site.browser().get('/api/content/legal/terms')).json.html).toContain(
      '&lt;b&gt;Vulx Network&lt;/b&gt;',
    )
    expect((await owner.get('/api/admin/handbook')).json.html).toContain('Be kind.')
    expect((await setting('words.social')).source).toBe('shipped')
  })

  test('[field.140] Every setting is read back as it was saved: in force, as a revision, after an undo, exported and imported', async () => {
    const changed = (await settings()).filter(({ value }) => value !== null)
    expect(changed.length).toBeGreaterThan(20)
    const asText = async () =>
      Object.fromEntries((await settings()).map(({ scope, value }) => [scope, JSON.stringify(value)]))
    const directory = await mkdtemp(join(tmpdir(), 'settings-'))
    const written: Record<string, string> = {}
    for (const { scope, value } of changed) {
      const other = reversed(value)
      written[scope] = JSON.stringify(other)
      const { status, json } = await save(scope, other)
      expect({ scope, status, fields: json.fields }).toEqual({ scope, status: 200, fields: undefined })
      const revisions = await owner.get(`/api/admin/settings/${scope}/revisions`)
      expect(JSON.stringify(revisions.json[0].value)).toBe(written[scope])
      await undo(scope, null)
      expect((await undo(scope, json.revision)).status).toBe(200)
    }
    const inForce = await asText()
    // The program puts these together from their fields, whose order says nothing.
    const composed = ['identity', 'address', 'mail', 'legal']
    expect(Object.keys(written).filter((scope) => inForce[scope] !== written[scope])).toEqual(composed)
    for (const scope of composed) expect(JSON.parse(inForce[scope]!)).toEqual(JSON.parse(written[scope]!))
    await exportSettings(site.database, directory)
    const { content, context } = site
    const { database, live, languages } = context
    const read = () => importSettings({ database, live, content, languages }, directory)
    expect(await read()).toEqual([])
    const shop = (await setting('shop')).value as { ranks: object }
    await writeFile(join(directory, 'shop.yaml'), JSON.stringify({ ...shop, ranks: reversed(shop.ranks) }))
    expect(await read()).toEqual(['shop'])
    await vi.waitFor(async () =>
      expect(Object.keys(((await setting('shop')).value as { ranks: object }).ranks)).toEqual(
        Object.keys(shop.ranks).toReversed(),
      ),
    )
    await rm(directory, { recursive: true })
  })

  test('[settings.08] Each change is an entry of the audit log, and of its maker’s data', async () => {
    const maker = await ranked('Admin')
    const first = (await save('announcement', hello, null, maker)).json.revision
    await undo('announcement', null, maker)
    const { rows } = await sql`
      SELECT action, after FROM audit_log WHERE subject_type = 'setting' AND actor_id = ${maker.user.id} ORDER BY id
    `.execute(site.database.sql)
    expect(rows).toEqual([
      { action: 'setting.save', after: { setting: 'announcement', revision: first } },
      { action: 'setting.reset', after: { setting: 'announcement', revision: first + 1 } },
    ])
  })

  test(`[settings.09] ${maxRevisions} revisions of a setting are kept, and no more`, async () => {
    await sql`
      INSERT INTO settings_revisions (scope, value, base)
      SELECT 'announcement', '{"text":"x","link":null}', n FROM generate_series(0, ${maxRevisions + 4}) AS n
    `.execute(site.database.sql)
    const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM settings_revisions`.execute(
      site.database.sql,
    )
    await site.context.live.publish('settings', {})
    expect((await save('announcement', hello, rows[0]!.id)).status).toBe(200)
    expect(await stored()).toHaveLength(maxRevisions)
    expect((await owner.get('/api/admin/settings/announcement/revisions')).json[0].value).toEqual(hello)
  })

  test('[settings.10] A revision that is not valid any more gives way to what was shipped, and is named', async () => {
    await sql`
      INSERT INTO settings_revisions (scope, value, base) VALUES
        ('rules', '{"intro":1}', 0), ('identity', '{"name":1}', 0), ('unknown', '1', 0),
        ('announcement', '{"text":"Still","link":null}', 0)
    `.execute(site.database.sql)
    const next = await testApp({ store: site.store })
    const by = await ranked('Owner', next)
    const all = await settings(by)
    const bad = all.filter(({ problem }) => problem !== undefined)
    expect(bad.map(({ scope, source }) => [scope, source])).toEqual([
      ['identity', 'shipped'],
      ['rules', 'shipped'],
    ])
    expect(bad[1]!.problem).toContain('intro must be text')
    expect(next.content.site()).toMatchObject({ name: 'Vulx Network', announcement: { text: 'Still' } })
    await next.close()
  })

  test('[settings.11] Two processes show within 2 s what one of them saved', async () => {
    const second = await testApp({ store: site.store, visitorCaches: true })
    const shown = () => second.content.site()
    await save('identity', identity)
    await save('announcement', hello)
    await vi.waitFor(() => expect(shown().announcement?.text).toBe('Hello Ember Arena'), {
      timeout: 60_000,
      interval: 20,
    })
    expect(shown().gameHost).toBe('play.ember.example')
    expect(second.context.config.gameHost).toBe('play.ember.example')
    await second.close()
  })

  test('[settings.77] Of two admins who save the same setting at once at two processes one is told of the other and stores nothing, and both processes show the other’s within 2 s', async () => {
    const second = await testApp({ store: site.store, visitorCaches: true })
    const people = [await ranked('Admin'), await ranked('Admin', second)] as const
    let base: number | null = null
    for (let round = 0; round < 5; round += 1) {
      const texts = [`Round ${round}, first`, `Round ${round}, second`]
      const over = base
      const answers: Awaited<ReturnType<typeof save>>[] = await Promise.all(
        people.map((by, at) => save('announcement', { text: texts[at], link: null }, over, by)),
      )
      const savedAt = performance.now()
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const won = answers[0]?.status === 200 ? 0 : 1
      base = answers[won]!.json.revision
      expect(answers[1 - won]!.json.current).toMatchObject({
        scope: 'announcement',
        value: { text: texts[won], link: null },
        revision: base,
        by: people[won]!.user.username,
      })
      expect((await stored()).slice(round)).toEqual([
        { scope: 'announcement', value: { text: texts[won], link: null } },
      ])
      await vi.waitFor(
        () => {
          for (const { content } of [site, second]) expect(content.site().announcement?.text).toBe(texts[won])
        },
        { timeout: 60_000, interval: 10 },
      )
      expect(performance.now() - savedAt).toBeLessThan(2_000)
      for (const by of people)
        expect((await setting('announcement', by)).value).toEqual({ text: texts[won], link: null })
    }
    await second.close()
  })
})

describe('what decides', () => {
  let directory: string
  let other: TestApp | undefined
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'content-'))
    await cp(join(rootDir, 'content'), directory, { recursive: true })
  })
  afterEach(async () => {
    await other?.close()
    other = undefined
    await rm(directory, { recursive: true })
  })

  test('[settings.12] A variable that is set decides: a save that changes its key is a 409 that names it, other keys are saved', async () => {
    other = await testApp({
      environment: { GAME_HOST: 'fixed.example', SITE_SHORT_NAME: 'Fix' },
      store: site.store,
    })
    const by = await ranked('Owner', other)
    const now = await setting('identity', by)
    expect(now).toMatchObject({
      source: 'variable',
      lockedBy: 'SITE_SHORT_NAME, GAME_HOST',
      locked: { host: 'GAME_HOST', shortName: 'SITE_SHORT_NAME' },
      value: { host: 'fixed.example', shortName: 'Fix' },
    })
    const refused = await save('identity', identity, null, by)
    expect([refused.status, refused.json.error]).toEqual([
      409,
      'This is set by SITE_SHORT_NAME: change it there',
    ])
    const fixed = { ...identity, host: 'fixed.example', shortName: 'Fix' }
    expect((await save('identity', fixed, null, by)).status).toBe(200)
    expect(other.content.site()).toMatchObject({ name: 'Ember Arena', gameHost: 'fixed.example' })
  })

  test('[field.132] An undo that would change a key that a variable decides is a 409 that names it, and stores nothing', async () => {
    const fixed = { ...identity, host: 'fixed.example' }
    const first = (await save('identity', identity)).json.revision
    const second = (await save('identity', { ...fixed, name: 'Later' }, first)).json.revision
    const third = (await save('identity', fixed, second)).json.revision
    other = await testApp({ environment: { GAME_HOST: 'fixed.example' }, store: site.store })
    const by = await ranked('Owner', other)
    const before = await stored()
    const refused = await undo('identity', first, by)
    expect([refused.status, refused.json.error]).toEqual([409, 'This is set by GAME_HOST: change it there'])
    expect([await stored(), (await setting('identity', by)).revision]).toEqual([before, third])
    expect((await undo('identity', second, by)).status).toBe(200)
  })

  test('[settings.13] A content file that the operator changed decides: a save is a 409 that names it', async () => {
    await writeFile(join(directory, 'announcement.yaml'), 'text: From the file\nlink:\n')
    await writeFile(join(directory, 'terms.md'), '# Own terms\n')
    other = await testApp({ environment: { CONTENT_DIR: directory }, store: site.store })
    const by = await ranked('Owner', other)
    const path = join(directory, 'announcement.yaml')
    expect(await setting('announcement', by)).toMatchObject({
      source: 'file',
      lockedBy: path,
      value: { text: 'From the file', link: null },
    })
    const refused = await save('announcement', hello, null, by)
    expect([refused.status, refused.json.error]).toEqual([409, `This is set by ${path}: change it there`])
    const legal = (await setting('legal', by)).value as Record<string, string>
    expect((await save('legal', { ...legal, terms: '# Mine' }, null, by)).status).toBe(409)
    expect((await save('legal', { ...legal, cookies: '# Cookies' }, null, by)).status).toBe(200)
    expect((await by.get('/api/content/legal/terms')).json.html).toContain('Own terms')
    expect((await by.get('/api/content/legal/cookies')).json.html).toBe('<h1>Cookies</h1>')
    expect(await stored()).toHaveLength(1)
  })

  test('[settings.10] A saved name that a changed file has no room for gives way, is named, and refuses no start', async () => {
    await save('identity', { ...identity, name: 'N'.repeat(64) })
    await writeFile(join(directory, 'announcement.yaml'), `text: '{site}${'x'.repeat(150)}'\nlink:\n`)
    other = await testApp({ environment: { CONTENT_DIR: directory }, store: site.store })
    expect(other.content.site()).toMatchObject({ name: 'Vulx Network', gameHost: '127.0.0.1' })
    const by = await ranked('Owner', other)
    const now = await setting('identity', by)
    expect([now.source, now.value]).toEqual(['shipped', expect.objectContaining({ name: 'Vulx Network' })])
    expect(now.problem).toContain('text must be 200 characters or less')
    // A field of the file is none of the setting.
    const refused = await save('identity', { ...identity, name: 'M'.repeat(64) }, now.revision, by)
    expect([refused.status, refused.json.fields]).toEqual([
      400,
      { value: `${directory}/announcement.yaml:1: text must be 200 characters or less.` },
    ])
  })

  test('[settings.10] A saved logo that cannot be read gives way to the shipped one, is named, and refuses no start', async () => {
    const bytes = Buffer.from('\u0089PNG, not a picture', 'latin1')
    const hash = createHash('sha256').update(bytes).digest()
    await sql`INSERT INTO look_pictures (hash, kind, bytes) VALUES (${hash}, 'logo', ${bytes})`.execute(
      site.database.sql,
    )
    const value = { ...shippedLook, accent: '#41c7f4', logo: hash.toString('hex') }
    await sql`INSERT INTO settings_revisions (scope, value, base) VALUES ('look', ${value}, 0)`.execute(
      site.database.sql,
    )
    other = await testApp({ store: site.store })
    expect(other.content.current().look).toMatchObject({ accent: '#41c7f4', logo: null })
    const now = await setting('look', await ranked('Owner', other))
    expect(now.problem).toContain('logo cannot be read')
    expect((await owner.post('/api/admin/settings/look/undo', { to: null })).status).toBe(200)
    const reader = await ranked('Owner', other)
    await vi.waitFor(async () => expect((await setting('look', reader)).problem).toBeUndefined(), 10_000)
  })

  test('[settings.13] What was saved in the browser waits while a file decides, and is shown again when the file is as shipped', async () => {
    await save('announcement', hello)
    other = await testApp({ environment: { CONTENT_DIR: directory }, store: site.store })
    const text = () => other!.content.site().announcement?.text
    expect(text()).toBe('Hello Vulx Network')
    const file = join(directory, 'announcement.yaml')
    const shipped = await readFile(file, 'utf8')
    await writeFile(file, 'text: From the file\nlink:\n')
    await vi.waitFor(() => expect(text()).toBe('From the file'), { timeout: 60_000 })
    await writeFile(file, shipped.replaceAll('\n', '\r\n'))
    await vi.waitFor(() => expect(text()).toBe('Hello Vulx Network'), { timeout: 60_000 })
  })

  test('[settings.14] Each content file of this release is known as shipped', async () => {
    const found = await readdir(join(rootDir, 'content'), { recursive: true, withFileTypes: true })
    const files = found
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => relative(join(rootDir, 'content'), join(parentPath, name)))
    expect(files.filter((name) => !name.includes('/')).sort()).toEqual([...contentFiles].sort())
    for (const name of files) {
      const text = await readFile(join(rootDir, 'content', name), 'utf8')
      expect(
        isNewestFile(name, text),
        `add ${fileHash(text)} to the end of ${name} in shipped-files.json`,
      ).toBe(true)
    }
  })

  test('[settings.14] Each part of pages.yaml is a setting', () => {
    expect(settingScopes.filter((scope) => scope.startsWith('words.')).sort()).toEqual(
      Object.keys(PagesContent.shape)
        .map((key) => `words.${key}`)
        .sort(),
    )
  })
})

test('[field.131] After the settings could not be read once, the next change applies', async () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line).msg) })
  const other = await testApp({ store: site.store, log })
  const by = await ranked('Owner', other)
  const tables = new Client({ connectionString: site.store.ownerUrl })
  await tables.connect()
  await tables.query('ALTER TABLE settings_revisions RENAME TO settings_away')
  await other.context.live.publish('settings', {})
  await vi.waitFor(() => expect(lines).toContain('the settings could not be read again'), {
    timeout: 60_000,
    interval: 20,
  })
  await tables.query('ALTER TABLE settings_away RENAME TO settings_revisions')
  await tables.end()
  expect((await save('announcement', hello, null, by)).status).toBe(200)
  expect((await setting('announcement', by)).value).toEqual(hello)
  await other.close()
})

test('[settings.56] A tier of the shop names any rank of members, by key, name or alias, and no staff rank', async () => {
  await sql`INSERT INTO ranks (key, number, name, colour, power, level, position, aliases)
    VALUES ('Legend', 10, 'Champion', '#ff66aa', 'member', 2, 3, '{vip}'),
      ('Builder', 11, 'Builder', '#66ffaa', 'helper', 4, 4, '{}')`.execute(site.database.sql)
  await loadRanks(site.database.sql)
  try {
    const tier = (name: string, rank?: string) => ({
      name,
      cents: 500,
      tagline: 'A tier.',
      highlights: ['Something'],
      ...(rank !== undefined && { rank }),
    })
    const shop = (rank: string) => ({
      currency: 'EUR',
      ranks: { note: 'Once.', scout: tier('Scout', rank), legend: tier('Hero') },
      perks: [{ title: 'All', perks: [{ name: 'Party size', about: 'How many.' }] }],
    })
    for (const staff of ['Helper', 'builder', 'mod', 'Owner', '', 'x'.repeat(25), 7]) {
      const { status, json } = await save('shop', shop(staff as string))
      expect([staff, status, Object.keys(json.fields)]).toEqual([staff, 400, ['ranks.scout.rank']])
    }
    expect(await stored()).toEqual([])
    let base: number | null = null
    for (const [written, key] of [
      ['Emerald', 'Emerald'],
      ['VIP', 'Legend'],
      ['champion', 'Legend'],
    ] as const) {
      const { status, json } = await save('shop', shop(written), base)
      expect([written, status]).toEqual([written, 200])
      base = json.revision
      const { ranks } = (await site.browser().get('/api/content/shop')).json
      expect(ranks.tiers.map(({ rank }: { rank?: string }) => rank)).toEqual([key, 'Legend'])
    }
  } finally {
    await sql`DELETE FROM ranks WHERE number > 9`.execute(site.database.sql)
    await loadRanks(site.database.sql)
  }
})

describe('the look', () => {
  const blue = { accent: '#2A4BFF', tint: '#113322', corners: 'round' }
  const shown = async (path: `/${string}`) => (await site.browser().get(path)).text

  test('[settings.72] Only admins change the look; a colour that is none, other corners and unknown keys are a 400 that names the field', async () => {
    expect((await save('look', blue, null, site.browser())).status).toBe(401)
    for (const rank of ['Member', 'Helper', 'Product Staff'] as const)
      expect((await save('look', blue, null, await ranked(rank))).status).toBe(403)
    for (const [field, value] of [
      ['accent', { ...blue, accent: 'red' }],
      ['accent', { ...blue, accent: '#ff7d3' }],
      ['accent', { ...blue, accent: 'url(x)' }],
      ['accent', { ...blue, accent: '#ff7d33;}' }],
      ['tint', { ...blue, tint: 'rgb(1,2,3)' }],
      ['tint', { ...blue, tint: 7 }],
      ['corners', { ...blue, corners: 'polygon(0 0)' }],
      ['css', { ...blue, css: 'body{display:none}' }],
    ] as const) {
      const { status, json } = await save('look', value, null, admin)
      expect([field, status]).toEqual([field, 400])
      expect(JSON.stringify(json.fields)).toContain(field)
    }
    expect(await stored()).toEqual([])
  })

  test('[settings.73] Offline page, refusal, manifest, icons and share images follow the look, and are as shipped again after an undo', async () => {
    const paths = [
      '/offline',
      '/sw.js',
      '/manifest.webmanifest',
      '/apple-touch-icon.png',
      '/share.png',
    ] as const
    const bytes = async () => Promise.all(paths.map(async (path) => await shown(path)))
    const refusal = async () => (await site.browser().get('/%', { headers: { accept: 'text/html' } })).text
    const before = [...(await bytes()), await refusal()]
    expect(before[0]).toContain('#ff7d33')
    const { json } = await save('look', blue, null, admin)
    expect(json.revision).toBeTypeOf('number')
    const after = [...(await bytes()), await refusal()]
    for (const [at, text] of after.entries())
      expect([paths[at], text === before[at]]).toEqual([paths[at], false])
    const { ember, ground } = paletteOf({ accent: '#2a4bff', tint: '#113322' })
    expect(after[0]).toContain(ember)
    expect(after[2]).toContain(`"theme_color":"${ground}"`)
    expect(after.at(-1)).toContain(ember)
    const styles = [after[0], after.at(-1)].map((html) => /<style>.*<\/style>/s.exec(html ?? '')?.[0])
    for (const text of [after[2], ...styles])
      expect(text?.match(/ff7d33|ffa266|a8430d|0a0b10/)?.[0]).toBeUndefined()
    expect((await undo('look', null, admin)).status).toBe(200)
    expect([...(await bytes()), await refusal()]).toEqual(before)
  })
})

test('[powers.86] Text that was stored earlier and takes too long to render is shown as it is written, named in the log, and stops no other save', async () => {
  await sql`
    INSERT INTO settings_revisions (scope, value, base) VALUES
      ('handbook', ${JSON.stringify({ text: `Be <b>fair</b>.\n\n${heavy}` })}::jsonb, 0),
      ('page.about', ${JSON.stringify(page('About', heavy))}::jsonb, 0)
  `.execute(site.database.sql)
  await site.context.live.publish('settings', {})
  await vi.waitFor(async () => expect((await setting('handbook')).source).toBe('browser'), {
    timeout: 60_000,
  })
  const { html } = (await owner.get('/api/admin/handbook')).json
  expect(html.startsWith('<p>Be &lt;b&gt;fair&lt;/b&gt;.</p>\n<p>*a_ *a_')).toBe(true)
  expect((await site.browser().get('/api/content/pages/about')).json.html).toBe(`<p>${heavy.trim()}</p>\n`)
  expect(site.content.written().unrendered).toEqual([
    expect.objectContaining({ file: 'handbook', field: 'text', reason: expect.stringMatching(/^At most/) }),
    expect.objectContaining({ file: 'page.about', field: 'text' }),
  ])
  expect((await save('announcement', hello)).status).toBe(200)
})

test('[powers.89] Sixty saves at once are made one after the other: none is a 503, each is stored, and others are served meanwhile', async () => {
  const { value } = await setting('words.home')
  const scopes = ['words.home', 'announcement', 'page.about'] as const
  const values = [value, hello, page('About', 'We.')]
  for (const [at, scope] of scopes.entries()) expect((await save(scope, values[at])).status).toBe(200)
  const bases = await Promise.all(scopes.map(async (scope) => (await setting(scope)).revision))
  const savedAtOnce = () =>
    Array.from({ length: 60 }, (_, at) => save(scopes[at % 3]!, values[at % 3], bases[at % 3]!))
  const waiting = async () =>
    (
      await sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'settings_revisions'::regclass`.execute(
        site.database.sql,
      )
    ).rows.length
  // While the first of them waits, the others hold none of the connections that everybody else needs.
  const saves = await site.database.sql.transaction().execute(async (transaction) => {
    await lockRevisions(transaction)
    const begun = savedAtOnce()
    await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0), { timeout: 60_000 })
    for (let n = 0; n < 30; n += 1) expect((await site.browser().get('/api/events')).status).toBe(200)
    expect(await waiting()).toBe(1)
    return [begun]
  })
  const statuses = (await Promise.all(saves[0] ?? [])).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(statuses.filter((status) => status === 409)).toHaveLength(57)
  expect(await stored()).toHaveLength(6)
})
