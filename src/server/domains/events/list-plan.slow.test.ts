import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createLogger } from '../../platform/logs/logger.ts'
import { planOf } from '../../testing/plan.ts'
import { createTestDatabase } from '../../testing/template-database.ts'
import { eventListing, listEvents } from './queries.ts'

let database: Database
let drop: () => Promise<void>
/** The event with half of all registrations. */
let crowded: number

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
  await sql`INSERT INTO users (gamertag) SELECT 'Guest ' || n FROM generate_series(1, 20000) AS n`.execute(
    database.sql,
  )
  await sql`
    INSERT INTO events (title, description, start_date)
    SELECT 'Event ' || n, '', now() - n * interval '1 hour' FROM generate_series(1, 50000) AS n
  `.execute(database.sql)
  const { rows } = await sql<{ id: number }>`SELECT max(id) - 100 AS id FROM events`.execute(database.sql)
  crowded = rows[0]!.id
  await sql`
    INSERT INTO event_registrations (event_id, user_id, created_at)
    SELECT ${crowded}::int, id, now() - id * interval '1 second' FROM users
    UNION ALL SELECT ${crowded}::int - 1 - id, id, now() FROM users
  `.execute(database.sql)
  await sql`
    INSERT INTO game_identities (kind, value, user_id) SELECT 'xuid', id, id FROM users
  `.execute(database.sql)
  await sql`
    INSERT INTO faces (identity_id, head_hash, sent_at, bytes, hash)
    SELECT id, sha256(value::bytea), now(), 'face', sha256(value::bytea) FROM game_identities
  `.execute(database.sql)
  for (const table of ['users', 'events', 'event_registrations', 'game_identities', 'faces'])
    await sql`ANALYZE ${sql.table(table)}`.execute(database.sql)
})
afterAll(async () => {
  await database.close()
  await drop()
})

test.each([{ limit: 200 }, { limit: 200, before: 25_000 }, { limit: 50, before: 50_000 }])(
  'of 50,000 events and 40,000 registrations a page is found by indexes: %j',
  async (page) => {
    const nodes = await planOf(database.sql, eventListing(17, page))
    // Cups are few here, and read at once.
    const read = nodes.filter((node) => !['cups', 'cup_views'].includes(node['Relation Name'] as string))
    expect(read.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
    const events = nodes.filter((node) => node['Relation Name'] === 'events')
    expect(events.map((node) => node['Actual Rows'])).toEqual([page.limit])
    const earliest = nodes.filter((node) => node['Index Name'] === 'event_registrations_earliest')
    expect(earliest.length).toBeGreaterThan(0)
  },
)

test('a crowded event shows its earliest participants without reading them all for it', async () => {
  const [event] = await listEvents(
    database.sql,
    { viewerId: null, team: 'Staff', reader: { language: 'en', written: 'en' } },
    { before: crowded + 1, limit: 1, older: 'true' },
  )
  expect([event!.participantCount, event!.participants.length]).toEqual([20_000, 5])
  const nodes = await planOf(
    database.sql,
    eventListing(null, { before: crowded + 1, limit: 1, older: 'true' }),
  )
  const sorted = nodes.filter((node) => node['Node Type'] === 'Sort').map((node) => node['Actual Rows'])
  expect(Math.max(...sorted, 0)).toBeLessThanOrEqual(100)
  const read = nodes.filter((node) => node['Actual Rows'] > 101)
  // Only the count reads every registration, and only from the index.
  expect(read.map((node) => node['Node Type'])).toEqual(['Index Only Scan'])
})
