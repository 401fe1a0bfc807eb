import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DiscordServer, discordServer } from '../../testing/discord-server.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../events/testing/event-setup.ts'
import { postMessages } from '../network/discord/post-messages.ts'
import { fanOut } from '../notifications/fanout.ts'
import { newsletterMailTemplates } from './newsletter/mail-templates.ts'

let discord: DiscordServer
let site: TestApp
let admin: TestBrowser
beforeAll(async () => {
  discord = await discordServer()
  site = await testApp({
    environment: { LANGUAGES: 'en, de, fr', RATE_LIMITS: 'off', DISCORD_WEBHOOK_NEWS: discord.webhook(2) },
  })
  admin = await memberWithRank(site, 'Admin', 'Editor')
})
afterAll(async () => {
  await site.close()
  discord.close()
})

const english = { title: 'Spring season', summary: 'It begins.', markdown: 'It **begins** soon.' }
const german = { title: 'Die Frühlingssaison', summary: 'Es geht los.', markdown: 'Es geht **bald** los.' }
let made = 0
const write = async (words: object, over: object = {}) => {
  made += 1
  const { status, json } = await admin.post('/api/admin/news', {
    ...english,
    slug: `item-${made}`,
    words,
    ...over,
  })
  expect([status, json]).toMatchObject([201, {}])
  return json
}
const publish = async ({ id }: { id: number }) =>
  expect((await admin.post(`/api/admin/news/${id}/publication`, {})).status).toBe(200)
const read = async (slug: string, language: string) =>
  (await site.browser().get(`/api/news/${slug}?lang=${language}`)).json
const stored = async () =>
  (await sql`SELECT title, words FROM news ORDER BY id`.execute(site.database.sql)).rows

test.each([
  ['of a language that there is not', { xx: { title: 'Words' } }, 'words.xx', 'This language is not offered'],
  ['of one that is not offered', { es: { title: 'Palabras' } }, 'words.es', 'This language is not offered'],
  ['of the default one', { en: { title: 'Words' } }, 'words.en', 'The default language has the texts'],
  [
    'called like what objects inherit',
    { constructor: { title: 'Words' } },
    'words.constructor',
    'This language is',
  ],
  ['that are no object', [], 'words', 'Must be texts by language'],
  ['that are no texts', { de: 'Titel' }, 'words.de', 'Invalid input'],
  ['of another type', { de: { title: 7 } }, 'words.de.title', 'Must be text'],
  ['too long', { de: { title: 'x'.repeat(101) } }, 'words.de.title', 'Title must be 100 characters or less'],
  ['too short', { de: { title: 'xy' } }, 'words.de.title', 'Title must be at least 3 characters'],
  ['of too many marks', { de: { markdown: '_'.repeat(401) } }, 'words.de.markdown', 'At most 400'],
  ['that are no words', { de: { slug: 'other' } }, 'words.de.slug', 'There is no such field'],
])(
  '[owner.150] Words of news %s are a 400 that names the field, and nothing is stored',
  async (_, words, field, reason) => {
    const item = await write({ de: german })
    const before = [await stored(), await auditEntriesOf(site, 'news')]
    const create = await admin.post('/api/admin/news', { ...english, slug: 'refused', words })
    const update = await admin.patch(`/api/admin/news/${item.id}`, { title: 'Other title', words })
    for (const { status, json } of [create, update]) {
      expect(status).toBe(400)
      expect(Object.keys(json.fields)).toEqual([field])
      expect(json.fields[field]).toMatch(reason.slice(0, 26))
    }
    expect([await stored(), await auditEntriesOf(site, 'news')]).toEqual(before)
  },
)

test('[owner.150] The database refuses words that are no texts', async () => {
  const { id } = await write({})
  for (const words of ['[]', '{"de": "x"}', '{"de": {"title": 7}}', '{"de": {"slug": "x"}}', '{"de": ["x"]}'])
    await expect(
      sql`UPDATE news SET words = ${words}::jsonb WHERE id = ${id}`.execute(site.database.sql),
      words,
    ).rejects.toThrow('news_words_shape')
})

test('[owner.151] A reader is shown news in their language; what nobody translated is in the default one, and named', async () => {
  const item = await write({ de: german, fr: { title: 'La saison' } })
  await publish(item)
  expect(await read(item.slug, 'de')).toMatchObject({
    title: german.title,
    summary: german.summary,
    html: '<p>Es geht <strong>bald</strong> los.</p>',
    slug: item.slug,
    alsoTitled: [english.title, 'La saison'],
  })
  expect(await read(item.slug, 'de')).not.toHaveProperty('untranslated')
  expect(await read(item.slug, 'fr')).toMatchObject({
    title: 'La saison',
    summary: english.summary,
    html: '<p>It <strong>begins</strong> soon.</p>',
    untranslated: { language: 'en', texts: ['summary', 'html'] },
  })
  const inEnglish = await read(item.slug, 'en')
  expect(inEnglish).toMatchObject({ title: english.title, alsoTitled: [german.title, 'La saison'] })
  expect(inEnglish).not.toHaveProperty('untranslated')
  const list = (await site.browser().get('/api/news?lang=de')).json
  expect(list[0]).toMatchObject({ title: german.title, summary: german.summary })
})

test('[owner.151] An empty text is said in the default language again, a language that is not named stays, and each change is audited', async () => {
  const { id, slug, version, words } = await write({ de: german, fr: { title: 'La saison' } })
  expect(words).toEqual({ de: german, fr: { title: 'La saison' } })
  const seen = (await auditEntriesOf(site, 'news')).length
  const change = { words: { de: { ...german, markdown: ' ' } } }
  const changed = (await admin.patch(`/api/admin/news/${id}`, change)).json
  const { markdown: _, ...rest } = german
  expect(changed).toMatchObject({ version: version + 1, words: { de: rest, fr: { title: 'La saison' } } })
  expect(changed.words.de).toEqual(rest)
  expect((await admin.patch(`/api/admin/news/${id}`, change)).json.version).toBe(version + 1)
  await admin.patch(`/api/admin/news/${id}`, { words: { fr: {} } })
  expect((await admin.patch(`/api/admin/news/${id}`, { title: 'Other title' })).json.words).toEqual({
    de: rest,
  })
  expect((await auditEntriesOf(site, 'news')).slice(seen)).toMatchObject([
    { before: { words: { de: german } }, after: { words: { de: rest } } },
    { after: { words: { de: rest } } },
    { after: { title: 'Other title' } },
  ])
  await publish({ id })
  expect(await read(slug, 'de')).toMatchObject({
    html: '<p>It <strong>begins</strong> soon.</p>',
    untranslated: { language: 'en', texts: ['html'] },
  })
})

test('[owner.152] News are told in the language of each reader: on the site, by mail, in the feed, and in the default one on Discord', async () => {
  const reader = await site.member('Leser')
  const other = await site.member('Lecteur')
  await sql`UPDATE users SET language = 'de' WHERE id = ${reader.user.id}`.execute(site.database.sql)
  await sql`UPDATE users SET language = 'fr' WHERE id = ${other.user.id}`.execute(site.database.sql)
  const item = await write({ de: german })
  await publish(item)
  await fanOut(site.database)
  const toldIn = async (browser: TestBrowser) => (await browser.get('/api/notifications')).json[0]
  expect(await toldIn(reader)).toMatchObject({ title: german.title, excerpt: german.summary })
  expect(await toldIn(other)).toMatchObject({ title: english.title, excerpt: english.summary })

  const { rows } = await sql<{ id: number; email: string }>`
    INSERT INTO newsletter_subscribers (email, language, mail_due_at, confirmed_at)
    VALUES ('leser@example.org', 'de', NULL, now()), ('reader@example.org', NULL, NULL, now()) RETURNING id, email
  `.execute(site.database.sql)
  const template = newsletterMailTemplates(site.context)['newsletter.issue']!
  const mails = await Promise.all(
    rows.map(({ id }) =>
      template({ data: { newsId: item.id, subscriberId: id }, orderedAt: new Date() } as never),
    ),
  )
  expect(mails.map((mail) => mail?.subject.replace(/^\[.*\] /, ''))).toEqual([german.title, english.title])
  expect(mails[0]?.text).toContain(german.summary)

  const feed = async (language: string) =>
    (await site.app.inject({ url: `/news/feed.xml?lang=${language}` })).body
  expect(await feed('de')).toContain(`<title>${german.title}</title>`)
  expect(await feed('fr')).toContain(`<title xml:lang="en">${english.title}</title>`)

  await postMessages(site.context)
  expect(JSON.stringify(discord.posted)).toContain(english.title)
  expect(JSON.stringify(discord.posted)).not.toContain(german.title)
})
