import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isStaffRank, type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import type { PracticeRecord } from '../../../../contract/network/practice-schemas.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'

let site: TestApp
let staff: TestBrowser
let modes: Record<'nodebuff' | 'sumo' | 'build', PracticeRecord>

const ranked = async (rank: Rank, name?: string) => {
  const browser = await site.member(name)
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  staff = await ranked('Helper', 'Keeper')
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM practice_modes`.execute(site.database.sql)
  const made = async (name: string) =>
    (await staff.post('/api/practice', { category: 'ffa', name, description: `All about ${name}` })).json
  modes = { nodebuff: await made('NoDebuff'), sumo: await made('Sumo'), build: await made('Build') }
})

const shown = async (category = 'ffa') =>
  (await site.browser().get(`/api/practice?category=${category}`)).json.map(
    ({ name }: { name: string }) => name,
  )
const entries = async (id: number) => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT actor_name, action, before, after FROM audit_log
    WHERE subject_type = 'practice' AND subject_id = ${id} ORDER BY id
  `.execute(site.database.sql)
  return rows
}
const stored = async () =>
  (await sql`SELECT * FROM practice_modes ORDER BY id`.execute(site.database.sql)).rows
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } })
const boxing = { category: 'duels', name: 'Boxing', description: 'First to 100 hits.' }

test('[admin.05] Only staff create, change and remove practice modes: visitors get 401, members of other ranks 403, and nothing changes', async () => {
  const before = await stored()
  const people = [
    [site.browser(), 401],
    ...(await Promise.all(
      shippedRanks
        .filter((rank) => !isStaffRank(rank))
        .map(async (rank) => [await ranked(rank), 403] as const),
    )),
  ] as const
  for (const [browser, status] of people) {
    expect((await browser.get('/api/admin/practice')).status).toBe(status)
    expect((await browser.post('/api/practice', boxing)).status).toBe(status)
    expect((await browser.patch(`/api/practice/${modes.sumo.id}`, { name: 'Mine' })).status).toBe(status)
    expect((await browser.delete(`/api/practice/${modes.sumo.id}`)).status).toBe(status)
  }
  expect(await stored()).toEqual(before)
})

test('[admin.05] Every rank of staff may', async () => {
  for (const rank of shippedRanks.filter(isStaffRank)) {
    const browser = await ranked(rank)
    const { status, json } = await browser.post('/api/practice', boxing)
    expect(status).toBe(201)
    expect((await browser.delete(`/api/practice/${json.id}`)).status).toBe(204)
  }
})

test.each([
  ['another category', { category: 'parkour' }, 'category', 'category must be ffa or duels'],
  ['no name', { name: ' ' }, 'name', 'Name is required'],
  ['a long name', { name: 'x'.repeat(61) }, 'name', 'Name must be 60 characters or less'],
  ['a name of two lines', { name: 'a\nb' }, 'name', 'Name must be a single line'],
  ['no description', { description: '' }, 'description', 'Description is required'],
  [
    'a long description',
    { description: 'x'.repeat(301) },
    'description',
    'Description must be 300 characters or less',
  ],
  ['a place before the first', { position: -1 }, 'position', 'Position must be a whole number from 0'],
  ['half a place', { position: 0.5 }, 'position', 'Position must be a whole number from 0'],
])(
  '[admin.05] A practice mode is validated: %s is a 400 that names the field',
  async (_what, over, field, sentence) => {
    const before = await stored()
    for (const response of [
      await staff.post('/api/practice', { ...boxing, ...over }),
      await staff.patch(`/api/practice/${modes.sumo.id}`, over),
    ]) {
      expect([response.status, response.json.fields]).toEqual([400, { [field]: sentence }])
    }
    expect(await stored()).toEqual(before)
  },
)

test('[admin.05] A name is there once in its category, in whatever case; the other category may have it', async () => {
  const sentence = 'This category has a mode of that name already'
  const again = await staff.post('/api/practice', { ...boxing, category: 'ffa', name: 'SUMO' })
  expect([again.status, again.json.error, again.json.fields]).toEqual([409, sentence, { name: sentence }])
  expect((await staff.patch(`/api/practice/${modes.build.id}`, { name: 'sumo' })).status).toBe(409)
  expect((await staff.post('/api/practice', { ...boxing, name: 'Sumo' })).status).toBe(201)
  const moved = await staff.patch(`/api/practice/${modes.sumo.id}`, { category: 'duels' })
  expect(moved.status).toBe(409)
  expect(await shown()).toEqual(['NoDebuff', 'Sumo', 'Build'])
})

test('[admin.05] Staff create a practice mode, at the end or at a place; /api/practice shows the result', async () => {
  const { status, json } = await staff.post('/api/practice', { ...boxing, name: '  Boxing ' })
  expect([status, json]).toEqual([201, { ...boxing, id: json.id, position: 0, version: 1 }])
  await staff.post('/api/practice', { ...boxing, name: 'Last' })
  await staff.post('/api/practice', { ...boxing, name: 'First', position: 0 })
  await staff.post('/api/practice', { ...boxing, name: 'Far', position: 999 })
  expect(await shown('duels')).toEqual(['First', 'Boxing', 'Last', 'Far'])
})

test('[admin.05] Staff change a practice mode and move it; /api/practice shows the result', async () => {
  const { nodebuff, sumo, build } = modes
  const renamed = await staff.patch(`/api/practice/${sumo.id}`, { name: 'Sumo FFA', description: 'Push.' })
  expect([renamed.status, renamed.json]).toEqual([
    200,
    { ...sumo, name: 'Sumo FFA', description: 'Push.', version: 2 },
  ])
  await staff.patch(`/api/practice/${build.id}`, { position: 0 })
  expect(await shown()).toEqual(['Build', 'NoDebuff', 'Sumo FFA'])
  await staff.patch(`/api/practice/${build.id}`, { position: 1 })
  expect(await shown()).toEqual(['NoDebuff', 'Build', 'Sumo FFA'])
  await staff.patch(`/api/practice/${nodebuff.id}`, { category: 'duels' })
  expect([await shown(), await shown('duels')]).toEqual([['Build', 'Sumo FFA'], ['NoDebuff']])
  const places = (await staff.get('/api/admin/practice')).json.map(({ name, position }: PracticeRecord) => [
    name,
    position,
  ])
  expect(places).toEqual([
    ['Build', 0],
    ['Sumo FFA', 1],
    ['NoDebuff', 0],
  ])
})

test('[admin.05] Staff remove a practice mode; whatever follows about it is a 404', async () => {
  const url = `/api/practice/${modes.sumo.id}`
  expect((await staff.delete(url)).status).toBe(204)
  expect((await staff.delete(url)).status).toBe(404)
  expect((await staff.patch(url, { name: 'Ghost' })).status).toBe(404)
  expect(await shown()).toEqual(['NoDebuff', 'Build'])
})

test('If-Match: a stale version is a 409 with the current record, and nothing is overwritten', async () => {
  const url = `/api/practice/${modes.sumo.id}`
  expect((await staff.patch(url, { name: 'First' }, ifMatch(1))).json.version).toBe(2)
  const stale = await staff.patch(url, { name: 'Second' }, ifMatch(1))
  expect([stale.status, stale.json.current]).toEqual([409, { ...modes.sumo, name: 'First', version: 2 }])
  expect((await staff.delete(url, ifMatch(1))).status).toBe(409)
  expect((await staff.patch(url, { name: 'Third' })).json.version).toBe(3)
})

test('moves at the same moment leave every mode with a place of its own', async () => {
  await Promise.all(
    Object.values(modes).flatMap(({ id }) =>
      [0, 1, 2, 0].map((position) => staff.patch(`/api/practice/${id}`, { position })),
    ),
  )
  const { rows } = await sql<{ position: number }>`
    SELECT position FROM practice_modes WHERE category = 'ffa' ORDER BY position
  `.execute(site.database.sql)
  expect(rows.map(({ position }) => position)).toEqual([0, 1, 2])
})

test('a category holds 100 modes at most: one more is a 409', async () => {
  await sql`
    INSERT INTO practice_modes (category, name, description, position)
    SELECT 'duels', 'Mode ' || n, 'x', n FROM generate_series(1, 100) AS n
  `.execute(site.database.sql)
  expect((await staff.post('/api/practice', boxing)).status).toBe(409)
  expect((await staff.patch(`/api/practice/${modes.sumo.id}`, { category: 'duels' })).status).toBe(409)
  expect(await shown('duels')).toHaveLength(100)
})

test('each change of staff is in the audit log once, with what it changed; one that changes nothing is none', async () => {
  const { sumo } = modes
  const url = `/api/practice/${sumo.id}`
  await staff.patch(url, { name: 'Sumo' })
  await staff.patch(url, { name: 'Sumo FFA', position: 0 })
  await staff.delete(url)
  const { id: _id, version: _version, ...fields } = sumo
  const kept = { actor_name: 'Keeper' }
  expect(await entries(sumo.id)).toEqual([
    { ...kept, action: 'practice.create', before: null, after: fields },
    {
      ...kept,
      action: 'practice.update',
      before: { name: 'Sumo', position: 1 },
      after: { name: 'Sumo FFA', position: 0 },
    },
    {
      ...kept,
      action: 'practice.delete',
      before: { ...fields, name: 'Sumo FFA', position: 0 },
      after: null,
    },
  ])
})

test('[powers.79] 400 for a practice mode with characters that nobody sees, or with a name of the site or its team', async () => {
  const before = await stored()
  for (const name of ['Su\u200bmo', 'Sumo\u202e', 'Console', 'C0nsole', 'KEEPER']) {
    const made = await staff.post('/api/practice', { ...boxing, name })
    expect([name, made.status, Object.keys(made.json.fields)]).toEqual([name, 400, ['name']])
    const changed = await staff.patch(`/api/practice/${modes.sumo.id}`, { name }, ifMatch(modes.sumo.version))
    expect([name, changed.status]).toEqual([name, 400])
  }
  expect(await stored()).toEqual(before)
})
