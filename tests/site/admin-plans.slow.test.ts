import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditPage } from '../../src/server/admin/queries.ts'
import { membersPage } from '../../src/server/domains/accounts/members/queries.ts'
import { casesPage } from '../../src/server/domains/moderation/queries/cases.ts'
import { queuePage } from '../../src/server/domains/moderation/queries/queue.ts'
import { messagesPage } from '../../src/server/domains/reports/contact/queries/manage.ts'
import { type Database, openDatabase } from '../../src/server/platform/database/database.ts'
import { createLogger } from '../../src/server/platform/logs/logger.ts'
import { planOf } from '../../src/server/testing/plan.ts'
import { createTestDatabase } from '../../src/server/testing/template-database.ts'

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
  // In batches, each below the statement timeout.
  for (let from = 1; from < 50_000; from += 10_000) {
    const numbers = sql`generate_series(${from}::int, ${from + 9_999}::int) AS n`
    // One player in five is known to the game server only. Members of a rank are rare, or reading all members would do.
    await sql`
      INSERT INTO users (rank, username, password_hash, gamertag)
      SELECT CASE WHEN n % 100 = 1 THEN 'Gold' ELSE 'Member' END, CASE WHEN n % 5 > 0 THEN CASE WHEN n % 5000 = 1 THEN 'Zephyr' ELSE 'Member' END || n END,
        CASE WHEN n % 5 > 0 THEN 'none' END, 'Player' || n FROM ${numbers}
    `.execute(database.sql)
    // Open items are rare, and spread over all ages.
    await sql`
      INSERT INTO contact_messages (name, email, subject, message, flagged, read_at)
      SELECT 'Asker', 'asker@mail.example', 'Question ' || n, 'How?', n % 500 = 1,
        CASE WHEN n % 1000 <> 0 THEN now() END FROM ${numbers}
    `.execute(database.sql)
    // Four reports per case, one open case in a hundred, and one post with 500 reports.
    await sql`
      INSERT INTO moderation_reports (subject_type, subject_id, subject_user_id, reporter_id, reason, excerpt, status,
        decided_at)
      SELECT CASE WHEN subject % 2 = 0 THEN 'post' ELSE 'player' END, subject, 1 + subject % 5000, n, 'It is bad',
        'A post', CASE WHEN is_open THEN 'open' WHEN subject % 3 = 0 THEN 'removed' ELSE 'dismissed' END,
        CASE WHEN NOT is_open THEN timestamptz '2026-01-01Z' + make_interval(mins => subject) END
      FROM (SELECT n, CASE WHEN n <= 500 THEN 90000 ELSE n / 4 END AS subject, n <= 500 OR n / 4 % 100 = 0 AS is_open
        FROM ${numbers}) AS numbered
    `.execute(database.sql)
    await sql`
      INSERT INTO audit_log (actor_id, actor_name, actor_rank, action, subject_type, subject_id)
      SELECT 1, CASE WHEN n % 5000 = 0 THEN 'Zephyr' ELSE 'Keeper ' || n % 25 END, 'Helper',
        CASE WHEN n % 1000 = 0 THEN 'member.rank' WHEN n % 2 = 0 THEN 'report.status' ELSE 'moderation.decide' END,
        'report', n FROM ${numbers}
    `.execute(database.sql)
  }
  // Restrictions as well, which are joined to members: of a table without figures PostgreSQL expects many rows.
  for (const table of [
    'users',
    'restrictions',
    'contact_messages',
    'moderation_reports',
    'moderation_cases',
    'audit_log',
  ])
    await sql`ANALYZE ${sql.table(table)}`.execute(database.sql)
})
afterAll(async () => {
  await database.close()
  await drop()
})

/** Scan nodes of a page's plan on a table, with the number of rows read. */
async function waysInto(table: string, page: RawBuilder<unknown>) {
  const nodes = await planOf(database.sql, page)
  const ways = nodes.filter((node) => node['Relation Name'] === table)
  const read = ways.reduce(
    (sum, way) => sum + (way['Actual Rows'] + (way['Rows Removed by Filter'] ?? 0)) * way['Actual Loops'],
    0,
  )
  return { types: new Set(ways.map((way) => way['Node Type'])), read }
}

const byIndex = ['Index Scan', 'Index Only Scan', 'Bitmap Heap Scan']

async function expectIndexed(table: string, page: RawBuilder<unknown>, max: number) {
  const { types, read } = await waysInto(table, page)
  expect(types.size).toBeGreaterThan(0)
  for (const type of types) expect(byIndex).toContain(type)
  expect(read).toBeLessThanOrEqual(max)
}

describe('with 50,000 of each, a page of the staff area is found by an index and reads hardly more than it shows:', () => {
  test.each([
    { limit: 50, search: '' },
    { limit: 200, search: '', before: 40_000 },
    { limit: 50, search: 'member' },
    { limit: 50, search: 'zephyr' },
    { limit: 50, search: 'nobody at all' },
    { limit: 50, search: 'm' },
    { limit: 50, search: 'ze', before: 90_000 },
    { limit: 50, search: 'qq' },
    { limit: 50, search: '', rank: 'Gold' },
    { limit: 50, search: '', rank: 'Owner' },
    { limit: 50, search: '', rank: 'Member' },
  ])('members %j', (page) => expectIndexed('users', membersPage(page), 5 * page.limit))

  test.each([
    { limit: 50, show: 'all' },
    { limit: 200, show: 'all', before: 25_000 },
    { limit: 50, show: 'unread' },
    { limit: 50, show: 'unread', before: 25_000 },
    { limit: 50, show: 'flagged' },
    { limit: 50, show: 'flagged', before: 25_000 },
    { limit: 50, show: 'unread', assignee: 'nobody' },
  ] as const)('messages %j', (page) =>
    expectIndexed('contact_messages', messagesPage({ ...page, viewerId: 7 }), 2 * page.limit),
  )

  test.each([
    { q: 'question 77', isScan: false },
    { q: 'nobody at all', isScan: false },
    { q: 'question', isScan: true },
    { q: 'nobody at all', isScan: true },
    { assignee: 'me', isScan: false },
    { days: 30, isScan: false },
  ] as const)('[fair.66] messages %j', ({ isScan, ...page }) =>
    expectIndexed(
      'contact_messages',
      messagesPage({ ...page, show: 'all', limit: 50, viewerId: 7 }, isScan),
      2_100,
    ),
  )

  // Each case looks up its reports about three times, and earlier cases of the same person.
  test.each([
    { limit: 50, status: 'open' },
    { limit: 50, status: 'open', before: 25_000 },
    { limit: 50, status: 'decided' },
    { limit: 100, status: 'decided', before: 25_000 },
  ] as const)('moderation %j', (page) =>
    expectIndexed('moderation_reports', casesPage({ ...page, viewerId: 7 }), 60 * page.limit),
  )

  // Each case shows up to five others of its person.
  test.each([
    { state: 'open' },
    { state: 'open', cursor: '1.4.50.20000' },
    { state: 'open', severity: 'high' },
    { state: 'decided' },
    { state: 'decided', q: 'zephyr' },
    { state: 'decided', q: 'is bad', isFrequent: true },
    { state: 'open', q: 'is bad', isFrequent: true },
    { state: 'decided', q: 'nobody at all' },
  ] as const)('[fair.53] the queue %j', (page) =>
    expectIndexed('moderation_cases', queuePage({ ...page, limit: 50, viewerId: 7 }), 6 * 50 + 50),
  )

  test.each([
    { limit: 50 },
    { limit: 200, before: 25_000 },
    { limit: 50, actor: 'keeper' },
    { limit: 50, actor: 'zephyr' },
    { limit: 50, actor: 'nobody at all' },
    { limit: 50, actor: 'k' },
    { limit: 50, actor: 'ze' },
    { limit: 50, action: 'report' },
    { limit: 50, action: 'member' },
    { limit: 50, action: 'member.rank' },
    { limit: 50, action: 'event' },
    { limit: 50, action: 'member', actor: 'zephyr' },
  ])('the audit log %j', (page) =>
    expectIndexed('audit_log', auditPage({ viewerId: 1, ...page }), 5 * page.limit),
  )
})

test('A case that 500 people reported costs its own reports, once for each way they are counted', async () => {
  const { types, read } = await waysInto(
    'moderation_reports',
    casesPage({ limit: 1, status: 'open', viewerId: 7, before: 501 }),
  )
  for (const type of types) expect(byIndex).toContain(type)
  expect(read).toBeLessThanOrEqual(3_000)
})
