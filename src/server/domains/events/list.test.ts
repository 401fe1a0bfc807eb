import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { createEvent } from './testing/event-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off', SITE_SHORT_NAME: 'Foxes' } })
})
afterAll(() => site.close())
beforeEach(() => sql`DELETE FROM events`.execute(site.database.sql))

/** Registers accounts without password, one second apart. */
async function crowd(eventId: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH people AS (
      INSERT INTO users (gamertag) SELECT 'Guest ' || n FROM generate_series(1, ${count}::int) AS n RETURNING id
    ), numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM people)
    INSERT INTO event_registrations (event_id, user_id, created_at)
    SELECT ${eventId}::int, id, now() - interval '1 day' + n * interval '1 second' FROM numbered
    RETURNING user_id AS id
  `.execute(site.database.sql)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

const listed = async (browser = site.browser()): Promise<Event[]> => (await browser.get('/api/events')).json

test('[events.24] Event status follows the dates: upcoming before start, active until end (24 h without end date), then past; unless staff set tba', async () => {
  const cases = [
    ['upcoming', { start: '1 minute', end: '1 hour' }],
    ['active', { start: '-1 minute', end: '1 minute' }],
    ['active', { start: '-23 hours -59 minutes' }],
    ['past', { start: '-24 hours -1 minute' }],
    ['past', { start: '-2 hours', end: '-1 minute' }],
    ['active', { start: '-3 days', end: '1 minute' }],
    ['tba', { start: '-3 days', tba: true }],
    ['tba', { start: '1 day', tba: true }],
  ] as const
  for (const [, dates] of cases) await createEvent(site, dates)
  const statuses = (await listed()).map(({ status }) => status)
  expect(statuses.reverse()).toEqual(cases.map(([status]) => status))
})

test('[events.22] GET /api/events answers an array of {id, title, description, status, startDate, endDate, rewards, creator{username}, participants[{userId, status, user{username}}], participantCount}', async () => {
  const staff = await site.member('Organizer')
  const { rows } = await sql<{ id: number }>`
    INSERT INTO events (title, description, start_date, end_date, rewards, creator_id)
    VALUES ('Cup', 'Text', '2099-01-01T10:00Z', '2099-01-01T12:30:00.5Z', ARRAY['Gold', 'A, "quoted" {prize}'],
      ${staff.user.id}) RETURNING id
  `.execute(site.database.sql)
  const id = rows[0]!.id
  await staff.post(`/api/events/${id}/register`)
  expect(await listed()).toEqual([
    {
      id,
      title: 'Cup',
      description: 'Text',
      status: 'upcoming',
      startDate: '2099-01-01T10:00:00.000Z',
      endDate: '2099-01-01T12:30:00.500Z',
      rewards: ['Gold', 'A, "quoted" {prize}'],
      creator: { username: 'Organizer' },
      participants: [
        { userId: staff.user.id, status: 'registered', user: { username: 'Organizer', avatarUrl: null } },
      ],
      participantCount: 1,
    },
  ])
})

test("names are the shown ones: a linked member's gamertag, never the sign-in name", async () => {
  const member = await site.member('SecretName')
  await sql`UPDATE users SET gamertag = 'xX Fox Xx', linked_at = now() WHERE id = ${member.user.id}`.execute(
    site.database.sql,
  )
  const id = await createEvent(site)
  await sql`UPDATE events SET creator_id = ${member.user.id}`.execute(site.database.sql)
  await member.post(`/api/events/${id}/register`)
  const text = (await site.browser().get('/api/events')).text
  expect(text).not.toContain('SecretName')
  expect(JSON.parse(text)[0]).toMatchObject({
    creator: { username: 'xX Fox Xx' },
    participants: [{ user: { username: 'xX Fox Xx' } }],
  })
})

test("an event whose creator's account is gone is the team's; a participant whose account is gone is gone", async () => {
  const member = await site.member()
  const id = await createEvent(site)
  await sql`UPDATE events SET creator_id = ${member.user.id}`.execute(site.database.sql)
  await member.post(`/api/events/${id}/register`)
  await sql`DELETE FROM users WHERE id = ${member.user.id}`.execute(site.database.sql)
  expect((await listed())[0]).toMatchObject({
    creator: { username: 'Foxes Staff' },
    participants: [],
    participantCount: 0,
  })
})

test('[events.23] Event participants: the viewer first, then the earliest, at most 100', async () => {
  const id = await createEvent(site)
  const earlier = await crowd(id, 120)
  const viewer = await site.member('Latecomer')
  await viewer.post(`/api/events/${id}/register`)
  const idsFor = async (browser = site.browser()) => {
    const [event] = await listed(browser)
    expect(event!.participantCount).toBe(121)
    return event!.participants.map(({ userId }) => userId)
  }
  expect(await idsFor()).toEqual(earlier.slice(0, 100))
  expect(await idsFor(viewer)).toEqual([viewer.user.id, ...earlier.slice(0, 99)])
  expect(await idsFor(await site.member())).toEqual(earlier.slice(0, 100))
})

test('[cups.139] A past event sends five participants and the count, and one that ended more than 60 days ago comes on request only', async () => {
  expect((await site.browser().get('/api/events?older=yes')).json.fields).toEqual({ older: 'Must be true' })
  const ids: number[] = []
  for (const dates of [
    { start: '-70 days', end: '-61 days' },
    { start: '-61 days -1 hour' },
    { start: '-70 days', end: '-59 days' },
    { start: '-70 days', tba: true },
    { start: '-70 days', end: '1 hour' },
  ])
    ids.push(await createEvent(site, dates))
  const [long, longOpen, past, tba, active] = ids
  const earlier = await crowd(past!, 7)
  const viewer = await site.member()
  await sql`INSERT INTO event_registrations (event_id, user_id) VALUES (${past!}, ${viewer.user.id})`.execute(
    site.database.sql,
  )
  expect((await listed()).map(({ id }) => id)).toEqual([active, tba, past])
  const older: Event[] = (await site.browser().get('/api/events?older=true')).json
  expect(older.map(({ id }) => id)).toEqual([longOpen, long])
  const shownTo = async (browser = site.browser()) => {
    const event = (await listed(browser)).find(({ id }) => id === past)!
    expect(event.participantCount).toBe(8)
    return event.participants.map(({ userId }) => userId)
  }
  expect(await shownTo()).toEqual(earlier.slice(0, 5))
  expect(await shownTo(viewer)).toEqual([viewer.user.id, ...earlier.slice(0, 4)])
})

test('[tonight.17] Events that are on or start within a week come on request, of their people only the viewer', async () => {
  const soon = '/api/events?soon=true'
  expect((await site.browser().get('/api/events?soon=yes')).json.fields).toEqual({ soon: 'Must be true' })
  const ids: number[] = []
  for (const dates of [
    { start: '-90 days', end: '1 hour' },
    { start: '-1 hour' },
    { start: '6 days 23 hours' },
    { start: '7 days 1 hour' },
    { start: '-25 hours' },
    { start: '1 hour', tba: true },
  ])
    ids.push(await createEvent(site, dates))
  await crowd(ids[2]!, 7)
  const viewer = await site.member()
  await viewer.post(`/api/events/${ids[2]}/register`)
  const people = async (browser = site.browser()) =>
    (await browser.get(soon)).json.map(({ id, participants, participantCount }: Event) => [
      id,
      participants.map(({ userId }) => userId),
      participantCount,
    ])
  expect(await people()).toEqual([
    [ids[2], [], 8],
    [ids[1], [], 0],
    [ids[0], [], 0],
  ])
  expect((await people(viewer))[0]).toEqual([ids[2], [viewer.user.id], 8])
  const first = await site.browser().get(`${soon}&limit=2`)
  const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1]
  expect((await site.browser().get(next!)).json.map(({ id }: Event) => id)).toEqual([ids[0]])
})

test('events are newest first, at most 200, and older ones are behind the link', async () => {
  await sql`
    INSERT INTO events (title, description, start_date)
    SELECT 'Event ' || n, '', now() FROM generate_series(1, 205) AS n
  `.execute(site.database.sql)
  const first = await site.browser().get('/api/events')
  const titles = (response: typeof first) => response.json.map(({ title }: Event) => title)
  expect(titles(first)).toHaveLength(200)
  expect(titles(first)[0]).toBe('Event 205')
  const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1]
  const rest = await site.browser().get(next!)
  expect(titles(rest)).toEqual(['Event 5', 'Event 4', 'Event 3', 'Event 2', 'Event 1'])
  expect(rest.headers.link).toBeUndefined()
  expect((await site.browser().get('/api/events?limit=201')).status).toBe(400)
  expect((await site.browser().get('/api/events?before=0')).status).toBe(400)
})
