import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ databaseLimits: 'as in the product' })
})
afterAll(() => site.close())

const count = async () =>
  (await sql<{ posts: number }>`SELECT count(*)::int AS posts FROM posts`.execute(site.database.sql)).rows[0]
    ?.posts

test('A request whose statement does not return is refused with 503 and Retry-After, and stores nothing', async () => {
  const member = await site.member()
  const content = 'Once, or not at all'
  const refused = await site.database.sql.transaction().execute(async (holding) => {
    // Locked until the request has timed out, so only the site's own limit ends the wait.
    await sql`LOCK TABLE posts IN ACCESS EXCLUSIVE MODE`.execute(holding)
    return member.post('/api/posts', { content })
  })
  expect([refused.status, refused.json.code]).toEqual([503, 'overloaded'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await count()).toBe(0)
  expect((await member.post('/api/posts', { content })).status).toBe(201)
  expect(await count()).toBe(1)
})
