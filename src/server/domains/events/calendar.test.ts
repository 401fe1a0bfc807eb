import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventCalendarPath } from '../../../contract/events/events.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { createCup } from '../cups/testing/cup-setup.ts'
import { eventCalendar } from './calendar.ts'
import type { CalendarEvent } from './queries.ts'
import { createEvent, memberWithRank } from './testing/event-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({
    environment: {
      RATE_LIMITS: 'off',
      SITE_NAME: 'Night, Foxes',
      PUBLIC_URL: 'https://foxes.example:8443',
      GAME_HOST: 'play.foxes.example',
    },
  })
})
afterAll(() => site.close())

const hard = {
  title: 'Cup; "final", round 2\\3',
  description: `First line\r\nSecond line, with 🦊 ${'é'.repeat(120)}\nBEGIN:VEVENT`,
  startDate: '2030-07-04T18:00:00Z',
  rewards: ['Gold, of course'],
}

const calendarOf = async (id: number) => {
  const response = await site.browser().get(eventCalendarPath(id))
  const unfolded = response.text.replace(/\r\n /g, '')
  return { response, lines: unfolded.split('\r\n') }
}

test('[inputs.11] the place of an event has an IPv6 address in brackets', () => {
  const event: CalendarEvent = {
    id: 1,
    title: 'Cup',
    description: '',
    startDate: '2030-07-04T18:00:00Z',
    endDate: null,
    rewards: [],
    status: 'upcoming',
    creator: { username: 'a' },
    participantCount: 0,
    tba: false,
    version: 1,
    createdAt: '2030-07-01T00:00:00Z',
    modifiedAt: '2030-07-01T00:00:00Z',
    isCup: false,
  }
  const host = {
    siteName: 'a',
    publicUrl: 'https://a.example',
    authority: { name: 'a.example' },
    gameHost: '2001:db8::7',
    gamePort: 19_132,
    language: 'en',
  }
  expect(eventCalendar(event, host, new Date(0))).toContain(
    'LOCATION:Minecraft Bedrock: [2001:db8::7]:19132\r\n',
  )
})

test('an unknown event has no calendar file, what is no id is a 400, and only reading is possible', async () => {
  const visitor = site.browser()
  expect((await visitor.get(eventCalendarPath(2_147_483_647))).status).toBe(404)
  expect((await visitor.get('/api/events/x/event.ics')).json.fields).toHaveProperty('id')
  const posted = await visitor.post(eventCalendarPath(1))
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
})

test('an event is a calendar file (RFC 5545): escaped, in UTC, 24 hours long without an end, under a lasting name', async () => {
  const staff = await memberWithRank(site, 'Helper')
  const { id } = (await staff.post('/api/events', hard)).json
  const { response, lines } = await calendarOf(id)
  expect([response.status, response.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(response.headers['content-disposition']).toBe(`attachment; filename="event-${id}.ics"`)
  expect(
    lines.map((line) => (/^(DTSTAMP|LAST-MODIFIED)/.test(line) ? line.replace(/\d/g, '0') : line)),
  ).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Night\\, Foxes//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:event-${id}@foxes.example`,
    'DTSTAMP:00000000T000000Z',
    'LAST-MODIFIED:00000000T000000Z',
    'SEQUENCE:0',
    'DTSTART:20300704T180000Z',
    'DTEND:20300705T180000Z',
    'SUMMARY:Cup\\; "final"\\, round 2\\\\3',
    `DESCRIPTION:First line\\nSecond line\\, with 🦊 ${'é'.repeat(120)}\\nBEGIN:VEVENT\\n• Gold\\, of course`,
    'LOCATION:Minecraft Bedrock: play.foxes.example:19132',
    `URL:https://foxes.example:8443/events?event=${id}#event-${id}`,
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('no line is longer than 75 octets, and folding never cuts a character', async () => {
  const staff = await memberWithRank(site, 'Helper')
  const { id } = (await staff.post('/api/events', hard)).json
  const { response } = await calendarOf(id)
  const raw = response.text.split('\r\n')
  expect(raw.some((line) => line.startsWith(' '))).toBe(true)
  for (const line of raw) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\ufffd')
    expect(line).not.toMatch(/[\r\n]/)
  }
})

test('an event whose dates are not settled is tentative', async () => {
  const { lines } = await calendarOf(await createEvent(site, { tba: true }))
  expect(lines).toContain('STATUS:TENTATIVE')
})

const versionOf = async (id: number) => {
  const { lines } = await calendarOf(id)
  return lines.filter((line) => /^(SEQUENCE|LAST-MODIFIED):/.test(line))
}

test('[inputs.14] each change of an event raises SEQUENCE and LAST-MODIFIED of its calendar file, and nothing else does', async () => {
  const staff = await memberWithRank(site, 'Moderator')
  const { id } = (await staff.post('/api/events', hard)).json
  await sql`UPDATE events SET created_at = '2026-01-01T10:00:00Z', modified_at = '2026-01-01T10:00:00Z' WHERE id = ${id}`.execute(
    site.database.sql,
  )
  const first = ['LAST-MODIFIED:20260101T100000Z', 'SEQUENCE:0']
  expect(await versionOf(id)).toEqual(first)

  const refused = await site.browser().patch(`/api/events/${id}`, { title: 'Nobody' })
  expect(refused.status).toBe(401)
  expect((await staff.patch(`/api/events/${id}`, { title: hard.title })).status).toBe(200)
  expect((await (await site.member()).post(`/api/events/${id}/register`)).status).toBeLessThan(300)
  await sql`UPDATE events SET creator_id = NULL WHERE id = ${id}`.execute(site.database.sql)
  expect(await versionOf(id)).toEqual(first)

  expect((await staff.patch(`/api/events/${id}`, { startDate: '2030-07-05T18:00:00Z' })).status).toBe(200)
  const [modified, sequence] = await versionOf(id)
  expect(sequence).toBe('SEQUENCE:1')
  expect(modified! > first[0]!).toBe(true)
  const { json } = await site.browser().get(`/api/events/${id}`)
  expect(json.startDate).toBe('2030-07-05T18:00:00.000Z')
  for (const name of ['version', 'modifiedAt']) expect(json).not.toHaveProperty(name)
})

test('[inputs.14] LAST-MODIFIED never goes back with the clock, and the previous release moves it as well', async () => {
  const id = await createEvent(site)
  const store = async (at: string) =>
    sql`UPDATE events SET modified_at = ${at} WHERE id = ${id}`.execute(site.database.sql)
  const change = () =>
    sql`UPDATE events SET title = title || '!', version = version + 1 WHERE id = ${id}`.execute(
      site.database.sql,
    )
  await store('2026-01-01T10:00:00Z')
  await change()
  expect((await versionOf(id))[0]).not.toBe('LAST-MODIFIED:20260101T100000Z')
  await store('2099-01-01T10:00:00Z')
  await change()
  expect(await versionOf(id)).toEqual(['LAST-MODIFIED:20990101T100000Z', 'SEQUENCE:2'])
})

test('[inputs.16] an event keeps its id in calendars when the address of the site changes', async () => {
  const id = await createEvent(site)
  const uid = async () => (await calendarOf(id)).lines.find((line) => line.startsWith('UID:'))
  expect(await uid()).toBe(`UID:event-${id}@foxes.example`)
  const moved = await testApp({
    store: site.store,
    environment: { RATE_LIMITS: 'off', PUBLIC_URL: 'https://wolves.example' },
  })
  onTestFinished(() => moved.close())
  const { text } = await moved.browser().get(eventCalendarPath(id))
  expect(text).toContain(`UID:event-${id}@foxes.example\r\n`)
  expect(text).toContain('URL:https://wolves.example/')
})

test('[cups.127] The calendar entry of a cup leads to the cup, and lists say which events are cups', async () => {
  const other = await createEvent(site)
  const id = await createCup(site, await memberWithRank(site, 'Helper'))
  expect((await calendarOf(id)).lines).toContain(`URL:https://foxes.example:8443/cups/${id}`)
  const listed = (await site.browser().get('/api/events')).json as { id: number; isCup?: boolean }[]
  const isCup = (wanted: number) => listed.find((event) => event.id === wanted)?.isCup
  expect([isCup(other), isCup(id)]).toEqual([undefined, true])
})

test('[languages.68] a calendar file names the default language of the site', async () => {
  const id = await createEvent(site)
  const german = await testApp({ store: site.store, environment: { LANGUAGES: 'de, en' } })
  onTestFinished(() => german.close())
  const inEnglish = { headers: { 'accept-language': 'en', cookie: 'lang=en' } }
  const { text } = await german.browser().get(eventCalendarPath(id), inEnglish)
  expect(text).toMatch(/^PRODID:.*\/\/DE\r$/m)
})
