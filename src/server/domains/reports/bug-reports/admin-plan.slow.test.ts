import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { createLogger } from '../../../platform/logs/logger.ts'
import { planOf } from '../../../testing/plan.ts'
import { createTestDatabase } from '../../../testing/template-database.ts'
import { type AdminPage, adminReports, listAdminReports } from './queries/manage.ts'

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const store = await createTestDatabase()
  drop = store.drop
  // Connects as owner, because only the owner may ANALYZE.
  database = openDatabase({
    url: store.ownerUrl,
    log: createLogger('silent'),
    max: 2,
    // Filling tables takes longer on a busy machine than a request may wait.
    noStatementTimeout: true,
  })
  await sql`
    INSERT INTO users (username, password_hash) SELECT 'Reporter' || n, 'none' FROM generate_series(1, 5000) AS n
  `.execute(database.sql)
  // Most reports are closed; open ones are rare and of all ages.
  await sql`
    INSERT INTO reports (user_id, game_mode, reason, details, severity, status)
    SELECT 1 + n % 5000, 'other', 'Report number ' || n, 'What happened was this and that.', 'low',
      CASE WHEN n % 1000 = 0 THEN 'pending' WHEN n % 3 = 0 THEN 'rejected' ELSE 'resolved' END
    FROM generate_series(1, 50000) AS n
  `.execute(database.sql)
  await sql`ANALYZE users`.execute(database.sql)
  await sql`ANALYZE reports`.execute(database.sql)
})
afterAll(async () => {
  await database.close()
  await drop()
})

test.each<Omit<AdminPage, 'viewerId'>>([
  { limit: 50 },
  { limit: 200, before: 25_000 },
  { limit: 50, status: 'pending' },
  { limit: 200, status: 'pending', before: 25_000 },
  { limit: 50, status: 'resolved' },
  { limit: 200, status: 'rejected', before: 40_000 },
  { limit: 50, status: 'reviewing' },
])('of 50,000 reports a page is found by an index, and hardly more is read than shown: %j', async (page) => {
  const ways = (await planOf(database.sql, adminReports({ ...page, viewerId: 7 }))).filter(
    (node) => node['Relation Name'] === 'reports',
  )
  expect(ways).toHaveLength(1)
  for (const way of ways) {
    expect(['Index Scan', 'Bitmap Heap Scan']).toContain(way['Node Type'])
    // For a common status the planner may also scan all reports from the newest on.
    const read = way['Actual Rows'] + (way['Rows Removed by Filter'] ?? 0)
    expect(read).toBeLessThanOrEqual(5 * page.limit)
  }
})

test.each([
  { q: 'number 77', isScan: false },
  { q: 'nothing of the kind', isScan: false },
  { q: 'reporter499', isScan: false },
  { q: 'report', isScan: true },
  { q: 'nothing of the kind', isScan: true },
  { assignee: 'me', isScan: false },
  { status: 'pending', days: 30, isScan: false },
] as const)(
  '[fair.67] of 50,000 reports those of a filter are found by an index, or among the newest: %j',
  async ({ isScan, ...page }) => {
    const nodes = await planOf(database.sql, adminReports({ ...page, limit: 50, viewerId: 7 }, isScan))
    const ways = nodes.filter((node) => node['Relation Name'] === 'reports')
    for (const way of ways)
      expect(['Index Scan', 'Index Only Scan', 'Bitmap Heap Scan']).toContain(way['Node Type'])
    const read = ways.map((way) => way['Actual Rows'] + (way['Rows Removed by Filter'] ?? 0))
    expect(Math.max(...read)).toBeLessThanOrEqual(2_000)
  },
)

test('a page of a rare status holds that status only, newest first', async () => {
  const rows = await listAdminReports(database.sql, { status: 'pending', limit: 200, viewerId: 7 })
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => 50_000 - n * 1000))
})
