import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Setting } from '../../../../contract/content/settings-schemas.ts'
import { languageHeader } from '../../../../contract/languages.ts'
import type { RenderPage } from '../../../platform/http/pages.ts'
import { Languages } from '../../../platform/languages/languages.ts'
import { rootDir } from '../../../store.ts'
import { type TestApp, type TestAppOptions, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'
import { exportSettings, importSettings } from './files.ts'

/** The web side is the language, the switch, and a word of the content. */
const render: RenderPage = async (_request, { site, messages, nonce }) =>
  new Response(
    `<html lang="${site.language?.tag ?? 'en'}"><i nonce="${nonce}"></i>${JSON.stringify(site.language?.offered?.map(({ tag }) => tag) ?? [])} ${Object.keys(messages ?? {}).length > 0} ${JSON.stringify(site.words)}`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  )

const environment = { RATE_LIMITS: 'off' }
const options: TestAppOptions = { environment, render, visitorCaches: true }

// Two processes of one site.
let here: TestApp
let there: TestApp
let admin: TestBrowser
beforeAll(async () => {
  here = await testApp(options)
  there = await testApp({ ...options, store: here.store })
  admin = await memberWithRank(here, 'Admin')
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const tagsAt = (...sites: TestApp[]) => sites.map(({ context }) => context.languages.tags.join())
const whenOffered = (tags: string) =>
  vi.waitFor(() => expect(tagsAt(here, there)).toEqual([tags, tags]), { timeout: 60_000, interval: 20 })

beforeEach(async () => {
  await sql`DELETE FROM settings_revisions`.execute(here.database.sql)
  await here.context.live.publish('settings', {})
  await whenOffered('en')
  // English alone may also be what the test before saved.
  await vi.waitFor(async () => expect((await settingOf()).revision).toBeNull(), {
    timeout: 60_000,
    interval: 20,
  })
})

const stored = async () =>
  (
    await sql<{
      value: unknown
    }>`SELECT value FROM settings_revisions WHERE scope = 'languages' ORDER BY id`.execute(here.database.sql)
  ).rows.map(({ value }) => value)
const path = '/api/admin/settings/languages'
const settingOf = async (by = admin): Promise<Setting> =>
  (await by.get('/api/admin/settings')).json.scopes.find(({ scope }: Setting) => scope === 'languages')
const save = async (offered: readonly string[], first = offered[0], by = admin) =>
  by.put(path, { value: { default: first, offered }, base: (await settingOf(admin)).revision })
const offer = async (...offered: string[]) => {
  expect((await save(offered)).status).toBe(200)
  await whenOffered(offered.join())
}
const pageOf = async (site: TestApp, address: string, accepted = 'en') => {
  const { text, headers } = await site.browser().get(address, { headers: { 'accept-language': accepted } })
  const [, tag, offered, texts, word] = /lang="([^"]+)".*<\/i>(\S+) (\S+) (.*)/.exec(text) ?? []
  return { tag, offered, texts, word, vary: headers.vary, text }
}

test('[languages.50] Only admins see and change which languages are offered', async () => {
  const refusals = [
    [here.browser(), 401],
    [await here.member(), 403],
    [await memberWithRank(here, 'Helper'), 403],
  ] as const
  for (const [browser, status] of refusals) {
    expect((await save(['en', 'de'], 'en', browser)).status).toBe(status)
    expect((await browser.get(`${path}/available`)).status).toBe(status)
    expect((await browser.post(`${path}/undo`, { to: null })).status).toBe(status)
    expect((await browser.get(`${path}/revisions`)).status).toBe(status)
  }
  expect(await stored()).toEqual([])
  expect(tagsAt(here)).toEqual(['en'])
})

test.each([
  ['none', { default: 'en', offered: [] }, 'offered', 'Offer at least one language'],
  ['no list', { default: 'en', offered: 'en' }, 'offered', 'Offer at least one language'],
  ['one twice', { default: 'en', offered: ['en', 'de', 'de'] }, 'offered', 'Name each language once'],
  ['too many', { default: 'en', offered: Array(101).fill('en') }, 'offered', 'That is too many languages'],
  [
    'one without a file',
    { default: 'en', offered: ['en', 'xx'] },
    'offered.1',
    'There is no file of this language',
  ],
  [
    'nonsense',
    { default: 'en', offered: ['en', '../../etc'] },
    'offered.1',
    'Name a language by its tag, such as de or pt-BR',
  ],
  [
    'another default',
    { default: 'de', offered: ['en', 'fr'] },
    'default',
    'The default must be one of the offered languages',
  ],
  ['no default', { offered: ['en', 'fr'] }, 'default', 'Name a language by its tag, such as de or pt-BR'],
])(
  '[languages.51] A list of languages that is not valid is a 400 that names the field, and is not stored: %s',
  async (_, value, field, sentence) => {
    const { status, json } = await admin.put(path, { value, base: null })
    expect([status, json.fields]).toEqual([400, { [field]: sentence }])
    expect((await admin.post(`${path}/preview`, { value })).status).toBe(400)
    expect(await stored()).toEqual([])
    expect(tagsAt(here)).toEqual(['en'])
  },
)

test('[languages.51] An error of the list is in the language of whoever saves it', async () => {
  await offer('en', 'de')
  const { json } = await admin.put(
    path,
    { value: { default: 'en', offered: [] }, base: null },
    { headers: { [languageHeader]: 'de' } },
  )
  expect(json.fields).toEqual({ offered: 'Biete mindestens eine Sprache an' })
})

test.each([
  [
    'shop',
    ['currency'],
    'Euro',
    'currency muss aus den drei Buchstaben einer Währung bestehen, wie USD, EUR oder JPY.',
  ],
  ['shop', ['ranks', 'gold', 'cents'], -1, 'ranks.gold.cents darf nicht negativ sein.'],
  ['links', ['youtube'], 'a', 'youtube muss ein Link sein, der mit https:// oder http:// beginnt.'],
  ['faq', ['intro'], '', 'intro darf nicht leer sein.'],
  [
    'faq',
    ['intro'],
    null,
    'intro ist leer: muss Text sein (setz ihn in Anführungszeichen, wenn er wie eine Zahl aussieht).',
  ],
  ['legal', ['terms'], 7, 'terms muss Text sein.'],
  ['shop', ['colour'], 1, 'colour is not a key here. '],
])(
  '[languages.73] Why a setting cannot be saved is in the language of the member who saves it: %s %j',
  async (scope, field, odd, sentence) => {
    await offer('en', 'de')
    const { scopes } = (await admin.get('/api/admin/settings')).json
    const value = structuredClone(scopes.find((one: Setting) => one.scope === scope).value)
    const group = field.slice(0, -1).reduce((at, key) => at[key], value)
    group[field.at(-1)!] = odd
    const { status, json } = await admin.put(
      `/api/admin/settings/${scope}`,
      { value, base: null },
      { headers: { [languageHeader]: 'de' } },
    )
    expect([status, json.fields]).toEqual([400, { [field.join('.')]: expect.stringContaining(sentence) }])
  },
)

test('[languages.73] What is wrong with a setting as a whole is in one language too', async () => {
  await offer('en', 'de')
  const { json } = await admin.put(
    '/api/admin/settings/shop',
    { value: { perks: [{ title: 'All', perks: [{ name: 'Chat', about: 'Colours' }] }] }, base: null },
    { headers: { [languageHeader]: 'de' } },
  )
  expect(Object.values<string>(json.fields)[0]).toMatch(/^Die Datei hat nichts zu verkaufen: /)
})

test('[languages.52] What is saved is offered by every process without a restart, with its texts and its words of content, and visitors get no page of before', async () => {
  for (const site of [here, there]) {
    const before = await pageOf(site, '/faq', 'de')
    expect([before.tag, before.offered, before.vary]).toEqual(['en', '[]', 'accept-encoding'])
  }
  await offer('en', 'de')
  expect(await stored()).toEqual([{ default: 'en', offered: ['en', 'de'] }])
  for (const site of [here, there]) {
    const german = await pageOf(site, '/faq', 'de')
    expect([german.tag, german.offered, german.texts]).toEqual(['de', '["en","de"]', 'true'])
    expect(german.vary).toBe('accept-encoding, cookie, accept-language')
    const english = await pageOf(site, '/faq')
    expect([english.tag, english.texts]).toEqual(['en', 'false'])
    expect(
      (await site.browser().get('/api/user', { headers: { 'accept-language': 'de' } })).json.message,
    ).toBe('Du musst angemeldet sein')
    const { json: rules } = await site.browser().get('/api/content/rules?lang=de')
    expect(JSON.stringify(rules)).not.toBe(
      JSON.stringify((await site.browser().get('/api/content/rules')).json),
    )
    expect((await site.browser().get('/sitemap.xml')).text).toContain('hreflang="de"')
    expect(
      (await site.browser().get(`${site.context.languages.named('de').site!.catalogue}?page=faq`)).status,
    ).toBe(200)
  }
  // Another default: the bare addresses are German from then on.
  expect((await save(['en', 'de'], 'de')).status).toBe(200)
  await whenOffered('de,en')
  for (const site of [here, there]) {
    const german = await pageOf(site, '/faq', 'ja')
    expect([german.tag, german.offered]).toEqual(['de', '["de","en"]'])
  }
})

test('[languages.53] A withdrawn language is served no more: no page, no text, no address in the sitemap, and its members get the default', async () => {
  await offer('en', 'de', 'fr')
  const catalogue = `${here.context.languages.named('de').site!.catalogue}?page=faq`
  const member = await here.member()
  expect((await member.put('/api/user/language', { language: 'de' })).status).toBeLessThan(300)
  for (const site of [here, there]) expect((await pageOf(site, '/faq?lang=de')).tag).toBe('de')

  await offer('en', 'fr')
  for (const site of [here, there]) {
    expect((await pageOf(site, '/faq?lang=de')).tag).toBe('en')
    expect((await pageOf(site, '/faq', 'de')).tag).toBe('en')
    expect((await site.browser().get(catalogue)).status).toBe(404)
    expect((await site.browser().get('/sitemap.xml')).text).not.toContain('hreflang="de"')
  }
  expect(here.context.languages.named('de').tag).toBe('en')
  expect((await member.get('/faq')).text).toContain('<html lang="en">')

  await offer('en')
  for (const site of [here, there]) {
    const left = await pageOf(site, '/faq?lang=fr', 'fr')
    expect([left.tag, left.offered, left.texts, left.vary]).toEqual(['en', '[]', 'false', 'accept-encoding'])
    expect((await site.browser().get('/sitemap.xml')).text).not.toContain('hreflang')
    expect((await site.browser().get('/api/content/rules')).headers.vary).not.toContain('accept-language')
  }
})

test('[languages.54] LANGUAGES decides over what was saved in the browser, and the setting says so', async () => {
  await offer('en', 'de')
  const other = await testApp({
    environment: { ...environment, LANGUAGES: 'en,fr' },
    store: here.store,
  })
  const owner = await memberWithRank(other, 'Owner')
  const { value, source, lockedBy } = await settingOf(owner)
  const { status, json } = await owner.put(path, {
    value: { default: 'es', offered: ['es'] },
    base: (await settingOf(owner)).revision,
  })
  const tags = tagsAt(other)
  await other.close()
  expect([value, source, lockedBy]).toEqual([
    { default: 'en', offered: ['en', 'fr'] },
    'variable',
    'LANGUAGES',
  ])
  expect(tags).toEqual(['en,fr'])
  expect([status, json.message]).toEqual([409, 'This is set by LANGUAGES: change it there'])
  expect(await stored()).toEqual([{ default: 'en', offered: ['en', 'de'] }])
})

test('[languages.55] Earlier languages come back by their revision, and an undo of all is English alone; both are in the audit log', async () => {
  await offer('en', 'de')
  const { revision } = await settingOf()
  await offer('fr', 'en')
  expect((await admin.post(`${path}/undo`, { to: revision })).status).toBe(200)
  await whenOffered('en,de')
  expect((await admin.post(`${path}/undo`, { to: null })).status).toBe(200)
  await whenOffered('en')
  expect(await stored()).toEqual([
    { default: 'en', offered: ['en', 'de'] },
    { default: 'fr', offered: ['fr', 'en'] },
    { default: 'en', offered: ['en', 'de'] },
    null,
  ])
  const { rows } = await sql<{ action: string }>`
    SELECT action FROM audit_log WHERE after->>'setting' = 'languages' ORDER BY id DESC LIMIT 4`.execute(
    here.database.sql,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'setting.reset',
    'setting.save',
    'setting.save',
    'setting.save',
  ])
})

test('[languages.55] A new start offers what was saved', async () => {
  await offer('de', 'en')
  const next = await testApp({ ...options, store: here.store })
  const { tag, offered } = await pageOf(next, '/faq', 'ja')
  await next.close()
  expect([tag, offered]).toEqual(['de', '["de","en"]'])
})

test('[languages.58] A preview shows the languages that are not saved, to who made it alone', async () => {
  const member = await memberWithRank(here, 'Admin')
  const { json } = await member.post(`${path}/preview`, { value: { default: 'de', offered: ['de', 'es'] } })
  const look = (by: TestBrowser) =>
    by.get(`/faq?preview=${json.token}`, { headers: { 'accept-language': 'de' } })
  const { text } = await look(member)
  expect(text).toMatch(/lang="de".*\["de","es"\] true/)
  for (const other of [here.browser(), await here.member()])
    expect((await look(other)).text).toMatch(/lang="en".*\[\] false/)
  expect([await stored(), tagsAt(here)]).toEqual([[], ['en']])
})

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'offered-'))
})
afterEach(() => rm(directory, { recursive: true }))

test('[languages.59] The offered languages are exported and imported with the other settings; a language without a file is refused and named', async () => {
  await offer('en', 'de')
  await exportSettings(here.database, directory)
  const file = join(directory, 'languages.yaml')
  expect(await readFile(file, 'utf8')).toBe('default: en\noffered:\n  - en\n  - de\n')
  const { config, database, live, languages } = here.context
  const site = { config, database, live, languages, content: here.content }
  await writeFile(file, 'default: en\noffered: [en, xx]\n')
  await expect(importSettings(site, directory)).rejects.toThrow(
    /languages\.yaml: offered\.1: There is no file of this language/,
  )
  expect(tagsAt(here)).toEqual(['en,de'])
  await writeFile(file, 'default: fr\noffered: [en, fr]\n')
  expect(await importSettings(site, directory)).toEqual(['languages'])
  await whenOffered('fr,en')
  expect((await stored()).at(-1)).toEqual({ default: 'fr', offered: ['en', 'fr'] })
})

const po = (...texts: (readonly [string, string])[]) =>
  texts.map(([id, text]) => `msgid "${id}"\nmsgstr "${text}"\n`).join('\n')

test('[languages.56] The list says how complete each language is, of the release and of the owner, by its own name', async () => {
  const shipped = join(directory, 'shipped')
  const own = join(directory, 'languages')
  await mkdir(shipped)
  await mkdir(own)
  await writeFile(
    join(shipped, 'de.po'),
    po(['Not found', 'Nicht gefunden'], ['You must be signed in', ''], ['Hello {name}', 'Hallo {nobody}']),
  )
  await writeFile(join(own, 'de.po'), po(['You must be signed in', 'Anmelden!'], ['Of no release', 'Nichts']))
  await writeFile(join(own, 'nl.po'), po(['Not found', 'Niet gevonden']))
  await writeFile(join(own, 'notes.txt'), '')
  await writeFile(join(own, 'PT-br.po'), po(['Not found', 'x']))
  const languages = new Languages([shipped, own])
  expect(await languages.available()).toEqual([
    { tag: 'de', name: 'Deutsch', texts: 3, translated: 2, faulty: 1 },
    { tag: 'en', name: 'English', texts: 3, translated: 3, faulty: 0 },
    { tag: 'nl', name: 'Nederlands', texts: 3, translated: 1, faulty: 0 },
  ])
  await writeFile(join(own, 'nl.po'), po(['Not found', 'Niet gevonden'], ['Hello {name}', 'Hoi {name}']))
  expect((await languages.available()).at(-1)?.translated).toBe(2)
})

test('[languages.56] The languages of the release are listed complete', async () => {
  const { json } = await admin.get(`${path}/available`)
  expect(json.map(({ tag }: { tag: string }) => tag).toSorted()).toEqual(['de', 'en', 'es', 'fr', 'pt-BR'])
  for (const { texts, translated, faulty } of json) expect([translated, faulty]).toEqual([texts, 0])
})

/** As another release may have. */
const storeLanguages = (value: string) =>
  sql`
    INSERT INTO settings_revisions (scope, value, base)
    SELECT 'languages', ${value}::jsonb, max(id) FROM settings_revisions WHERE scope = 'languages'
  `.execute(here.database.sql)

test('[languages.57] A saved language whose file is gone is left out and named, and takes no other with it', async () => {
  await offer('en', 'de')
  await storeLanguages('{"default": "xx", "offered": ["xx", "fr", "en"]}')
  await here.context.live.publish('settings', {})
  await whenOffered('fr,en')
  const { json } = await admin.get('/api/admin/overview')
  expect(json.languageProblems).toEqual([expect.stringMatching(/^xx is offered, and there is no .*xx\.po/)])

  await storeLanguages('"nonsense"')
  await here.context.live.publish('settings', {})
  await whenOffered('en')
  expect((await settingOf()).problem).toBeTruthy()
})

test('[languages.57] A file that cannot be read leaves the language as it ships', async () => {
  await mkdir(join(directory, 'de.po'))
  const warnings: string[] = []
  const languages = new Languages([`${rootDir}languages`, directory], {
    warn: (sentence) => void warnings.push(sentence),
  })
  await languages.offer(['en', 'de'])
  expect([languages.tags, warnings]).toEqual([
    ['en', 'de'],
    [expect.stringMatching(/de\.po: it is not a file \(it is left out\)$/)],
  ])
  expect(languages.problems).toEqual(warnings)
})
