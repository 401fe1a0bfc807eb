import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planOf } from '../../testing/plan.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { type ApplicationsPage, applicationList } from './queries.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
  await sql`
    INSERT INTO staff_applications (minecraft_username, age, discord_username, email, timezone, position,
      hours_per_week, previous_experience, why_join, how_handle_conflict, position_answers, status)
    SELECT 'Applicant ' || n, 20, 'name', 'a@b.example', 'UTC', 'builder', 5, 'no', repeat('why ', 50), 'how',
      '{"building_experience": "a", "building_style": ["arenas"], "portfolio_link": null,
        "bedrock_building_experience": "b", "build_time_estimate": "c"}',
      CASE WHEN n % 1000 = 7 THEN 'interview' WHEN n % 3 = 0 THEN 'pending' ELSE 'rejected' END
    FROM generate_series(1, 50000) AS n
  `.execute(site.database.sql)
  await sql`ANALYZE staff_applications`.execute(site.database.sql)
})
afterAll(() => site.close())

/** How a page reads the applications: ways, indexes, and at most how many rows a way read. */
async function reading(page: Omit<ApplicationsPage, 'limit' | 'viewerId'>, isScan = false) {
  const nodes = await planOf(site.database.sql, applicationList({ ...page, limit: 50, viewerId: 7 }, isScan))
  const ways = nodes.filter((node) => node['Relation Name'] === 'staff_applications')
  return {
    ways: ways.map((way) => way['Node Type']),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    read: Math.max(...ways.map((way) => way['Actual Rows'] + (way['Rows Removed by Filter'] ?? 0))),
  }
}

test.each([
  ['all', undefined, /_pkey$/],
  ['all', 20_000, /_pkey$/],
  ['pending', undefined, /_(status|pkey)$/],
  ['interview', undefined, /_status$/],
  ['interview', 20_000, /_status$/],
  ['onhold', undefined, /_status$/],
] as const)(
  'with 50,000 applications the list is read by an index: %s before %s',
  async (status, before, index) => {
    const { ways, indexes, read } = await reading({ status, before })
    expect(ways).toEqual(['Index Scan'])
    expect(indexes.filter((name) => name.startsWith('staff_applications'))).toEqual([
      expect.stringMatching(index),
    ])
    expect(read).toBeLessThanOrEqual(250)
  },
)

test.each([
  [{ q: 'applicant 77' }, false],
  [{ q: 'nobody at all' }, false],
  [{ q: 'applicant' }, true],
  [{ q: 'nobody at all' }, true],
  [{ assignee: 'me' }, false],
  [{ days: 30 }, false],
] as const)(
  '[fair.68] with 50,000 applications those of a filter are found by an index, or among the newest: %j',
  async (filters, isScan) => {
    const { ways, read } = await reading({ status: 'all', ...filters }, isScan)
    for (const way of ways) expect(['Index Scan', 'Index Only Scan', 'Bitmap Heap Scan']).toContain(way)
    expect(read).toBeLessThanOrEqual(2_000)
  },
)
