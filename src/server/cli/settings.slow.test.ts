import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dataUrlOf } from '../testing/pictures.ts'
import { type TestApp, type TestBrowser, testApp } from '../testing/test-app.ts'
import { UsageError } from './arguments.ts'
import { settingsCommand } from './settings.ts'

let site: TestApp
let owner: TestBrowser
let directory: string
const said: string[] = []

const ownerOf = async (on: TestApp) => {
  const browser = await on.member()
  await sql`UPDATE users SET rank = 'Owner' WHERE id = ${browser.user.id}`.execute(on.database.sql)
  return browser
}
const configOf = (on: TestApp) => ({
  ...on.context.config,
  databaseUrl: on.store.appUrl,
  migrationDatabaseUrl: on.store.ownerUrl,
})

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  owner = await ownerOf(site)
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
})
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'settings-'))
})
afterEach(async () => {
  said.length = 0
  await rm(directory, { recursive: true })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await site.close()
})

const run = (verb: string, on = site) => settingsCommand([verb, directory], configOf(on))
const save = async (scope: string, value: unknown) => {
  const { scopes } = (await owner.get('/api/admin/settings')).json
  const base = scopes.find((one: { scope: string }) => one.scope === scope)?.revision ?? null
  const response = await owner.put(`/api/admin/settings/${scope}`, { value, base })
  expect(response.status, response.text).toBe(200)
}
const contents = async () =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(directory)).map(async (name) => [name, await readFile(join(directory, name), 'utf8')]),
    ),
  )
const revisions = async (on = site) =>
  (await sql`SELECT scope, value FROM settings_revisions ORDER BY id`.execute(on.database.sql)).rows
const file = (name: string, text: string) => writeFile(join(directory, name), text)

const odd = 'Line one\r\n  # no comment: "x" \'y\' \\ {site}\n\n- no list\n\ttab é 🦊 ~ null'
const page = { title: 'The team: yes', description: null, text: odd, isPublished: true }

test('[settings.127] What was exported and imported into an empty site exports as the same bytes', async () => {
  await save('identity', { name: 'Isles: of', shortName: 'Isles', host: 'play.example', port: 19_132 })
  await save('announcement', { text: 'true', link: null })
  await save('page.team', page)
  expect(await run('export')).toBe(0)
  const before = await contents()
  expect(Object.keys(before)).toEqual(['announcement.yaml', 'identity.yaml', 'page.team.yaml'])
  const empty = await testApp({ environment: { RATE_LIMITS: 'off' } })
  expect(await run('import', empty)).toBe(0)
  await vi.waitFor(async () =>
    expect((await empty.browser().get('/api/content/pages/team')).json.title).toBe('The team: yes'),
  )
  expect((await revisions(empty)).at(-1)).toEqual({ scope: 'page.team', value: page })
  await rm(directory, { recursive: true })
  expect(await run('export', empty)).toBe(0)
  expect(await contents()).toEqual(before)
  const { rows } = await sql`SELECT actor_name, action FROM audit_log`.execute(empty.database.sql)
  expect(rows).toEqual(
    Array.from({ length: 3 }, () => ({ actor_name: 'command line', action: 'setting.save' })),
  )
  await empty.close()
})

test('[settings.59] An export has the pictures of the look, and an import of them into an empty site exports the same bytes; a missing or changed picture stores nothing', async () => {
  const png = await sharp({ create: { width: 200, height: 200, channels: 4, background: '#41c7f4' } })
    .png()
    .toBuffer()
  const { status, json } = await owner.put('/api/admin/settings/pictures/logo', { image: dataUrlOf(png) })
  expect(status).toBe(200)
  await save('look', { accent: '#41c7f4', tint: null, corners: 'round', logo: json.picture })
  await run('export')
  const before = await contents()
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['look.yaml', `${json.picture}.png`]))
  const empty = await testApp({ environment: { RATE_LIMITS: 'off' } })
  const picture = join(directory, `${json.picture}.png`)
  const bytes = await readFile(picture)
  await writeFile(picture, Buffer.concat([bytes, bytes]))
  await expect(run('import', empty)).rejects.toThrow(/not the picture that was exported/)
  await rm(picture)
  await expect(run('import', empty)).rejects.toThrow(/is missing, and look\.yaml names it as logo/)
  expect(await revisions(empty)).toEqual([])
  await writeFile(picture, bytes)
  expect(await run('import', empty)).toBe(0)
  expect((await empty.browser().get(json.url)).status).toBe(200)
  await rm(directory, { recursive: true })
  await run('export', empty)
  expect(await contents()).toEqual(before)
  await empty.close()
})

test('[settings.78] A logo, a hero picture and a navigation that are exported and imported into an empty site are its header, icons and pictures, and export as the same bytes', async () => {
  const plain = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 4, background } })
      .png()
      .toBuffer()
  const send = async (kind: string, bytes: Buffer) => {
    const { status, json } = await owner.put(`/api/admin/settings/pictures/${kind}`, {
      image: dataUrlOf(bytes),
    })
    expect(status).toBe(200)
    return json as { picture: string; url: string }
  }
  const logo = await send('logo', await plain(300, 200, '#8844ff'))
  const hero = await send('hero', await plain(1_600, 900, '#335577'))
  const look = {
    accent: '#8844ff',
    tint: '#113355',
    corners: 'square',
    logo: logo.picture,
    hero: { picture: hero.picture, alt: 'Our harbour: "at night"', x: 30, y: 65 },
  }
  const navigation = {
    header: [
      { label: 'Play: # now', to: '/minigames' },
      { label: "Who's who", to: '/p/who' },
      { label: 'Wiki', to: 'https://wiki.example/a?b=c#d' },
    ],
    footer: [{ label: '- yes', to: '/rules' }],
    off: ['shop', 'social'],
  }
  await save('page.who', { ...page, title: 'Who we are' })
  await save('look', look)
  await save('navigation', navigation)
  await run('export')
  const read = async () => {
    const names = (await readdir(directory)).sort()
    return Promise.all(names.map(async (name) => [name, await readFile(join(directory, name))] as const))
  }
  const before = await read()
  expect(before.map(([name]) => name)).toEqual(
    expect.arrayContaining(['look.yaml', 'navigation.yaml', `${logo.picture}.png`, `${hero.picture}.webp`]),
  )
  const shownBy = async (on: TestApp) => ({
    navigation: on.content.site().navigation,
    look: on.content.site().look,
    pictures: await Promise.all(
      [logo.url, hero.url].map(async (url) => (await on.app.inject(url)).rawPayload),
    ),
    shop: (await on.browser().get('/api/content/shop')).status,
  })
  const empty = await testApp({ environment: { RATE_LIMITS: 'off' } })
  expect(await run('import', empty)).toBe(0)
  const expected = await shownBy(site)
  expect(expected.shop).toBe(404)
  await vi.waitFor(async () => expect(await shownBy(empty)).toEqual(expected), { timeout: 60_000 })
  await rm(directory, { recursive: true })
  await run('export', empty)
  expect(await read()).toEqual(before)
  await empty.close()
})

test('[settings.59] A file that nobody can read as a picture is refused by name, although its name is its hash, and stores nothing', async () => {
  const empty = await testApp({ environment: { RATE_LIMITS: 'off' } })
  for (const [field, extension, bytes] of [
    ['logo', 'png', Buffer.from('\u0089PNG, not a picture', 'latin1')],
    ['hero', 'webp', Buffer.from('RIFF....WEBP, not a picture')],
  ] as const) {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const named = field === 'logo' ? `logo: ${hash}` : `hero: { picture: ${hash}, alt: A, x: 1, y: 1 }`
    await writeFile(join(directory, `${hash}.${extension}`), bytes)
    await file('look.yaml', `accent: "#41c7f4"\ntint: null\ncorners: round\n${named}\n`)
    await expect(run('import', empty)).rejects.toThrow(
      new RegExp(`${hash}\\.${extension}.*not the picture that was exported`, 's'),
    )
    expect(await revisions(empty)).toEqual([])
    expect((await sql`SELECT FROM look_pictures`.execute(empty.database.sql)).rows).toEqual([])
  }
  await empty.close()
})

test('[settings.128] An import makes a revision of what differs alone; an export deletes the files of settings that are as shipped, and no others', async () => {
  await save('announcement', { text: 'Tournament on Friday', link: null })
  await run('export')
  const before = await revisions()
  await run('import')
  expect(said.at(-1)).toContain('nothing')
  expect(await revisions()).toEqual(before)
  await file('announcement.yaml', 'text: Tournament on Saturday\nlink: null\n')
  await run('import')
  expect((await revisions()).slice(before.length)).toEqual([
    { scope: 'announcement', value: { text: 'Tournament on Saturday', link: null } },
  ])
  await file('faq.yaml', 'old: true\n')
  await file('mine.yaml', 'mine: true\n')
  await file('README.md', 'mine')
  await run('export')
  const names = Object.keys(await contents())
  expect(names).not.toContain('faq.yaml')
  expect(names).toEqual(expect.arrayContaining(['README.md', 'mine.yaml', 'announcement.yaml']))
})

test.each([
  ['a file that is no setting', 'nonsense.yaml', 'a: 1\n', /nonsense\.yaml: there is no such setting/],
  ['a page at an address of the site', 'page.admin.yaml', 'title: Mine\n', /page\.admin\.yaml: this address/],
  ['what is no YAML', 'announcement.yaml', 'text: "open\n', /announcement\.yaml:/],
  ['an unknown key', 'announcement.yaml', 'text: A\nlink: null\nmore: 1\n', /announcement\.yaml: /],
  [
    'a wrong port',
    'identity.yaml',
    'name: A\nshortName: A\nhost: a.example\nport: 99999\n',
    /identity\.yaml: port/,
  ],
])('[settings.129] %s is named, and nothing of the import is stored', async (_what, name, text, said) => {
  await file('links.yaml', 'discord: https://discord.gg/other\n')
  await file(name, text)
  await file('page.fine.yaml', 'title: Fine\ndescription: null\ntext: Fine\nisPublished: true\n')
  const before = await revisions()
  await expect(run('import')).rejects.toThrow(said)
  expect(await revisions()).toEqual(before)
})

test('[settings.129] A verb that there is not and a directory that there is not are refused', async () => {
  await expect(settingsCommand(['show', directory], configOf(site))).rejects.toThrow(UsageError)
  await expect(settingsCommand(['import'], configOf(site))).rejects.toThrow(UsageError)
  await expect(settingsCommand(['import', join(directory, 'none')], configOf(site))).rejects.toThrow(/none/)
})
