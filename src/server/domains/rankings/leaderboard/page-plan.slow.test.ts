import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { createLogger } from '../../../platform/logs/logger.ts'
import { planOf } from '../../../testing/plan.ts'
import { createTestDatabase } from '../../../testing/template-database.ts'
import { boardPage } from './queries.ts'

let database: Database
let drop: () => Promise<void>
let boardId: number

beforeAll(async () => {
  const store = await createTestDatabase()
  drop = store.drop
  // Connects as owner, because only the owner may VACUUM.
  database = openDatabase({
    url: store.ownerUrl,
    log: createLogger('silent'),
    max: 2,
    // Filling tables takes longer on a busy machine than a request may wait.
    noStatementTimeout: true,
  })
  const { rows } = await sql<{ id: number }>`
    INSERT INTO boards (game_type, period, starts_on) VALUES ('overall', 'all', '1970-01-01') RETURNING id
  `.execute(database.sql)
  boardId = rows[0]!.id
  await sql`
    INSERT INTO users (gamertag) SELECT 'Guest ' || n FROM generate_series(1, 50000) AS n
  `.execute(database.sql)
  // All players lost one match in the same way, so only their ids order them.
  await sql`
    INSERT INTO player_stats (board_id, user_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
      best_streak, last_ended_at, last_match_id)
    SELECT ${boardId}::int, id, 1, 0, 1, 0, 0, 1, -8, 0, 0, now(), gen_random_uuid() FROM users ORDER BY random()
  `.execute(database.sql)
  for (const table of ['users', 'player_stats'])
    await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(database.sql)
})
afterAll(async () => {
  await database.close()
  await drop()
})

test.each([
  { limit: 5, offset: 0 },
  { limit: 50, offset: 25_000 },
  { limit: 100, offset: 45_000 },
])('of 50,000 players who are equal a page reads no more figures than it shows: %j', async (page) => {
  const start = { bucket: 2_147_483_647, before: 0 }
  const nodes = await planOf(database.sql, boardPage(boardId, 'overall', start, page))
  // Skipped rows are read from the index only, which contains all sort keys.
  const read = nodes.filter(
    (node) => node['Relation Name'] === 'player_stats' && node['Node Type'] !== 'Index Only Scan',
  )
  expect(read.length).toBeGreaterThan(0)
  const figures = read.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
  expect(figures).toBe(page.limit)
})
