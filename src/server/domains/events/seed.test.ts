import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EventsContent } from '../../../contract/content/content-schemas.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { seedEvents } from './seed.ts'
import { memberWithRank } from './testing/event-setup.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { SITE_SHORT_NAME: 'Foxes' } })
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM events`.execute(site.database.sql)
  await sql`DELETE FROM content_seeds`.execute(site.database.sql)
})

const content = EventsContent.parse({
  events: [
    { title: 'Opening Cup', startDate: '2030-01-01T18:00:00Z', rewards: ['Gold rank'] },
    { title: 'Second Cup', startDate: '2030-02-01T18:00:00Z', endDate: '2030-02-01T20:00:00Z', tba: true },
  ],
})

const start = (from = content) => seedEvents(site.database, from)
const titles = async () =>
  (await site.browser().get('/api/events')).json.map(({ title }: { title: string }) => title)

test.each([
  ['an end before the start', { endDate: '2029-01-01T00:00:00Z' }],
  ['a key that is no field', { reward: 'Gold' }],
  ['a short title', { title: 'x' }],
])('content with %s is refused', (_what, over) => {
  const events = [{ title: 'Opening Cup', startDate: '2030-01-01T18:00:00Z', ...over }]
  expect(EventsContent.safeParse({ events }).success).toBe(false)
})

test('[admin.07] The events that come with a site are none, and the file says so', () => {
  expect(site.content.current().events).toEqual({ events: [] })
})

test('[admin.07] Events from content fill an empty table, by the team', async () => {
  await start()
  const events = (await site.browser().get('/api/events')).json
  expect(events).toMatchObject([
    { title: 'Second Cup', status: 'tba', endDate: '2030-02-01T20:00:00.000Z' },
    { title: 'Opening Cup', rewards: ['Gold rank'], creator: { username: 'Foxes Staff' } },
  ])
})

test('[admin.07] A restart brings back no event that staff removed or changed, the last one included', async () => {
  await start()
  const staff = await memberWithRank(site, 'Helper')
  const [second, first] = (await staff.get('/api/admin/events')).json
  await staff.patch(`/api/events/${first.id}`, { title: 'Renamed Cup' })
  await staff.delete(`/api/events/${second.id}`)
  await start()
  expect(await titles()).toEqual(['Renamed Cup'])
  await staff.delete(`/api/events/${first.id}`)
  await start()
  expect(await titles()).toEqual([])
})

test('[admin.07] A table that staff filled is not filled from content, not even once they have emptied it', async () => {
  const staff = await memberWithRank(site, 'Helper')
  const { json } = await staff.post('/api/events', { title: 'Ours', startDate: '2030-01-01T18:00:00Z' })
  await start()
  expect(await titles()).toEqual(['Ours'])
  await staff.delete(`/api/events/${json.id}`)
  await start()
  expect(await titles()).toEqual([])
})

test('[admin.07] An empty list is no filling: the operator may still write one', async () => {
  await start({ events: [] })
  await start()
  expect(await titles()).toHaveLength(2)
})

test('[admin.07] Processes that start at the same moment fill it once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => start()))
  expect(await titles()).toEqual(['Second Cup', 'Opening Cup'])
})
