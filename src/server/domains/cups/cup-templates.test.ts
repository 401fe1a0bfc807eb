import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { weekdays } from '../../../contract/cups/cup-templates.ts'
import { bySize } from '../../testing/size.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { auditEntriesOf } from '../events/testing/event-setup.ts'
import { makeCups } from './make-cups.ts'
import { findStart } from './queries/cup-templates.ts'
import { bracket, cupPathOf, cupSite, passTime } from './testing/cup-setup.ts'

let site: TestApp
let staff: TestBrowser
beforeAll(async () => {
  ;({ site, staff } = await cupSite())
})
const empty = async (...tables: string[]) => {
  for (const table of tables) await sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)
}
// A cup keeps its event from the check-in on, so cups go first.
beforeEach(() => empty('cup_templates', 'cups', 'events'))
afterAll(() => site.close())

const path = '/api/admin/cup-templates'
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } })

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs)
const dayOf = (date: Date) => date.toISOString().slice(0, 10)

/** Weekday and time in UTC. */
const timesOf = (date: Date) => ({
  weekday: weekdays[(date.getUTCDay() + 6) % 7]!,
  time: date.toISOString().slice(11, 16),
})

/** Three days ahead, so that two dates are within 14 days. */
const weekly = () => ({ ...bracket, title: 'Weekly Cup {n}', timeZone: 'UTC', ...timesOf(inHours(72)) })

const made = async (over: object = {}) => {
  const response = await staff.post(path, { ...weekly(), ...over })
  if (response.status !== 201) throw new Error(response.text)
  return response.json
}
const read = async () => (await staff.get(path)).json[0]
const datesOf = (template: { dates: { date: string; state: string }[] }, state: string) =>
  template.dates.filter((date) => date.state === state).map(({ date }) => date)
const eventIdsOf = (template: { dates: { eventId: number | null }[] }) =>
  template.dates.flatMap(({ eventId }) => eventId ?? [])

const stored = async () => {
  const { rows } = await sql<{ id: number; title: string; start: Date; seats: number | null }>`
    SELECT id, title, start_date AS start, seats FROM events LEFT JOIN cups ON event_id = id ORDER BY start_date, id
  `.execute(site.database.sql)
  return rows
}
const titles = async () => (await stored()).map(({ title }) => title)
const work = (of: TestApp = site) => makeCups(of.context)

const noticesOf = async (member: TestBrowser): Promise<string[]> =>
  (await member.get('/api/notifications')).json.map(({ title }: { title: string }) => title)

test('[cups.113] Only staff see and change templates: visitors get 401, members 403, and nothing is stored', async () => {
  const { id } = await made()
  const before = [await read(), await stored()]
  for (const [browser, status] of [
    [site.browser(), 401],
    [await site.member(), 403],
  ] as const) {
    expect((await browser.get(path)).status).toBe(status)
    expect((await browser.post(path, weekly())).status).toBe(status)
    expect((await browser.patch(`${path}/${id}`, { title: 'Mine now' })).status).toBe(status)
    expect((await browser.delete(`${path}/${id}`)).status).toBe(status)
  }
  expect([await read(), await stored()]).toEqual(before)
})

test.each([
  ['a short title', { title: 'ab' }, 'title', 'Title must be at least 3 characters'],
  ['a number alone', { title: '{n}' }, 'title', 'Title must be 3 to 100 characters with its number'],
  [
    'a title that its number makes too long',
    { title: `${'x'.repeat(97)}{n}` },
    'title',
    'Title must be 3 to 100 characters with its number',
  ],
  ['a long description', { description: 'x'.repeat(2_001) }, 'description', /2000 characters/],
  ['eleven rewards', { rewards: Array.from({ length: 11 }, () => 'x') }, 'rewards', 'At most 10 rewards'],
  ['no weekday', { weekday: 'someday' }, 'weekday', /^Weekday must be one of monday, /],
  ['a time that is none', { time: '24:00' }, 'time', 'Choose a time like 22:00'],
  ['an unknown zone', { timeZone: 'Europe/Atlantis' }, 'timeZone', /Europe\/Berlin/],
  ['a long zone', { timeZone: 'x'.repeat(61) }, 'timeZone', /Europe\/Berlin/],
  ['nine minutes', { minutes: 9 }, 'minutes', 'The length must be 10 to 10080 minutes'],
  ['more than a week', { minutes: 10_081 }, 'minutes', 'The length must be 10 to 10080 minutes'],
  ['an arena without length', { format: 'arena', minutes: null }, 'minutes', 'An arena needs a length'],
  ['three seats', { seats: 3 }, 'seats', /^A bracket has 4 to 128 seats/],
  ['best of 2', { bestOf: 2 }, 'bestOf', /must be one of 1, 3, 5/],
  ['a mode that is not listed', { mode: 'nosuch' }, 'mode', 'This mode is not listed'],
  [
    'a date that is none',
    { skippedDates: ['2027-02-30'] },
    'skippedDates',
    'Must be a date such as 2026-01-31',
  ],
  [
    'too many dates',
    { skippedDates: Array.from({ length: 61 }, () => '2027-02-01') },
    'skippedDates',
    'At most 60 dates',
  ],
  [
    'a date of another weekday',
    { weekday: 'monday', skippedDates: ['2098-01-01'] },
    'skippedDates',
    '2098-01-01 is not a Monday',
  ],
])(
  '[cups.114] A template is validated: %s is a 400 that names the field',
  async (_what, over, field, sentence) => {
    const template = await made()
    const before = await stored()
    for (const response of [
      await staff.post(path, { ...weekly(), ...over }),
      await staff.patch(`${path}/${template.id}`, over),
    ]) {
      expect([response.status, Object.keys(response.json.fields)]).toEqual([400, [field]])
      expect(response.json.fields[field]).toMatch(sentence)
    }
    expect([await read(), await stored()]).toEqual([template, before])
  },
)

test('[cups.114] There are 20 templates at most, also when many are made at once', async () => {
  await made()
  await sql`
    INSERT INTO cup_templates (title, description, rewards, weekday, time_of_day, time_zone, minutes, cup)
    SELECT title, description, rewards, weekday, time_of_day, time_zone, minutes, cup
    FROM cup_templates, generate_series(1, 18)
  `.execute(site.database.sql)
  const responses = await Promise.all([1, 2, 3].map(() => staff.post(path, weekly())))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await staff.get(path)).json).toHaveLength(20)
})

test('[cups.115] A template makes its cups of the next 14 days, with the fields that it says, and writes it to the audit log', async () => {
  const start = inHours(72)
  const template = await made({
    ...timesOf(start),
    description: 'Bring a friend.',
    rewards: ['Gold'],
    minutes: 90,
    seats: 16,
  })
  start.setUTCSeconds(0, 0)
  const [first, second] = [start, new Date(start.getTime() + 7 * 24 * hourMs)].map((date) =>
    date.toISOString(),
  )
  expect(datesOf(template, 'made')).toEqual([first, second].map((date) => date!.slice(0, 10)))
  expect(datesOf(template, 'planned')).toHaveLength(6)
  const ids = eventIdsOf(template)
  const events = (await site.browser().get('/api/events')).json
  expect(events.find(({ id }: { id: number }) => id === ids[0])).toMatchObject({
    title: 'Weekly Cup 1',
    description: 'Bring a friend.',
    rewards: ['Gold'],
    startDate: first,
    endDate: new Date(Date.parse(first!) + 90 * 60_000).toISOString(),
    isCup: true,
  })
  expect((await site.browser().get(`/api/cups/${ids[1]}`)).json).toMatchObject({
    title: 'Weekly Cup 2',
    startDate: second,
    config: { ...bracket, seats: 16 },
  })
  const [entry] = (await auditEntriesOf(site, 'template')).filter(
    ({ subject_id }) => subject_id === template.id,
  )
  expect(entry).toMatchObject({
    action: 'template.create',
    actor_name: (await staff.get('/api/user')).json.username,
    after: { title: 'Weekly Cup {n}', gameMode: 'sumo', seats: 16, timeZone: 'UTC' },
  })
  for (const type of ['event', 'cup'])
    expect(await auditEntriesOf(site, type)).toContainEqual(
      expect.objectContaining({ action: `${type}.create`, subject_id: ids[0], actor_name: 'cup template' }),
    )
})

test('[cups.115] Each date is made once, also with two processes at once, and numbers are never given twice', async () => {
  const template = await made()
  await work()
  expect(await titles()).toEqual(['Weekly Cup 1', 'Weekly Cup 2'])
  // A week later both are over, and two dates are near that were not.
  await sql`UPDATE cup_template_dates SET date = date - 14`.execute(site.database.sql)
  await sql`UPDATE events SET start_date = start_date - interval '14 days'`.execute(site.database.sql)
  const other = await testApp({ environment: { RATE_LIMITS: 'off' }, store: site.store })
  try {
    await Promise.all([work(), work(other), work(), work(other)])
  } finally {
    await other.close()
  }
  expect(await titles()).toEqual(['Weekly Cup 1', 'Weekly Cup 2', 'Weekly Cup 3', 'Weekly Cup 4'])
  expect(datesOf(await read(), 'made')).toEqual(datesOf(template, 'made'))
  await expect(
    sql`INSERT INTO cup_template_dates SELECT * FROM cup_template_dates`.execute(site.database.sql),
  ).rejects.toMatchObject({ code: '23505' })
})

test('[cups.115] Nothing is made whose check-in would be open, or while the mode is not listed; the next run makes up for it', async () => {
  await made(timesOf(inHours(0.4)))
  expect(await stored()).toHaveLength(1)
  await empty('cup_templates', 'cups', 'events')
  await made()
  await empty('cup_template_dates', 'cups', 'events')
  await sql`UPDATE modes SET listed = false WHERE key = 'sumo'`.execute(site.database.sql)
  await work()
  expect([await stored(), (await read()).isModeListed]).toEqual([[], false])
  await sql`UPDATE modes SET listed = true WHERE key = 'sumo'`.execute(site.database.sql)
  await work()
  expect(await titles()).toEqual(['Weekly Cup 1', 'Weekly Cup 2'])
})

test('a template whose cups cannot be made holds no other back', async () => {
  const [failing, whole] = [await made(), await made({ title: 'Other Cup {n}' })]
  await empty('cup_template_dates', 'cups', 'events')
  const longTitle = `${'x'.repeat(97)}{n}`
  await sql`UPDATE cup_templates SET title = ${longTitle} WHERE id = ${failing.id}`.execute(site.database.sql)
  await sql`
    INSERT INTO cup_template_dates (template_id, date, number) VALUES (${failing.id}, '2020-01-01', 99999)
  `.execute(site.database.sql)
  await expect(work()).rejects.toThrow(/events/)
  expect([await titles(), whole.id > failing.id]).toEqual([['Other Cup 1', 'Other Cup 2'], true])
})

/** Makes of a template what an update of the database, or of the site, may make of it. */
const breakZone = (id: number) =>
  sql`UPDATE cup_templates SET time_zone = 'Mars/Base' WHERE id = ${id}`.execute(site.database.sql)
const breakRules = (id: number) =>
  sql`UPDATE cup_templates SET cup = cup - 'seats' WHERE id = ${id}`.execute(site.database.sql)

test.each([
  ['a zone that the database knows no more', breakZone, { timeZone: 'UTC' }, 'timeZone'],
  ['rules that are valid no more', breakRules, bracket, 'mode'],
])(
  '[cups.176] A template with %s stops no other, is listed as broken, makes no cups until it is mended, and can be deleted',
  async (_what, breakIt, mended, field) => {
    const broken = await made()
    await empty('cup_template_dates', 'cups', 'events')
    await breakIt(broken.id)
    await made({ title: 'Other Cup {n}' })
    await empty('cup_template_dates', 'cups', 'events')
    await work()
    expect(await titles()).toEqual(['Other Cup 1', 'Other Cup 2'])
    const listed = await staff.get(path)
    expect([listed.status, listed.json.map(({ isBroken }: { isBroken: boolean }) => isBroken)]).toEqual([
      200,
      [true, false],
    ])
    expect(listed.json[0]).toMatchObject({ id: broken.id, title: 'Weekly Cup {n}', dates: [] })

    const refused = await staff.patch(`${path}/${broken.id}`, { title: 'Better Cup {n}' })
    expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
    const { status, json } = await staff.patch(`${path}/${broken.id}`, mended)
    expect([status, json.isBroken, datesOf(json, 'made')]).toEqual([200, false, datesOf(broken, 'made')])

    await breakIt(broken.id)
    const before = await stored()
    expect((await staff.delete(`${path}/${broken.id}`)).status).toBe(204)
    expect([(await read()).title, await stored()]).toEqual(['Other Cup {n}', before])
  },
)

test('[cups.176] Dates of a broken template that are made or skipped are listed, planned ones are not', async () => {
  const template = await made()
  const [date, skipped] = [datesOf(template, 'made')[0], datesOf(template, 'planned')[0]]
  await staff.patch(`${path}/${template.id}`, { skippedDates: [skipped] })
  await breakZone(template.id)
  const { dates, skippedDates } = await read()
  expect([dates.map(({ state }: { state: string }) => state), skippedDates]).toEqual([
    ['made', 'made', 'skipped'],
    [skipped],
  ])
  expect(dates[0].date).toBe(date)
})

test('[cups.116] Times are those of the clocks of the zone: one that is skipped counts as later, of one shown twice the second counts', async () => {
  const start = async (date: string, time: string) =>
    (await findStart(site.database.sql, { date, time, timeZone: 'Europe/Berlin' }))?.toISOString()
  expect(await start('2098-01-07', '20:00')).toBe('2098-01-07T19:00:00.000Z')
  expect(await start('2098-07-01', '20:00')).toBe('2098-07-01T18:00:00.000Z')
  // On the last Sunday of March clocks go from 02:00 to 03:00.
  expect(await start('2027-03-28', '02:30')).toBe('2027-03-28T01:30:00.000Z')
  expect(await start('2027-03-28', '03:30')).toBe('2027-03-28T01:30:00.000Z')
  // On the last Sunday of October they go from 03:00 back to 02:00.
  expect(await start('2027-10-31', '02:30')).toBe('2027-10-31T01:30:00.000Z')
  expect(await start('2027-10-31', '01:30')).toBe('2027-10-30T23:30:00.000Z')
})

test('[cups.116] The weekday is that of the zone, where the date in UTC may be another', async () => {
  // In Auckland it is tomorrow from noon UTC on; in Honolulu it is yesterday until ten in the morning.
  for (const timeZone of ['Pacific/Auckland', 'Pacific/Honolulu']) {
    const template = await made({ timeZone, weekday: 'wednesday', time: '23:00' })
    for (const { date, startDate } of template.dates) {
      const shown = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long' })
      expect([shown.format(new Date(startDate)), new Date(`${date}T00:00Z`).getUTCDay()]).toEqual([
        'Wednesday',
        3,
      ])
    }
    expect(template.dates.length).toBeGreaterThanOrEqual(7)
  }
})

test('[cups.117] A change reaches cups that nobody edited by hand, and who registered is told of a new time', async () => {
  const template = await made()
  const [first, second] = eventIdsOf(template)
  const [player, other] = [await site.member(), await site.member()]
  await player.post(`/api/events/${first}/register`)
  await other.post(`/api/events/${second}/register`)
  await staff.patch(`/api/events/${second}`, { title: 'Grand Final' })
  const times = timesOf(inHours(73))
  const changed = await staff.patch(
    `${path}/${template.id}`,
    { title: 'Tuesday Cup {n}', seats: 32, ...times },
    ifMatch(1),
  )
  expect([changed.status, changed.json.version]).toEqual([200, 2])
  const [one, two] = await stored()
  expect(one).toMatchObject({ id: first, title: 'Tuesday Cup 1', seats: 32 })
  expect(one!.start.toISOString().slice(11, 16)).toBe(times.time)
  expect(two).toMatchObject({ id: second, title: 'Grand Final', seats: 8 })
  expect(changed.json.dates.slice(0, 2).map(({ state }: { state: string }) => state)).toEqual([
    'made',
    'edited',
  ])
  expect(await noticesOf(player)).toEqual([expect.stringMatching(/^Tuesday Cup 1 was moved to /)])
  expect(await noticesOf(other)).toEqual([])
  const entries = await auditEntriesOf(site, 'cup')
  expect(entries.at(-1)).toMatchObject({
    action: 'cup.update',
    subject_id: first,
    before: { seats: 8 },
    after: { seats: 32 },
  })
  expect((await auditEntriesOf(site, 'template')).at(-1)).toMatchObject({
    action: 'template.update',
    before: { title: 'Weekly Cup {n}', seats: 8 },
    after: { title: 'Tuesday Cup {n}', seats: 32 },
  })
  // A cup of which staff changed only the rules is edited too.
  await staff.put(cupPathOf(first!), { ...bracket, seats: 64 })
  await staff.patch(`${path}/${template.id}`, { seats: 16 })
  expect((await stored()).map(({ seats }) => seats)).toEqual([64, 8])
})

test('[cups.117] From check-in on a cup stays as it is, and so does the number of players of a cup with teams', async () => {
  const template = await made({ size: 2 })
  const [first, second] = eventIdsOf(template)
  const captain = await site.member()
  await passTime(site, first!, 72 * 60 - 20)
  await sql`
    INSERT INTO cup_teams (event_id, name, skeleton, code) VALUES (${second}, 'Foxes', 'foxes', 'ABCDEFGH')
  `.execute(site.database.sql)
  await captain.post(`/api/events/${second}/register`)
  const before = await stored()
  const changed = await staff.patch(`${path}/${template.id}`, { title: 'Other Cup {n}', size: 1 })
  expect(changed.status).toBe(200)
  const [one, two] = await stored()
  expect(one).toEqual(before[0])
  expect(two).toMatchObject({ id: second, title: 'Other Cup 2' })
  expect((await site.browser().get(`/api/cups/${second}`)).json.config.size).toBe(2)
})

test('[cups.177] A cup of teams keeps its rules and its length when the template becomes a bracket without one; the others change', async () => {
  const template = await made({ format: 'arena', minutes: 60, size: 2, seats: 16, minimum: 2 })
  const [first, second] = eventIdsOf(template)
  const captain = await site.member()
  expect((await captain.post(`/api/cups/${second}/teams`, { name: 'Foxes' })).status).toBe(201)
  const changed = await staff.patch(`${path}/${template.id}`, {
    ...{ title: 'Other Cup {n}', format: 'single', size: 1, minimum: 4, minutes: null },
    ...timesOf(inHours(73)),
  })
  expect(changed.status, changed.text).toBe(200)
  const rulesOf = async (id: number | undefined) => (await site.browser().get(`/api/cups/${id}`)).json.config
  expect([await rulesOf(first), await rulesOf(second)]).toMatchObject([
    { format: 'single', size: 1 },
    { format: 'arena', size: 2, minimum: 2 },
  ])
  const { rows } = await sql`
    SELECT title, extract(epoch FROM end_date - start_date)::int / 60 AS minutes FROM events ORDER BY start_date
  `.execute(site.database.sql)
  expect(rows).toEqual([
    { title: 'Other Cup 1', minutes: null },
    { title: 'Other Cup 2', minutes: 60 },
  ])
})

/** A zone in which today and tomorrow are of one week, and its hours from UTC. One of the three always is. */
const weekdayZone = () =>
  (
    [
      ['UTC', 0],
      ['Etc/GMT+12', -12],
      ['Pacific/Kiritimati', 14],
    ] as const
  ).find(([, hours]) => inHours(hours).getUTCDay() !== 0)!

test('[cups.178] A cup whose new weekday is over in its week, or taken, stays on its day and takes the rest of the change', async () => {
  const [timeZone, hours] = weekdayZone()
  const template = await made({ timeZone, ...timesOf(inHours(hours + 24)) })
  const [first] = await stored()
  const { weekday } = timesOf(inHours(hours))
  const over = await staff.patch(`${path}/${template.id}`, { weekday, title: 'New Cup {n}', seats: 16 })
  expect(over.status, over.text).toBe(200)
  const [now, later] = await stored()
  expect(now).toEqual({ ...first, title: 'New Cup 1', seats: 16 })
  expect(later).toMatchObject({ title: 'New Cup 2', seats: 16 })
  expect(later!.start.getTime() - now!.start.getTime()).toBe(6 * 24 * hourMs)

  await empty('cup_templates', 'cups', 'events')
  const other = await made({ weekday: 'wednesday', time: '12:00' })
  const [date] = datesOf(other, 'made').slice(-1)
  await sql`
    INSERT INTO cup_template_dates (template_id, date, state) VALUES (${other.id}, ${date}::date + 1, 'skipped')
  `.execute(site.database.sql)
  const taken = await staff.patch(`${path}/${other.id}`, { weekday: 'thursday', title: 'New Cup {n}' })
  expect(taken.json.dates).toContainEqual(expect.objectContaining({ date, state: 'made' }))
  expect((await stored()).at(-1)).toMatchObject({ title: 'New Cup 2' })
})

test('[cups.117] With another weekday cups move within their week; the week has no second one, and a stale version changes nothing', async () => {
  // Wednesday in more than a week: Thursday and Monday of its week are ahead too.
  const template = await made({ weekday: 'wednesday', time: '12:00', skippedDates: [] })
  const weeks = datesOf(template, 'made')
  const stale = await staff.patch(`${path}/${template.id}`, { weekday: 'sunday' }, ifMatch(9))
  expect([stale.status, stale.json.current.weekday]).toEqual([409, 'wednesday'])
  const ids = (await stored()).map(({ id }) => id)
  const { json } = await staff.patch(`${path}/${template.id}`, { weekday: 'sunday' })
  const moved = weeks.map((date) => dayOf(new Date(Date.parse(date) + 4 * 24 * hourMs)))
  expect(datesOf(json, 'made')).toEqual(expect.arrayContaining(moved))
  await work()
  const now = await stored()
  expect(now.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  // One a week: no two are less than seven days apart.
  for (const [index, { start }] of now.entries())
    if (index > 0) expect(start.getTime() - now[index - 1]!.start.getTime()).toBe(7 * 24 * hourMs)
})

test('[cups.117] Deleting a template leaves the cups that it made, and makes no more', async () => {
  const template = await made()
  const before = await stored()
  expect((await staff.delete(`${path}/${template.id}`, ifMatch(7))).status).toBe(409)
  expect((await staff.delete(`${path}/${template.id}`)).status).toBe(204)
  expect((await staff.delete(`${path}/${template.id}`)).status).toBe(404)
  expect((await staff.patch(`${path}/${template.id}`, { title: 'Ghost' })).status).toBe(404)
  await work()
  expect(await stored()).toEqual(before)
  expect((await auditEntriesOf(site, 'template')).at(-1)).toMatchObject({
    action: 'template.delete',
    before: { title: 'Weekly Cup {n}' },
  })
})

test('[cups.118] A skipped date is not made; one that is made already is deleted, and who registered is notified', async () => {
  const template = await made()
  const [date, next] = datesOf(template, 'made')
  const [first] = eventIdsOf(template)
  const player = await site.member()
  await player.post(`/api/events/${first}/register`)
  const far = datesOf(template, 'planned').at(-1)
  const skipped = await staff.patch(`${path}/${template.id}`, { skippedDates: [far, date, date] })
  expect([skipped.status, skipped.json.skippedDates]).toEqual([200, [date, far]])
  expect(datesOf(skipped.json, 'skipped')).toEqual([date, far])
  await work()
  expect(await titles()).toEqual(['Weekly Cup 2'])
  expect(await noticesOf(player)).toEqual(['Weekly Cup 1 was cancelled'])
  expect((await auditEntriesOf(site, 'event')).at(-1)).toMatchObject({
    action: 'event.delete',
    subject_id: first,
  })
  // Not skipped after all: its cup comes back with its number.
  const back = await staff.patch(`${path}/${template.id}`, { skippedDates: [] })
  expect(datesOf(back.json, 'made')).toEqual([date, next])
  expect(await titles()).toEqual(['Weekly Cup 1', 'Weekly Cup 2'])
})

test('[cups.179] A date that is skipped no longer leaves nothing behind, unless its cup had a number', async () => {
  const template = await made()
  const first = Date.parse(template.dates[0].date)
  const length = bySize(6, 60)
  for (const from of [20, 80, 140]) {
    const skippedDates = Array.from({ length }, (_, n) =>
      dayOf(new Date(first + (from + n) * 7 * 24 * hourMs)),
    )
    expect((await staff.patch(`${path}/${template.id}`, { skippedDates })).status).toBe(200)
  }
  const { json } = await staff.patch(`${path}/${template.id}`, { skippedDates: [] })
  expect(json.dates).toEqual(template.dates)
  const { rows } = await sql`SELECT state, number FROM cup_template_dates ORDER BY date`.execute(
    site.database.sql,
  )
  expect(rows).toEqual([
    { state: 'made', number: 1 },
    { state: 'made', number: 2 },
  ])
})

test('[cups.118] A cup that was changed by hand or has begun check-in is not skipped', async () => {
  const template = await made()
  const [date, next] = datesOf(template, 'made')
  const [first, second] = eventIdsOf(template)
  await passTime(site, first!, 72 * 60 - 20)
  await staff.patch(`/api/events/${second}`, { title: 'Grand Final' })
  const before = await stored()
  const late = await staff.patch(`${path}/${template.id}`, { skippedDates: [date] })
  expect([late.status, late.json.message]).toEqual([409, expect.stringMatching(/^Check-in has started/)])
  const edited = await staff.patch(`${path}/${template.id}`, { skippedDates: [next] })
  expect([edited.status, edited.json.fields]).toEqual([
    400,
    { skippedDates: `The cup of ${next} was changed by hand. Delete or cancel it instead.` },
  ])
  expect([await stored(), (await read()).version]).toEqual([before, 1])
})

test('[cups.118] A cup that staff delete or cancel by hand is not made again', async () => {
  const template = await made()
  const [first, second] = eventIdsOf(template)
  expect((await staff.delete(`/api/events/${first}`)).status).toBe(204)
  const moderator = { kind: 'cancel', reason: 'Nobody has the time' }
  expect((await staff.post(`/api/admin/cups/${second}/rulings`, moderator)).status).toBe(200)
  await work()
  await staff.patch(`${path}/${template.id}`, { description: 'Changed.' })
  await work()
  expect((await stored()).map(({ id }) => id)).toEqual([second])
  expect(datesOf(await read(), 'deleted')).toEqual([template.dates[0].date])
})
