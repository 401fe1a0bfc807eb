import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { createLogger } from '../../platform/logs/logger.ts'
import { planOf } from '../../testing/plan.ts'
import { createTestDatabase } from '../../testing/template-database.ts'
import { inForcePage } from './queries/in-force.ts'

const large = ['users', 'game_identities', 'punishments', 'punishment_changes', 'restrictions']

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
  const fill = (statement: ReturnType<typeof sql>) => statement.execute(database.sql)
  // What triggers do with rows is not asked here.
  for (const table of large) await fill(sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`)
  await fill(sql`INSERT INTO users (gamertag)
    SELECT CASE WHEN n % 5000 = 1 THEN 'Zephyr' ELSE 'Player' END || n FROM generate_series(1, 50000) AS n`)
  await fill(sql`INSERT INTO game_identities (kind, value, user_id) SELECT 'xuid', id::text, id FROM users`)
  // Most are in force, over all ages; others have ended or were lifted.
  await fill(sql`
    INSERT INTO punishments (id, identity_id, kind, reason, until, at, appeal_code)
    SELECT gen_random_uuid(), identity.id, CASE WHEN n % 3 = 0 THEN 'ban' ELSE 'mute' END, 'flies',
      CASE WHEN n % 4 = 1 THEN now() - interval '1 hour' WHEN n % 8 = 0 THEN now() + interval '30 days' END,
      now() - n * interval '1 minute', translate(lpad(n::text, 8, 'A'), '01', 'YZ')
    FROM generate_series(1, 50000) AS n JOIN game_identities AS identity ON identity.value = (1 + n % 50000)::text`)
  await fill(sql`
    INSERT INTO punishment_changes (punishment_id, kind, at) SELECT id, 'confirm', at FROM punishments
    UNION ALL SELECT id, 'lift', now() FROM punishments WHERE right(appeal_code, 1) IN ('3', '7')`)
  await fill(sql`INSERT INTO restrictions (user_id, reason, until, created_at, lifted_at)
    SELECT id, 'spam', CASE WHEN id % 8 = 0 THEN now() + interval '9 days' END, now() - id * interval '1 minute',
      CASE WHEN id % 2 = 1 THEN now() END FROM users`)
  for (const table of large) await fill(sql`ANALYZE ${sql.table(table)}`)
})
afterAll(async () => {
  await database.close()
  await drop()
})

const middle = () => `${(Date.now() - 30_000 * 60_000) * 1_000}.5`

test.each([
  ['the newest', {}],
  ['bans', { kind: 'ban' }],
  ['mutes', { kind: 'mute' }],
  ['restrictions', { kind: 'restriction' }],
  ['from the middle on', { cursor: middle() }],
  ['bans from the middle on', { kind: 'ban', cursor: middle() }],
  ['of a rare name', { q: 'zephyr' }],
  ['of a frequent name', { q: 'player' }],
  ['of nobody', { q: 'qqqq' }],
] as const)(
  '[guards.92] of 50,000 punishments and 50,000 restrictions no large table is read from end to end: %s',
  async (_which, page) => {
    const nodes = await planOf(database.sql, inForcePage({ limit: 50, viewerId: 7, ...page }))
    const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan')
    expect(scans.filter((node) => large.includes(node['Relation Name'] ?? ''))).toEqual([])
    if ('q' in page) return
    // What is not in force is passed over, and little else is read than what is shown.
    const read = nodes
      .filter((node) => ['punishments', 'restrictions'].includes(node['Relation Name'] ?? ''))
      .reduce(
        (sum, node) =>
          sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        0,
      )
    expect(read).toBeLessThanOrEqual(1_000)
  },
)
