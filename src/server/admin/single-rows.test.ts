import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../contract/accounts/ranks.ts'
import { builder } from '../domains/applications/testing/bodies.ts'
import { type TestApp, type TestBrowser, testApp } from '../testing/test-app.ts'

let site: TestApp
let staff: TestBrowser
/** The lists of the staff, each with one row. */
const lists = ['/api/admin/appeals', '/api/admin/messages', '/api/admin/reports', '/api/staff-applications']

const somebody = async (rank: Rank) => {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  staff = await somebody('Moderator')
  const author = await site.member()
  const report = { gameMode: 'sumo', severity: 'low', reason: 'It broke', details: 'It broke. '.repeat(5) }
  const message = { name: 'A', email: 'a@mail.example', subject: 'B', message: 'C' }
  const text = 'I did not write that at all. '.repeat(3)
  const sent = [
    await author.post('/api/reports', report),
    await author.post('/api/staff-applications', builder),
    await site.browser().post('/api/contact', message),
    await staff.post(`/api/admin/members/${author.user.id}/restriction`, { reason: 'spam', days: null }),
    await author.post('/api/appeals', { restriction: true, text }),
  ]
  for (const { status, text } of sent) expect(status, text).toBeLessThan(300)
})
afterAll(() => site.close())

async function rowOf(list: string) {
  const { json } = await staff.get(list)
  const [row] = json.applications ?? json
  return { row, path: `${list}/${row.id}` }
}

test.each(lists)('[fair.97] one row of %s is refused to visitors and members', async (list) => {
  const { path } = await rowOf(list)
  expect((await site.browser().get(path)).status).toBe(401)
  for (const rank of shippedRanks.slice(0, 4))
    expect((await (await somebody(rank)).get(path)).status).toBe(403)
})

test.each(lists)(
  '[fair.97] one row of %s is as in the list; an unknown id is a 404, a bad one a 400',
  async (list) => {
    const { row, path } = await rowOf(list)
    expect((await staff.get(`${list}/${row.id + 1_000}`)).status).toBe(404)
    for (const bad of ['0', 'x', '99999999999']) expect((await staff.get(`${list}/${bad}`)).status).toBe(400)
    const read = await staff.get(path)
    expect([read.status, read.json]).toEqual([200, row])
  },
)
