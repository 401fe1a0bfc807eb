import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCalendarPath } from '../../../contract/events/events.ts'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { eventCalendar } from './calendar.ts'
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
  const event: Event = {
    id: 1,
    title: 'Cup',
    description: '',
    startDate: '2030-07-04T18:00:00Z',
    endDate: null,
    rewards: [],
    status: 'upcoming',
    creator: { username: 'a' },
    participants: [],
    participantCount: 0,
  }
  const host = { siteName: 'a', publicUrl: 'https://a.example', gameHost: '2001:db8::7', gamePort: 19_132 }
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
  expect(lines.map((line) => (line.startsWith('DTSTAMP') ? line.replace(/\d/g, '0') : line))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Night\\, Foxes//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:event-${id}@foxes.example`,
    'DTSTAMP:00000000T000000Z',
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
