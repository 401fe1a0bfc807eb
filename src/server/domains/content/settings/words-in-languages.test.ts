import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Setting, TranslationContent } from '../../../../contract/content/settings-schemas.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { memberWithRank } from '../../events/testing/event-setup.ts'
import { exportSettings, importSettings } from './files.ts'

let site: TestApp
let admin: Awaited<ReturnType<typeof memberWithRank>>
beforeAll(async () => {
  site = await testApp({ environment: { LANGUAGES: 'en, de, fr' } })
  admin = await memberWithRank(site, 'Admin')
})
afterAll(() => site.close())

const stored = async () =>
  (
    await sql<{ scope: string; value: unknown }>`
      SELECT scope, value FROM settings_revisions ORDER BY id
    `.execute(site.database.sql)
  ).rows
beforeEach(async () => {
  await sql`DELETE FROM settings_revisions`.execute(site.database.sql)
  await site.context.live.publish('settings', {})
  await vi.waitFor(
    async () => expect((await settings()).filter(({ revision }) => revision !== null)).toEqual([]),
    { timeout: 60_000, interval: 20 },
  )
})

const settings = async (): Promise<Setting[]> => (await admin.get('/api/admin/settings')).json.scopes
const save = (scope: string, value: unknown, base: number | null = null, by = admin) =>
  by.put(`/api/admin/settings/${scope}`, { value, base })
const read = async (path: string, language: string) =>
  (await site.browser().get(`/api${path}${path.includes('?') ? '&' : '?'}lang=${language}`)).json

const guidelines = {
  guidelines: [
    { title: 'Be kind', text: 'To everybody. See [the rules](/rules).' },
    { title: 'Say gg', text: 'On {site}, after each fight.' },
  ],
}
const german: TranslationContent = [
  { at: 'guidelines.title', text: 'Be kind', said: 'Sei nett' },
  {
    at: 'guidelines.text',
    text: 'To everybody. See [the rules](/rules).',
    said: 'Zu allen. Siehe [die Regeln](/rules).',
  },
  { at: 'guidelines.text', text: 'On {site}, after each fight.', said: 'Auf {site}, nach jedem Kampf.' },
]

test('[owner.125] Words of another language are saved by who may change the setting, for an offered language that is not the default, and for settings that hold words', async () => {
  expect((await save('rules@de', [], null, site.browser() as never)).status).toBe(401)
  expect((await save('rules@de', [], null, await memberWithRank(site, 'Moderator'))).status).toBe(403)
  for (const scope of [
    'rules@pt-BR',
    'rules@en',
    'rules@',
    'rules@de@fr',
    'look@de',
    'legal@de',
    'page.nobody@de',
  ])
    expect([scope, (await save(scope, [])).status]).toEqual([scope, 404])
  expect(await stored()).toEqual([])
})

test.each([
  ['no list', { guidelines: [] }, /must be a list/],
  ['an empty text', [{ at: 'guidelines.title', text: 'Be kind', said: ' ' }], /1\.said must not be empty/],
  ['a text without a place', [{ text: 'Be kind', said: 'Sei nett' }], /1\.at is missing: it must be text/],
  [
    'other links',
    [{ ...german[1]!, said: 'Zu allen. Siehe [die Regeln](/faq).' }],
    /guidelines\.0\.text must have the links and commands/,
  ],
  [
    'a text that is too long',
    [{ ...german[0]!, said: 'x'.repeat(121) }],
    /title must be 120 characters or less/,
  ],
])('[owner.126] Words with %s are refused with a reason, and nothing is stored', async (_, value, reason) => {
  await save('guidelines', guidelines)
  const before = await stored()
  const { status, json } = await save('guidelines@de', value)
  expect(status).toBe(400)
  expect(Object.values(json.fields).join()).toMatch(reason)
  expect(await stored()).toEqual(before)
})

test('[owner.127] Words of a language are read in it alone, wherever their text moves, and no more once that text was changed', async () => {
  const { json } = await save('guidelines', guidelines)
  expect((await save('guidelines@de', german)).status).toBe(200)
  const { siteName } = site.context.config
  const inGerman = [
    { title: 'Sei nett', text: 'Zu allen. Siehe [die Regeln](/rules).' },
    { title: 'Say gg', text: `Auf ${siteName}, nach jedem Kampf.` },
  ]
  expect((await read('/content/guidelines', 'de')).guidelines).toEqual(inGerman)
  expect((await read('/content/guidelines', 'fr')).guidelines[0].title).toBe('Be kind')
  expect((await read('/content/guidelines', 'en')).guidelines[0].title).toBe('Be kind')
  const [kind, gg] = guidelines.guidelines
  await save('guidelines', { guidelines: [gg, { ...kind, title: 'Be very kind' }] }, json.revision)
  expect((await read('/content/guidelines', 'de')).guidelines).toEqual([
    inGerman[1],
    { ...inGerman[0], title: 'Be very kind' },
  ])
  const own = (await settings()).find(({ scope }) => scope === 'guidelines@de')!
  expect(own).toMatchObject({ value: german, given: [], source: 'browser' })
  await admin.post('/api/admin/settings/guidelines@de/undo', { to: null })
  expect((await read('/content/guidelines', 'de')).guidelines[0].title).toBe('Say gg')
  expect((await settings()).some(({ scope }) => scope === 'guidelines@de')).toBe(false)
})

test('[owner.127] A word that is the same in both languages replaces what a file says', async () => {
  const title = 'General Rules'
  const titleIn = async () => (await read('/content/rules', 'de')).sections[0].title
  expect(await titleIn()).toBe('Allgemeine Regeln')
  await save('rules@de', [{ at: 'sections.title', text: title, said: title }])
  expect(await titleIn()).toBe(title)
})

test('[owner.128] Pages of the network, the navigation and words of pages are read in another language; prices, links and drafts are those of the default', async () => {
  await save('page.team', { title: 'Team', description: null, text: 'Who **we** are', isPublished: true })
  await save('page.team@de', [
    { at: 'title', text: 'Team', said: 'Mannschaft' },
    { at: 'text', text: 'Who **we** are', said: 'Wer **wir** sind' },
    { at: 'isPublished', text: 'true', said: 'false' },
  ])
  await save('navigation', { header: [{ label: 'Team', to: '/p/team' }], footer: [], off: [] })
  await save('navigation@de', [
    { at: 'header.label', text: 'Team', said: 'Mannschaft' },
    { at: 'header.to', text: '/p/team', said: '/rules' },
  ])
  const { intro } = (await settings()).find(({ scope }) => scope === 'words.seasons')!.value as {
    intro: string
  }
  await save('words.seasons@de', [{ at: 'intro', text: intro, said: 'Bitte lesen' }])
  expect(await read('/content/pages/team', 'de')).toMatchObject({ title: 'Mannschaft', isPublished: true })
  expect((await read('/content/pages/team', 'de')).html).toContain('Wer <strong>wir</strong> sind')
  expect(await read('/content/pages/team', 'en')).toMatchObject({ title: 'Team' })
  // Who reads another language is told that the text is not in it.
  const languages = ['en', 'de', 'fr'].map(async (tag) => (await read('/content/pages/team', tag)).language)
  expect(await Promise.all(languages)).toEqual([undefined, undefined, 'en'])
  expect(site.content.site('de').navigation).toMatchObject({
    header: [{ label: 'Mannschaft', to: '/p/team' }],
  })
  expect(site.content.site('en').navigation).toMatchObject({ header: [{ label: 'Team', to: '/p/team' }] })
  expect((await read('/content/words', 'de')).seasons.intro).toBe('Bitte lesen')
  expect((await read('/content/words', 'fr')).seasons.intro).not.toBe('Bitte lesen')
})

test('[owner.129] The editor is given what files and the release say in a language, and an export carries what was written', async () => {
  const given = (await admin.get('/api/admin/settings/rules@de/given')).json
  expect(given).toContainEqual({
    at: 'sections.title',
    text: 'General Rules',
    said: 'Allgemeine Regeln',
  })
  expect((await admin.get('/api/admin/settings/rules/given')).json).toEqual([])
  await save('guidelines', guidelines)
  await save('guidelines@de', german)
  const directory = await mkdtemp(join(tmpdir(), 'settings-'))
  await exportSettings(site.database, directory)
  expect(await readdir(directory)).toEqual(['guidelines.yaml', 'guidelines@de.yaml'])
  await sql`DELETE FROM settings_revisions`.execute(site.database.sql)
  const { content, context } = site
  const { database, live, languages } = context
  expect(await importSettings({ database, live, content, languages }, directory)).toEqual([
    'guidelines',
    'guidelines@de',
  ])
  await writeFile(join(directory, 'page.gone@de.yaml'), '[]')
  await expect(importSettings({ database, live, content, languages }, directory)).rejects.toThrow(
    /there is no page\.gone\.yaml/,
  )
  await rm(directory, { recursive: true })
  await vi.waitFor(async () =>
    expect((await read('/content/guidelines', 'de')).guidelines[0].title).toBe('Sei nett'),
  )
})
