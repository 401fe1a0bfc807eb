import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationSentence } from '../../../contract/notifications/notification-text.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { findUndelivered } from '../notifications/queries/deliveries.ts'
import { remindOfEvents } from './reminders.ts'
import { auditEntriesOf, memberWithRank } from './testing/event-setup.ts'

let site: TestApp
let staff: TestBrowser
beforeAll(async () => {
  site = await testApp({ environment: { LANGUAGES: 'en, de, fr', RATE_LIMITS: 'off' } })
  staff = await memberWithRank(site, 'Helper', 'Organizer')
})
afterAll(() => site.close())

const english = { title: 'Spring Fights', description: 'Two against two.', rewards: ['Gold rank', 'A crown'] }
const german = {
  title: 'Frühlingskampf',
  description: 'Zwei gegen zwei.',
  rewards: ['Goldrang', 'Eine Krone'],
}
const startDate = () => new Date(Date.now() + 30 * 60_000).toISOString()
const create = async (words: object, over: object = {}) => {
  const { status, json } = await staff.post('/api/events', {
    ...english,
    startDate: startDate(),
    words,
    ...over,
  })
  expect([status, json]).toMatchObject([201, {}])
  return json
}
const read = async (id: number, language: string) =>
  (await site.browser().get(`/api/events/${id}?lang=${language}`)).json
const stored = async () => (await sql`SELECT * FROM events ORDER BY id`.execute(site.database.sql)).rows
const speaks = (user: { id: number }, language: string) =>
  sql`UPDATE users SET language = ${language} WHERE id = ${user.id}`.execute(site.database.sql)

test.each([
  [
    'of a language that is not offered',
    { es: { title: 'Lucha' } },
    'words.es',
    'This language is not offered',
  ],
  ['of the default one', { en: { title: 'Words' } }, 'words.en', 'The default language has'],
  ['that are no object', 'Titel', 'words', 'Must be texts by language'],
  ['of another type', { de: { description: ['a'] } }, 'words.de.description', 'Must be text'],
  ['too long', { de: { description: 'x'.repeat(2_001) } }, 'words.de.description', 'Description must be'],
  ['with a date', { de: { startDate: startDate() } }, 'words.de.startDate', 'There is no such field'],
  ['with fewer rewards', { de: { rewards: ['Eine'] } }, 'words.de.rewards', 'Write as many rewards'],
])(
  '[owner.153] Words of an event %s are a 400 that names the field, and nothing is stored',
  async (_, words, field, reason) => {
    const { id } = await create({ de: german })
    const before = [await stored(), await auditEntriesOf(site, 'event')]
    const made = await staff.post('/api/events', { ...english, startDate: startDate(), words })
    const changed = await staff.patch(`/api/events/${id}`, { title: 'Other title', words })
    for (const { status, json } of [made, changed]) {
      expect(status).toBe(400)
      expect(Object.keys(json.fields)).toEqual([field])
      expect(json.fields[field]).toContain(reason)
    }
    expect([await stored(), await auditEntriesOf(site, 'event')]).toEqual(before)
  },
)

test('[owner.153] The database refuses words that are no texts', async () => {
  const { id } = await create({})
  for (const words of ['[]', '{"de": []}', '{"de": {"rewards": "x"}}', '{"de": {"tba": "x"}}'])
    await expect(
      sql`UPDATE events SET words = ${words}::jsonb WHERE id = ${id}`.execute(site.database.sql),
      words,
    ).rejects.toThrow('events_words_shape')
})

test('[owner.154] A reader is shown an event in their language, in lists and calendars too; dates are those of the default', async () => {
  const { id, startDate: start } = await create({ de: german, fr: { title: 'Les combats' } })
  expect(await read(id, 'de')).toMatchObject({ ...german, startDate: start })
  expect(await read(id, 'de')).not.toHaveProperty('untranslated')
  expect(await read(id, 'fr')).toMatchObject({
    ...english,
    title: 'Les combats',
    untranslated: { language: 'en', texts: ['description', 'rewards'] },
  })
  expect(await read(id, 'en')).toMatchObject(english)
  const soon = (await site.browser().get('/api/events?soon=true&lang=de')).json
  expect(soon.find((event: { id: number }) => event.id === id)).toMatchObject(german)
  const calendar = await site.app.inject({ url: `/api/events/${id}/event.ics?lang=de` })
  expect(calendar.body).toContain(`SUMMARY:${german.title}`)
  expect(calendar.body).toContain('Goldrang')
})

test('[owner.154] Translated rewards go with the rewards that they translate; other words stay', async () => {
  const { id } = await create({ de: german })
  const { status, json } = await staff.patch(`/api/events/${id}`, { rewards: ['Gold rank'] })
  const { rewards: _, ...rest } = german
  expect([status, json.words]).toEqual([200, { de: rest }])
  expect(await read(id, 'de')).toMatchObject({ ...rest, rewards: ['Gold rank'] })
  const back = (
    await staff.patch(`/api/events/${id}`, { words: { de: { rewards: ['Goldrang'], title: '' } } })
  ).json
  expect(back.words).toEqual({ de: { rewards: ['Goldrang'] } })
})

test('[owner.155] Members are told of an event in their language: that it starts, moved or was cancelled', async () => {
  const member = await site.member('Leserin')
  await speaks(member.user, 'de')
  const { id } = await create({ de: german })
  await member.post(`/api/events/${id}/register`)
  await sql`UPDATE event_registrations SET created_at = now() - interval '1 day'`.execute(site.database.sql)
  await sql`UPDATE events SET start_date = now() + interval '50 minutes' WHERE id = ${id}`.execute(
    site.database.sql,
  )
  await remindOfEvents(site.context)
  const told = async (path = '/api/notifications') => (await member.get(path)).json
  expect((await told())[0].event.title).toBe(german.title)
  expect((await told('/api/notifications?lang=fr'))[0].event.title).toBe(english.title)
  const { rows } = await sql<{ id: number }>`SELECT id FROM notifications WHERE event_id = ${id}`.execute(
    site.database.sql,
  )
  const found = await findUndelivered(site.database.sql, site.context.config, rows[0]!.id, 'site' as never)
  expect(site.context.languages.sayIn('de')(notificationSentence(found!.notification))).toContain(
    german.title,
  )
  expect(site.context.languages.sayIn(null)(notificationSentence(found!.notification))).toBe(
    `${english.title} starts soon`,
  )

  expect((await member.get('/api/today')).json.event?.title).toBe(german.title)
  await staff.patch(`/api/events/${id}`, { tba: true })
  expect((await told())[0].title).toMatch(new RegExp(`^${german.title} `))
  await staff.delete(`/api/events/${id}`)
  expect((await told())[0].title).toMatch(new RegExp(`^${german.title} `))
  expect((await told('/api/notifications?lang=en'))[0].title).toBe(`${english.title} was cancelled`)
})
