import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { urlTo, withSuperuser } from '../testing/test-server.ts'
import { appRole, ownerRole } from './embedded-postgres/roles.ts'
import { migrate, migrationStatus } from './migrations.ts'

const server = inject('postgres')
const log = { info: () => undefined }
let directory: string
let name: string
let url: string
let appUrl: string

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'migrations-'))
  name = `test_${process.pid}_m${Date.now()}`
  await withSuperuser(server.superuserUrl, (client) =>
    client.query(`CREATE DATABASE ${name} OWNER ${ownerRole}`),
  )
  url = urlTo(server.ownerUrl, name)
  appUrl = urlTo(server.appUrl, name)
  write('0001_first.sql', 'CREATE TABLE first (id integer GENERATED ALWAYS AS IDENTITY, word text);')
})

afterEach(async () => {
  rmSync(directory, { recursive: true })
  await withSuperuser(server.superuserUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
})

const write = (file: string, sql: string) => writeFileSync(join(directory, file), sql)
const run = (waitMs = 200) => migrate({ url, directory, appRole, log, waitMs })

const ask = async (as: string, sql: string) => {
  const client = new Client({ connectionString: as })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('applies what is new, once, and says what is pending', async () => {
  await run()
  write('0002_second.sql', 'CREATE TABLE second (id integer);')
  expect(await migrationStatus(url, directory)).toEqual({ current: 1, pending: ['0002_second.sql'] })
  await Promise.all([run(30_000), run(30_000)])
  expect(await ask(url, 'SELECT number, name FROM schema_migrations ORDER BY 1')).toEqual([
    { number: 1, name: 'first' },
    { number: 2, name: 'second' },
  ])
})

test('a failing migration leaves nothing, and names itself', async () => {
  write('0002_bad.sql', 'CREATE TABLE second (id integer); SELECT nonsense;')
  await expect(run()).rejects.toThrow('Migration 0002_bad.sql failed: column "nonsense" does not exist')
  expect(await migrationStatus(url, directory)).toEqual({ current: 1, pending: ['0002_bad.sql'] })
  expect(await ask(url, `SELECT to_regclass('second') AS found`)).toEqual([{ found: null }])
})

test('refuses a database newer than the release', async () => {
  write('0002_second.sql', 'SELECT 1;')
  await run()
  rmSync(join(directory, '0002_second.sql'))
  await expect(run()).rejects.toThrow('The database has migration 0002, this release knows none after 0001')
})

test('refuses a file that was changed after it was applied, but not other line ends', async () => {
  write('0001_first.sql', 'CREATE TABLE first (\n id integer);')
  await run()
  write('0001_first.sql', 'CREATE TABLE first (\r\n id integer);')
  await run()
  write('0001_first.sql', 'CREATE TABLE first (id bigint);')
  await expect(run()).rejects.toThrow('Migration 0001_first.sql was changed after it was applied')
})

test('refuses a file that comes before one already applied, and two with one number', async () => {
  write('0003_third.sql', 'SELECT 1;')
  await run()
  write('0002_late.sql', 'SELECT 1;')
  await expect(run()).rejects.toThrow('Migration 0002_late.sql comes before 0003')
  write('0002_twin.sql', 'SELECT 1;')
  await expect(run()).rejects.toThrow('Two migrations have the number 0002')
})

test('does not wait for ever while another process migrates', async () => {
  const other = new Client({ connectionString: url })
  await other.connect()
  await other.query(`SELECT pg_advisory_lock(hashtext('vulx migrations'))`)
  await expect(run()).rejects.toThrow('Another process has been migrating for 0.2 seconds')
  await other.end()
})

test('the application role has rows, and no say in the schema', async () => {
  await run()
  expect(await ask(appUrl, `INSERT INTO first (word) VALUES ('a') RETURNING id`)).toEqual([{ id: 1 }])
  for (const sql of [
    'CREATE TABLE third (id integer)',
    'ALTER TABLE first ADD COLUMN extra text',
    'DROP TABLE first',
    'TRUNCATE first',
    'DELETE FROM schema_migrations',
  ])
    await expect(ask(appUrl, sql), sql).rejects.toThrow(/permission denied|must be owner/)
})

/** A running site with its own open transaction. */
async function running(...statements: string[]) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('BEGIN')
  for (const statement of statements) await client.query(statement)
  return client
}

test('waits for a table that a running site uses, and lets others pass meanwhile', async () => {
  await run()
  write('0002_second.sql', 'ALTER TABLE first ADD COLUMN later text;')
  const site = await running('LOCK TABLE first IN ROW EXCLUSIVE MODE')
  const migrating = migrate({ url, directory, log, waitMs: 60_000, lockMs: 100 })
  // A migration that kept its place in the lock queue would block these until the site has committed, which happens
  // later.
  for (let n = 0; n < 10; n += 1) await ask(url, 'SELECT count(*) FROM first')
  await site.query('COMMIT')
  await site.end()
  await migrating
  expect((await migrationStatus(url, directory)).current).toBe(2)
})

test('begins again when it and a running site wait for each other', async () => {
  write('0002_second.sql', 'CREATE TABLE second (id integer);')
  await run()
  write('0003_both.sql', 'ALTER TABLE first ADD COLUMN later text; ALTER TABLE second ADD COLUMN later text;')
  const site = await running('LOCK TABLE second')
  const migrating = migrate({ url, directory, log, waitMs: 60_000, lockMs: 5_000 })
  await expect
    .poll(() => ask(url, `SELECT FROM pg_locks WHERE NOT granted AND relation = 'second'::regclass`))
    .toHaveLength(1)
  // Whichever transaction PostgreSQL cancels.
  await site.query('LOCK TABLE first').catch(() => undefined)
  await site.query('ROLLBACK')
  await site.end()
  await migrating
  expect((await migrationStatus(url, directory)).current).toBe(3)
})

test('gives up a table that is held for too long, and says so', async () => {
  await run()
  write('0002_second.sql', 'ALTER TABLE first ADD COLUMN later text;')
  const site = await running('LOCK TABLE first')
  await expect(migrate({ url, directory, log, waitMs: 300, lockMs: 50 })).rejects.toThrow(
    'Migration 0002_second.sql failed: canceling statement due to lock timeout',
  )
  await site.end()
})

test('[game.05] 0037 groups totals below zero again, and counts their boards again', async () => {
  const all = join(import.meta.dirname, '../../../migrations')
  rmSync(join(directory, '0001_first.sql'))
  const copy = (until: number) => {
    for (const file of readdirSync(all))
      if (Number(file.slice(0, 4)) <= until) copyFileSync(join(all, file), join(directory, file))
  }
  copy(36)
  await run()
  await ask(
    url,
    `INSERT INTO boards (id, game_type, period, starts_on) OVERRIDING SYSTEM VALUE VALUES (1, 'boxing', 'all', '1970-01-01'), (2, 'sumo', 'all', '1970-01-01');
    INSERT INTO users (gamertag, gamertag_at) SELECT 'P' || n, now() FROM generate_series(1, 5) AS n;
    INSERT INTO player_stats (board_id, user_id, matches, kills, deaths, assists, wins, losses, points, win_streak,
      best_streak, last_ended_at, last_match_id)
    SELECT board, users.id, 1, 0, 3, 0, 2, 1, points, 0, 0, now(), gen_random_uuid()
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users) AS users,
      unnest(ARRAY[1, 1, 1, 1, 2], ARRAY[-70000, -40, 0, 2000, 5]) WITH ORDINALITY AS rows (board, points, at)
    WHERE users.n = rows.at;
    INSERT INTO board_counts SELECT board_id, shift, bucket >> shift, count(*) FROM player_stats,
      unnest(CASE WHEN shown_points < 1024 THEN ARRAY[22, 16, 8, 0] ELSE ARRAY[22, 16] END) AS shift GROUP BY 1, 2, 3`,
  )
  copy(37)
  await run()
  expect(
    await ask(url, 'SELECT points::int FROM player_stats WHERE board_id = 1 ORDER BY bucket DESC'),
  ).toEqual([2000, 0, -40, -70000].map((points) => ({ points })))
  const wrong = await ask(
    url,
    `SELECT * FROM (SELECT board_id, shift::int, bucket >> shift AS node, count(*)::int AS players FROM player_stats,
        unnest(CASE WHEN abs(points) < 1024 THEN ARRAY[22, 16, 8, 0] ELSE ARRAY[22, 16] END) AS shift GROUP BY 1, 2, 3) AS counted
      FULL JOIN board_counts USING (board_id, shift, node) WHERE counted.players IS DISTINCT FROM board_counts.players`,
  )
  expect(wrong).toEqual([])
})

test('[game.17] 0039 keeps the matches and practice modes of an older database, and gives each practice mode its key', async () => {
  const all = join(import.meta.dirname, '../../../migrations')
  rmSync(join(directory, '0001_first.sql'))
  const copy = (until: number) => {
    for (const file of readdirSync(all))
      if (Number(file.slice(0, 4)) <= until) copyFileSync(join(all, file), join(directory, file))
  }
  copy(38)
  await run()
  await ask(
    url,
    `INSERT INTO game_servers (name, secret_hash) VALUES ('EU', sha256('x'));
    INSERT INTO matches (match_id, server_id, game_type, ranked, started_at, ended_at, content_hash)
    SELECT gen_random_uuid(), game_servers.id, game_type, true, now(), now(), sha256(game_type::bytea) FROM game_servers,
      unnest(ARRAY['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo']) AS game_type;
    INSERT INTO boards (game_type, period, starts_on) VALUES ('sumo', 'all', '1970-01-01'), ('overall', 'all', '1970-01-01');
    INSERT INTO practice_modes (category, name, description) VALUES ('ffa', 'Sumo', 'x'), ('ffa', 'NoDebuff FFA', 'x'),
      ('ffa', 'Nemo Slap', 'x'), ('ffa', 'Top fight!', 'x'), ('ffa', 'Top Fight', 'x'), ('duels', 'The Bridge', 'x'),
      ('duels', 'Fireball Fight', 'x'), ('duels', 'Sumo', 'x'), ('duels', '决斗', 'x')`,
  )
  const matches = 'SELECT * FROM matches ORDER BY match_id'
  const practice = 'SELECT id, category, name, description, position FROM practice_modes ORDER BY id'
  const before = [await ask(url, matches), await ask(url, practice)]
  copy(39)
  await run()
  expect([await ask(url, matches), await ask(url, practice)]).toEqual(before)
  expect(await ask(url, 'SELECT category, name, mode FROM practice_modes ORDER BY id')).toEqual([
    { category: 'ffa', name: 'Sumo', mode: 'sumo_2' },
    { category: 'ffa', name: 'NoDebuff FFA', mode: 'nodebuff_ffa' },
    { category: 'ffa', name: 'Nemo Slap', mode: 'nemoslap' },
    { category: 'ffa', name: 'Top fight!', mode: 'top_fight' },
    { category: 'ffa', name: 'Top Fight', mode: 'top_fight_2' },
    { category: 'duels', name: 'The Bridge', mode: 'bridge' },
    { category: 'duels', name: 'Fireball Fight', mode: 'fireball' },
    { category: 'duels', name: 'Sumo', mode: 'sumo' },
    { category: 'duels', name: '决斗', mode: 'mode' },
  ])
  const unknown = `SELECT FROM matches WHERE NOT EXISTS (SELECT FROM modes WHERE key = game_type AND listed AND in_overall)`
  expect(await ask(url, unknown)).toEqual([])
  // The release before still writes while this one starts.
  await ask(appUrl, `INSERT INTO practice_modes (category, name, description) VALUES ('duels', 'Late', 'x')`)
  expect(await ask(url, `SELECT mode FROM practice_modes WHERE name = 'Late'`)).toEqual([{ mode: 'late' }])
})

test('[green.10] a database that only reads, as a standby or in the moment of a switch, is waited for until it takes writes', async () => {
  const database = `ALTER DATABASE ${name} SET default_transaction_read_only =`
  await withSuperuser(server.superuserUrl, (client) => client.query(`${database} on`))
  const reported: string[] = []
  const report = (sentence: string) => void reported.push(sentence)
  await expect(migrate({ url, directory, log, database: { waitMs: 1, report } })).rejects.toThrow(
    'only reads',
  )
  expect(await ask(url, `SELECT to_regclass('first') AS found`)).toEqual([{ found: null }])

  const waiting = migrate({ url, directory, log, database: { waitMs: 60_000, report } })
  await expect.poll(() => reported).toHaveLength(1)
  await withSuperuser(server.superuserUrl, (client) => client.query(`${database} off`))
  await waiting
  expect(await ask(url, 'SELECT number FROM schema_migrations')).toEqual([{ number: 1 }])
})

test('[green.11] a migration that is stopped is rolled back, and its connection closed', async () => {
  write('0002_slow.sql', 'CREATE TABLE slow (id integer); SELECT pg_sleep(600);')
  const stop = new AbortController()
  const database = { waitMs: 1, report: () => undefined, stop: stop.signal }
  const migrating = migrate({ url, directory, log, database })
  const sleepers = () =>
    ask(
      url,
      `SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND datname = current_database() AND pid <> pg_backend_pid()`,
    )
  await expect.poll(async () => (await sleepers()).length).toBe(1)
  stop.abort(new Error('told to stop'))
  await expect(migrating).rejects.toThrow('told to stop')
  const [sleeper] = await sleepers()
  await ask(server.superuserUrl, `SELECT pg_terminate_backend(${sleeper?.pid ?? 0})`)
  expect(await ask(url, `SELECT to_regclass('slow') AS found`)).toEqual([{ found: null }])
})
