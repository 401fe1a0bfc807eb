import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { membersPage } from '../../src/server/domains/accounts/members/queries.ts'
import { searchPlayers } from '../../src/server/domains/players/queries/players.ts'
import { suggestNames } from '../../src/server/domains/posts/mentions/queries.ts'
import { searchBoard } from '../../src/server/domains/rankings/leaderboard/queries.ts'
import { searchRated } from '../../src/server/domains/rankings/ratings/queries/board.ts'
import { searchFinal } from '../../src/server/domains/rankings/seasons/queries/standings.ts'
import { type Database, type Executor, openDatabase } from '../../src/server/platform/database/database.ts'
import { createLogger } from '../../src/server/platform/logs/logger.ts'
import { type PlanNode, plansOf } from '../../src/server/testing/plan.ts'
import { createTestDatabase } from '../../src/server/testing/template-database.ts'

const large = ['users', 'game_identities', 'player_stats', 'ratings', 'season_standings']

let database: Database
let drop: () => Promise<void>
let boardId: number
let trackId: number

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
  const fill = (statement: RawBuilder<unknown>) => statement.execute(database.sql)
  for (const table of large) await fill(sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`)
  // Every other player had two names before, of which few begin with Quokka; three of twenty are members.
  await fill(sql`
    INSERT INTO users (username, password_hash, password_is_short, gamertag, former_names)
    SELECT CASE WHEN n % 20 < 3 THEN name END, CASE WHEN n % 20 < 3 THEN 'none' END, false, name,
      CASE WHEN n % 2 = 0 THEN ARRAY['Guest' || n, CASE WHEN n % 5000 = 2 THEN 'Quokka' ELSE 'Visitor' END || n] ELSE '{}' END
    FROM generate_series(1, 50000) AS n
      CROSS JOIN LATERAL (SELECT CASE WHEN n % 5000 = 1 THEN 'Zephyr' ELSE 'Player' END || n AS name) AS names`)
  await fill(sql`INSERT INTO game_identities (kind, value, user_id) SELECT 'xuid', id::text, id FROM users`)
  boardId = (
    await sql<{ id: number }>`
      INSERT INTO boards (game_type, period, starts_on) VALUES ('overall', 'all', '1970-01-01') RETURNING id
    `.execute(database.sql)
  ).rows[0]!.id
  trackId = (
    await sql<{ id: number }>`
      INSERT INTO rating_tracks (mode, ladder) VALUES ('sumo', 'solo') RETURNING id
    `.execute(database.sql)
  ).rows[0]!.id
  await fill(sql`INSERT INTO seasons (name, starts_at, ends_at) VALUES ('One', '2026-01-01Z', '2026-02-01Z')`)
  await fill(sql`
    INSERT INTO player_stats (board_id, user_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
      best_streak, last_ended_at, last_match_id)
    SELECT ${boardId}::int, id, 1, 0, 1, 0, 0, 1, id % 1000, 0, 0, now(), gen_random_uuid() FROM users ORDER BY random()`)
  await fill(sql`
    INSERT INTO ratings (track_id, season_id, user_id, rating, deviation, volatility, matches, wins, last_ended_at,
      last_match_id, on_board)
    SELECT ${trackId}::int, 1, id, id, 50, 600, 20, 10, now(), gen_random_uuid(), true FROM users ORDER BY random()`)
  await fill(sql`
    INSERT INTO season_standings (season_id, track_id, identity_id, position, rating, deviation, volatility, matches, wins,
      tier, tier_colour)
    SELECT 1, ${trackId}::int, id, id, 1000, 50, 600, 20, 10, 'Gold', '#ffffff' FROM game_identities ORDER BY random()`)
  for (const table of large) await fill(sql`VACUUM ANALYZE ${sql.table(table)}`)
})
afterAll(async () => {
  await database.close()
  await drop()
})

const page = { limit: 20, offset: 0 }

/** Every search for players that has to find them among all. */
const searches: Readonly<Record<string, (executor: Executor, text: string) => Promise<unknown>>> = {
  players: (executor, text) => searchPlayers(executor, text, 'overall'),
  mentions: (executor, text) => suggestNames(executor, 7, text),
  members: (executor, search) => membersPage({ limit: 50, search }).execute(executor),
  board: (executor, text) => searchBoard(executor, boardId, 'overall', text, page),
  'rating board': (executor, text) => searchRated(executor, { trackId, seasonId: 1 }, 'sumo', text, page),
  'final board': (executor, text) => searchFinal(executor, { trackId, seasonId: 1 }, 'sumo', text, page),
}

/** Texts that few names have, and nobody's. */
const texts = ['zephyr', 'quokka', 'zephyr5001', 'quok', 'hyr', 'kk', 'ze', 'q', 'nobody at all', 'qx']

/** Names of all players, of half of them before, and their first letters. */
const frequentTexts = ['player', 'visitor', 'p', 'v']

const readOf = (nodes: readonly PlanNode[]) =>
  nodes
    .filter((node) => node['Relation Name'] === 'users')
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    )

test.each(Object.keys(searches).flatMap((name) => texts.map((text) => [name, text] as const)))(
  '[field.69] Of 50,000 players, half of them with former names, a search reads those that it finds only: %s, %j',
  async (name, text) => {
    const nodes = await plansOf(database.sql, (executor) => searches[name]!(executor, text))
    const reads = nodes.filter((node) => large.includes(node['Relation Name'] ?? ''))
    expect(reads.length).toBeGreaterThan(0)
    expect(reads.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
    // Of figures as many are read as a position needs.
    expect(readOf(nodes)).toBeLessThanOrEqual(250)
  },
)

// The list of members is in the order of ids: all that are found are read, by index.
const bounded = Object.keys(searches).filter((name) => name !== 'members')

test.each(bounded.flatMap((name) => frequentTexts.map((text) => [name, text] as const)))(
  '[field.69] Of 50,000 players a search for a frequent name looks at a bounded number: %s, %j',
  async (name, text) => {
    const nodes = await plansOf(database.sql, (executor) => searches[name]!(executor, text))
    expect(readOf(nodes)).toBeLessThanOrEqual(3_000)
  },
)

test.each([...texts, ...frequentTexts])(
  '[field.69] No condition on names is joined by OR, which computes the parts of each name: members, %j',
  async (text) => {
    const nodes = await plansOf(database.sql, (executor) => searches.members!(executor, text))
    expect(nodes.filter((node) => node['Node Type'] === 'BitmapOr')).toEqual([])
  },
)
