import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isStaffRank, shippedRanks } from '../../../contract/accounts/ranks.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { auditEntriesOf, createEvent, memberWithRank } from './testing/event-setup.ts'

let site: TestApp
let staff: TestBrowser
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  staff = await memberWithRank(site, 'Helper', 'Organizer')
})
afterAll(() => site.close())

const cup = {
  title: 'Bridge Cup',
  description: 'Two against two.',
  startDate: '2030-07-04T18:00:00+02:00',
  endDate: '2030-07-04T21:00:00Z',
  rewards: ['Gold rank', '500 points'],
}

const stored = async () => {
  const { rows } = await sql`SELECT * FROM events ORDER BY id`.execute(site.database.sql)
  return rows
}
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } })
const made = async (over: object = {}) => (await staff.post('/api/events', { ...cup, ...over })).json

test('[admin.06] Only staff create, change and remove events: visitors get 401, members of other ranks 403, and nothing changes', async () => {
  const id = await createEvent(site)
  const before = [await stored(), await auditEntriesOf(site, 'event')]
  const people = [
    [site.browser(), 401],
    ...(await Promise.all(
      shippedRanks
        .filter((rank) => !isStaffRank(rank))
        .map(async (rank) => [await memberWithRank(site, rank), 403] as const),
    )),
  ] as const
  for (const [browser, status] of people) {
    expect((await browser.post('/api/events', cup)).status).toBe(status)
    expect((await browser.patch(`/api/events/${id}`, { title: 'Mine now' })).status).toBe(status)
    expect((await browser.delete(`/api/events/${id}`)).status).toBe(status)
    expect((await browser.get('/api/admin/events')).status).toBe(status)
  }
  expect([await stored(), await auditEntriesOf(site, 'event')]).toEqual(before)
})

test('[admin.06] Every rank of staff may, and who is demoted while signed in may no more', async () => {
  for (const rank of shippedRanks.filter(isStaffRank)) {
    const browser = await memberWithRank(site, rank)
    const { status, json } = await browser.post('/api/events', cup)
    expect(status).toBe(201)
    await sql`UPDATE users SET rank = 'Diamond' WHERE id = ${browser.user.id}`.execute(site.database.sql)
    expect((await browser.delete(`/api/events/${json.id}`)).status).toBe(403)
  }
})

test.each([
  ['a short title', { title: 'ab' }, 'title', 'Title must be at least 3 characters'],
  ['a title of spaces', { title: '   a   ' }, 'title', 'Title must be at least 3 characters'],
  ['a title that nobody sees', { title: '\u200b\u200b\u200b' }, 'title', 'Title is required'],
  ['a long title', { title: 'x'.repeat(101) }, 'title', 'Title must be 100 characters or less'],
  ['a title of two lines', { title: 'two\nlines' }, 'title', 'Title must be a single line'],
  ['no title', { title: undefined }, 'title', 'Title is required'],
  [
    'a long description',
    { description: 'x'.repeat(2_001) },
    'description',
    'Description must be 2000 characters or less',
  ],
  ['a start that is no date', { startDate: 'tomorrow' }, 'startDate', /^The start must be a date with time/],
  [
    'a day that does not exist',
    { startDate: '2030-02-30T10:00:00Z' },
    'startDate',
    /^The start must be a date with time/,
  ],
  [
    'a start without a zone',
    { startDate: '2030-07-04T18:00:00' },
    'startDate',
    /^The start must be a date with time/,
  ],
  [
    'a start long ago',
    { startDate: '1999-12-31T23:59:59Z' },
    'startDate',
    'The start must be between 2000 and 2099',
  ],
  [
    'an end far away',
    { endDate: '2100-01-01T00:00:00Z' },
    'endDate',
    'The end must be between 2000 and 2099',
  ],
  ['an end at the start', { endDate: cup.startDate }, 'endDate', 'The end must be after the start'],
  [
    'an end before the start',
    { endDate: '2030-07-04T15:59:59Z' },
    'endDate',
    'The end must be after the start',
  ],
  ['eleven rewards', { rewards: Array.from({ length: 11 }, () => 'x') }, 'rewards', 'At most 10 rewards'],
  ['a long reward', { rewards: ['x'.repeat(101)] }, 'rewards', 'A reward must be 100 characters or less'],
  ['an empty reward', { rewards: [' '] }, 'rewards', 'A reward is required'],
  ['tba that is neither', { tba: 'yes' }, 'tba', /./],
])(
  '[admin.06] An event is validated: %s is a 400 that names the field',
  async (_what, over, field, sentence) => {
    const before = await stored()
    const event = await made()
    for (const response of [
      await staff.post('/api/events', { ...cup, ...over }),
      ...('title' in over && over.title === undefined
        ? []
        : [await staff.patch(`/api/events/${event.id}`, over)]),
    ]) {
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, [field]])
      expect(response.json.fields[field]).toMatch(sentence)
    }
    await staff.delete(`/api/events/${event.id}`)
    expect(await stored()).toEqual(before)
  },
)

test('[admin.06] Staff create an event; /api/events shows it, in UTC, by its creator', async () => {
  const response = await staff.post('/api/events', {
    ...cup,
    title: '  Bridge Cup  ',
    id: 1,
    creator: 'x',
    version: 9,
  })
  expect(response.status).toBe(201)
  expect(response.json).toMatchObject({
    title: 'Bridge Cup',
    startDate: '2030-07-04T16:00:00.000Z',
    endDate: '2030-07-04T21:00:00.000Z',
    rewards: ['Gold rank', '500 points'],
    status: 'upcoming',
    tba: false,
    version: 1,
    creator: { username: 'Organizer' },
    participantCount: 0,
  })
  const [shown] = (await site.browser().get('/api/events')).json
  expect(shown).toMatchObject({
    id: response.json.id,
    title: 'Bridge Cup',
    creator: { username: 'Organizer' },
  })
  expect(shown).not.toHaveProperty('version')
})

test('[admin.06] Title and start are enough', async () => {
  const { status, json } = await staff.post('/api/events', { title: 'Open End', startDate: cup.startDate })
  expect([status, json.description, json.endDate, json.rewards, json.tba]).toEqual([201, '', null, [], false])
})

test('[admin.06] Staff change an event and set tba; /api/events shows the result, and an absent field stays', async () => {
  const { id } = await made()
  const changed = await staff.patch(`/api/events/${id}`, { tba: true, endDate: null })
  expect([changed.status, changed.json.version, changed.json.status, changed.json.endDate]).toEqual([
    200,
    2,
    'tba',
    null,
  ])
  const [shown] = (await site.browser().get('/api/events')).json
  expect(shown).toMatchObject({ id, title: cup.title, status: 'tba', rewards: cup.rewards })
})

test('[admin.06] The dates are compared as they become: neither may pass the other one that is stored', async () => {
  const { id } = await made()
  const late = await staff.patch(`/api/events/${id}`, { startDate: '2030-07-05T00:00:00Z' })
  expect([late.status, late.json.fields]).toEqual([400, { endDate: 'The end must be after the start' }])
  const early = await staff.patch(`/api/events/${id}`, { endDate: '2030-07-01T00:00:00Z' })
  expect(early.status).toBe(400)
  const both = { startDate: '2030-07-05T00:00:00Z', endDate: '2030-07-06T00:00:00Z' }
  expect((await staff.patch(`/api/events/${id}`, both)).status).toBe(200)
})

test('If-Match: a stale version is a 409 with the current record, and nothing is overwritten; without it the last write wins', async () => {
  const { id } = await made()
  expect((await staff.patch(`/api/events/${id}`, { title: 'First' }, ifMatch(1))).status).toBe(200)
  const stale = await staff.patch(`/api/events/${id}`, { title: 'Second' }, ifMatch(1))
  expect([stale.status, stale.json.code]).toEqual([409, 'conflict'])
  expect(stale.json.current).toMatchObject({ id, title: 'First', version: 2 })
  expect((await staff.delete(`/api/events/${id}`, ifMatch(1))).status).toBe(409)
  expect((await staff.patch(`/api/events/${id}`, { title: 'Third' })).json.version).toBe(3)
  expect((await staff.delete(`/api/events/${id}`, ifMatch(3))).status).toBe(204)
})

test('of 50 parallel changes that mean the same version one is stored, and the audit log has it once', async () => {
  const { id } = await made()
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      staff.patch(`/api/events/${id}`, { title: `Title ${n}` }, ifMatch(1)),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([
    200,
    ...Array.from({ length: 49 }, () => 409),
  ])
  const winner = responses.find(({ status }) => status === 200)!.json.title
  const entries = (await auditEntriesOf(site, 'event')).filter(({ subject_id }) => subject_id === id)
  expect(entries.map(({ action }) => action)).toEqual(['event.create', 'event.update'])
  expect(entries[1]).toMatchObject({ before: { title: cup.title }, after: { title: winner } })
})

test('[admin.06] Staff remove an event with its registrations; again, and everything else about it, is a 404', async () => {
  const { id } = await made()
  const member = await site.member()
  await member.post(`/api/events/${id}/register`)
  expect((await staff.delete(`/api/events/${id}`)).status).toBe(204)
  expect((await staff.delete(`/api/events/${id}`)).status).toBe(404)
  expect((await staff.patch(`/api/events/${id}`, { title: 'Ghost' })).status).toBe(404)
  expect((await site.browser().get(`/api/events/${id}`)).status).toBe(404)
  const { rows } = await sql`SELECT FROM event_registrations WHERE event_id = ${id}`.execute(
    site.database.sql,
  )
  expect(rows).toHaveLength(0)
})

test('each change of staff is in the audit log once, with what it changed; one that changes nothing is none', async () => {
  const { id } = await made()
  await staff.patch(`/api/events/${id}`, { title: 'Bridge Cup', rewards: cup.rewards })
  await staff.patch(`/api/events/${id}`, { rewards: [] })
  await staff.delete(`/api/events/${id}`)
  const entries = (await auditEntriesOf(site, 'event')).filter(({ subject_id }) => subject_id === id)
  const kept = { actor_name: 'Organizer', subject_id: id }
  expect(entries).toEqual([
    { ...kept, action: 'event.create', before: null, after: expect.objectContaining({ title: cup.title }) },
    { ...kept, action: 'event.update', before: { rewards: cup.rewards }, after: { rewards: [] } },
    {
      ...kept,
      action: 'event.delete',
      before: expect.objectContaining({ title: cup.title, participantCount: 0 }),
      after: null,
    },
  ])
})
