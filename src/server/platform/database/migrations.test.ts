import { createHash } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type TestDatabase, urlTo, withSuperuser } from '../../testing/test-server.ts'
import { BackupSetup, migrationsDir, sqlDirectory } from './backup/testing.ts'
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

const root = join(import.meta.dirname, '../../../..')

/** The migrations of the site up to a number. */
function copy(until: number) {
  rmSync(join(directory, '0001_first.sql'), { force: true })
  for (const file of readdirSync(join(root, 'migrations')))
    if (Number(file.slice(0, 4)) <= until) copyFileSync(join(root, 'migrations', file), join(directory, file))
}

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

test('[one-fact.20] 0570 makes each notice one notification, with its words and what was read and dismissed, and the release before goes on writing', async () => {
  copy(569)
  await run()
  await ask(
    url,
    `INSERT INTO users (gamertag, gamertag_at) VALUES ('Ann', now()), ('Bob', now());
    INSERT INTO notices (user_id, kind, text, reason, until, said)
    SELECT 1 + n % 2, kind, 'Text ' || n, 'Reason ' || n, '2030-01-01', '{"text":{"id":"a","english":"b","values":{}}}'
    FROM unnest(ARRAY['post_removed', 'restricted', 'restriction_lifted', 'bio_cleared', 'picture_cleared', 'name_cleared',
      'application_changed', 'matches_excluded', 'matches_restored', 'punished', 'punishment_lifted', 'appeal_answered',
      'appeal_decided', 'rerated', 'report_decided', 'bug_report_changed', 'message_answered', 'unlinked', 'cup_command',
      'account_changed']) WITH ORDINALITY AS kinds (kind, n);
    INSERT INTO notifications (user_id, kind, event_key, notice_id)
    SELECT user_id, 'account', 'notice:' || id, id FROM notices ORDER BY id;
    -- One that is dismissed, one that is read in the bell only, one that is older than the bell.
    UPDATE notices SET seen_at = now() WHERE kind = 'restricted';
    UPDATE notifications SET read_at = now() WHERE notice_id = (SELECT id FROM notices WHERE kind = 'punished');
    DELETE FROM notifications WHERE notice_id = (SELECT id FROM notices WHERE kind = 'bio_cleared');
    INSERT INTO all_posts (user_id, content) VALUES (1, 'Post');
    INSERT INTO events (title, description, start_date) VALUES ('Cup', 'Cup', '2030-01-01');
    INSERT INTO notifications (user_id, kind, event_key, post_id) VALUES (1, 'like', 'like:1', 1);
    INSERT INTO notifications (user_id, kind, event_key, follower_id) VALUES (1, 'follow', 'follow:2', 2);
    INSERT INTO notifications (user_id, kind, event_key, event_id) VALUES (1, 'event', 'event:1', 1);
    INSERT INTO notifications (user_id, kind, event_key, text, reason) VALUES (1, 'account', 'removed:9', 'Rude', 'Rules');
    INSERT INTO notifications (user_id, kind, event_key, title, text, link)
    SELECT 1, kind, kind, 'Title', 'Text', '/news' FROM unnest(ARRAY['reply', 'mention', 'cup', 'season', 'news', 'staff',
      'account']) AS kind;
    INSERT INTO news (title, slug, summary, markdown, html) VALUES ('Spring', 'spring', 'Spring', 'Spring', 'Spring');
    INSERT INTO all_comments (news_id, user_id, content) VALUES (1, 2, 'Comment');
    INSERT INTO notifications (user_id, kind, event_key, comment_id, title, link) VALUES
      (1, 'news', 'news:1', NULL, 'Spring', '/news/spring'), (1, 'news', 'news:9', NULL, 'Gone', '/news/gone'),
      (1, 'reply', 'comment:1', 1, 'replied to your comment', '/news/spring#comments');
    INSERT INTO reports (game_mode, reason, details, severity) VALUES ('sumo', 'Lag in Sumo', 'Since Tuesday every fight lags.', 'low');
    INSERT INTO report_undos (report_id, changed_by, version, status, notice_id)
    SELECT 1, 2, 1, 'open', id FROM notices WHERE kind = 'bug_report_changed'`,
  )
  const notices = `SELECT user_id, kind, text, reason, until, said, created_at, seen_at FROM notices ORDER BY text`
  const others = `SELECT id, user_id, kind, event_key, title, link, post_id, follower_id, event_id, read_at, on_site
    FROM notifications WHERE event_key NOT IN ('notice:4', 'news:9') ORDER BY id`
  const undos = `SELECT kind FROM report_undos JOIN notices ON notices.id = notice_id`
  const queued = `SELECT count(*)::int AS queued FROM notification_deliveries`
  const before = [
    await ask(url, notices),
    await ask(url, others),
    await ask(url, undos),
    await ask(url, queued),
  ]
  expect(before.map((rows) => rows.length)).toEqual([20, 32, 1, 1])
  copy(9_999)
  await migrate({ url, directory, sqlDirectory: join(root, 'sql'), appRole, log, waitMs: 200 })
  expect([
    await ask(url, notices),
    await ask(url, others),
    await ask(url, undos),
    await ask(url, queued),
  ]).toEqual(before)
  expect(
    await ask(
      url,
      `SELECT on_site, read_at IS NULL AS unread, seen_at FROM notifications WHERE type = 'bio_cleared'`,
    ),
  ).toEqual([{ on_site: false, unread: false, seen_at: null }])
  expect(
    await ask(url, `SELECT type, notice_id, text, reason FROM notifications WHERE event_key = 'removed:9'`),
  ).toEqual([{ type: 'comment_removed', notice_id: null, text: 'Rude', reason: 'Rules' }])
  expect(
    await ask(
      url,
      `SELECT event_key, news_id FROM notifications WHERE link LIKE '/news/%' ORDER BY event_key`,
    ),
  ).toEqual([
    { event_key: 'comment:1', news_id: 1 },
    { event_key: 'news:1', news_id: 1 },
  ])
  // As 0.2.0 writes, reads, dismisses and takes back.
  const [{ id }] = await ask(
    appUrl,
    `INSERT INTO notices (user_id, kind, text) VALUES (2, 'rerated', '') RETURNING id`,
  )
  await ask(
    appUrl,
    `INSERT INTO notifications (user_id, kind, event_key, text) VALUES (2, 'account', 'removed:10', 'Rude')`,
  )
  expect(
    await ask(
      appUrl,
      `SELECT notifications.kind, notices.id, notifications.type FROM notifications
        LEFT JOIN notices ON notices.id = notifications.notice_id WHERE notifications.id >= ${id} ORDER BY notifications.id`,
    ),
  ).toEqual([
    { kind: 'ruling', id, type: 'rerated' },
    { kind: 'account', id: null, type: 'comment_removed' },
  ])
  await ask(appUrl, `UPDATE notices SET seen_at = now() WHERE id = ${id} AND user_id = 2`)
  await ask(appUrl, `DELETE FROM notices WHERE id = ${id}`)
  expect(await ask(url, `SELECT FROM notifications WHERE id = ${id}`)).toEqual([])
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

describe('The baseline', () => {
  const setup = new BackupSetup()
  afterAll(() => setup.close())

  /** Tables with their columns in order, constraints and indexes, a line each. */
  const catalogue = async ({ ownerUrl }: TestDatabase): Promise<string[]> => {
    const rows = await ask(
      ownerUrl,
      `SELECT line FROM (
        SELECT concat_ws(' ', relname, relpersistence, reloptions, row_number() OVER (PARTITION BY relname ORDER BY attnum),
          attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage,
          pg_get_expr(adbin, adrelid)) AS line
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
        UNION ALL
        SELECT concat_ws(' ', conrelid::regclass::text, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', ''))
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c')
        UNION ALL
        SELECT concat_ws(' ', pg_get_indexdef(indexrelid), reloptions) FROM pg_index
        JOIN pg_class ON pg_class.oid = indexrelid WHERE relnamespace = 'public'::regnamespace
      ) AS lines ORDER BY line COLLATE "C"`,
    )
    return rows.map(({ line }) => line)
  }

  const rowsOf = async ({ ownerUrl }: TestDatabase) =>
    Promise.all(
      [
        'SELECT key, name, category, icon, listed, in_overall, position, made_by FROM modes ORDER BY id',
        'SELECT * FROM notification_kinds ORDER BY kind',
        'SELECT * FROM newsletter_slots ORDER BY number',
        'SELECT key, number, name, power, level, position, aliases FROM ranks ORDER BY key',
        'SELECT octet_length(identity_hash_key.key), octet_length(newsletter_key.key) FROM identity_hash_key, newsletter_key',
      ].map((sql) => ask(ownerUrl, sql)),
    )

  const upgrade = ({ ownerUrl }: TestDatabase) =>
    migrate({ url: ownerUrl, appRole, directory: migrationsDir, sqlDirectory, log })

  test('[one-fact.50] makes the tables of release 0.2.0', async () => {
    const lines = await catalogue(await setup.released())
    // Of a database that release 0.2.0 made by itself.
    expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(
      'edc0e7b871b1d6d93e3b076b5b74b72013e08812d1c73545a28b8e21681174c1',
    )
  })

  test('[one-fact.51] a database of release 0.2.0 and a fresh one become the same', async () => {
    const [released, fresh] = [await setup.released(), await setup.bare()]
    await upgrade(released)
    await upgrade(fresh)
    expect(await catalogue(released)).toEqual(await catalogue(fresh))
    expect(await rowsOf(released)).toEqual(await rowsOf(fresh))
    for (const { ownerUrl } of [released, fresh])
      expect((await migrationStatus(ownerUrl, migrationsDir, sqlDirectory)).pending).toEqual([])
    await upgrade(released)
  })

  test('[one-fact.52] a database older than release 0.2.0 is told to start that release first', async () => {
    const store = await setup.released()
    await ask(store.ownerUrl, 'UPDATE schema_migrations SET number = 282 WHERE number = 290')
    await expect(upgrade(store)).rejects.toThrow(
      'The database is older than release 0.2.0: start that release with it once, then this one',
    )
    await expect(migrationStatus(store.ownerUrl, migrationsDir)).rejects.toThrow('older than release 0.2.0')
  })
})
