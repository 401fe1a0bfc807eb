import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PracticeRecord } from '../../../../contract/network/practice-schemas.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { seedPracticeModes } from './seed.ts'

let site: TestApp
let staff: TestBrowser
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  const member = await site.member()
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${member.user.id}`.execute(site.database.sql)
  staff = member
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM practice_modes`.execute(site.database.sql)
  await sql`DELETE FROM content_seeds`.execute(site.database.sql)
})

const start = () => seedPracticeModes(site.database, site.content.current()['practice-modes'])
const records = async (): Promise<PracticeRecord[]> => (await staff.get('/api/admin/practice')).json
const namesOf = async () => (await records()).map(({ name }) => name)

test('[admin.07] Practice modes from content fill an empty table, in their order', async () => {
  await start()
  const { ffa, duels } = site.content.current()['practice-modes']
  expect(await namesOf()).toEqual([...ffa, ...duels].map(({ name }) => name))
})

test('[admin.07] A restart brings back no practice mode that staff removed or changed', async () => {
  await start()
  const [first, second, ...others] = await records()
  await staff.delete(`/api/practice/${first!.id}`)
  await staff.patch(`/api/practice/${second!.id}`, { name: 'Renamed' })
  await start()
  expect(await namesOf()).toEqual(['Renamed', ...others.map(({ name }) => name)])
})

test('[admin.07] A restart brings nothing back to a table that staff emptied', async () => {
  await start()
  for (const { id } of await records()) {
    expect((await staff.delete(`/api/practice/${id}`)).status).toBe(204)
  }
  await start()
  expect(await namesOf()).toEqual([])
})

test('[admin.07] Processes that start at the same moment fill it once', async () => {
  await Promise.all(Array.from({ length: 8 }, start))
  const { ffa, duels } = site.content.current()['practice-modes']
  expect(await namesOf()).toHaveLength(ffa.length + duels.length)
})
