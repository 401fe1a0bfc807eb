import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/template-database.ts'
import type { TestDatabase } from '../../testing/test-server.ts'
import { knownError } from '../http/error-handler.ts'
import { type Database, openDatabase } from './database.ts'
import { DatabaseTimeoutError, QueryDeadline } from './query-deadline.ts'

const warnings: string[] = []
const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase({ url: own.appUrl, log: log as never, max: 3 })
})

afterAll(async () => {
  await database.close()
  await own.drop()
})

const select = async (text: string) => (await sql.raw<{ v: unknown }>(text).execute(database.sql)).rows[0]?.v

test('types arrive as the schema says', async () => {
  expect(await select('SELECT count(*) AS v FROM users')).toBe('0')
  expect(await select('SELECT now() AS v')).toBeInstanceOf(Date)
  expect(await select(`SELECT '\\x00ff'::bytea AS v`)).toEqual(Buffer.from([0, 255]))
})

test('the server cuts statements and forgotten transactions short', async () => {
  const limit = (name: string) => select(`SELECT current_setting('${name}') AS v`)
  expect(await limit('statement_timeout')).toBe('10s')
  expect(await limit('idle_in_transaction_session_timeout')).toBe('15s')
})

test('a noStatementTimeout connection, which reads the whole ledger, has no limit to its statements', async () => {
  const noStatementTimeout = openDatabase({ url: own.appUrl, log: log as never, noStatementTimeout: true })
  const { rows } = await sql<{ v: string }>`SELECT current_setting('statement_timeout') AS v`.execute(
    noStatementTimeout.sql,
  )
  expect(rows).toEqual([{ v: '0' }])
  // Exceeds the client-side limit of 11 s for a silent server.
  const slow = await sql<{ v: string }>`SELECT pg_sleep(11.2)::text AS v`.execute(noStatementTimeout.sql)
  expect(slow.rows).toEqual([{ v: '' }])
  await noStatementTimeout.close()
})

test('lost connections end neither the process nor the next query', async () => {
  await Promise.all([select('SELECT 1 AS v'), select('SELECT 2 AS v')])
  const kill = 'SELECT pg_terminate_backend(pid)::text AS v FROM pg_stat_activity'
  await expect(
    select(`${kill} WHERE usename = current_user AND datname = current_database()`),
  ).rejects.toThrow()
  // The pool may lend out the connection once more before it notices the end.
  await vi.waitFor(() => database.ping(), { timeout: 20_000 })
  expect(await select('SELECT 3 AS v')).toBe(3)
  expect(database.poolStats().waiting).toBe(0)
})

test('a statement with values is prepared once on a connection, one without is not', async () => {
  await database.sql.connection().execute(async (connection) => {
    for (const name of ['steve', 'alex']) {
      await sql`SELECT id FROM users WHERE username = ${name}`.execute(connection)
      await sql`SELECT count(*) FROM users`.execute(connection)
    }
    const { rows } = await sql<{ statement: string }>`
      SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%FROM users%'
    `.execute(connection)
    expect(rows).toEqual([{ statement: 'SELECT id FROM users WHERE username = $1' }])
  })
})

test('a statement with a pattern is planned for the pattern each time, however often it is asked', async () => {
  const single = openDatabase({ url: own.appUrl, log: log as never, max: 1 })
  const find = (name: string) =>
    sql`SELECT id FROM users WHERE lower(shown_name) LIKE lower(${`${name}%`})`.execute(single.sql)
  for (let time = 0; time < 10; time += 1) await find('steve')
  const { rows } = await sql`SELECT statement FROM pg_prepared_statements`.execute(single.sql)
  expect(rows).toEqual([])
  await single.close()
})

test('no more than 500 statements are prepared, whatever callers compose', async () => {
  const composing = openDatabase({ url: own.appUrl, log: log as never, max: 1 })
  await composing.sql.connection().execute(async (connection) => {
    for (let column = 0; column < 510; column += 1)
      await sql`SELECT ${1}::int AS ${sql.ref(`column_${column}`)}`.execute(connection)
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM pg_prepared_statements
    `.execute(connection)
    expect(rows).toEqual([{ count: 500 }])
  })
  await composing.close()
})

test('a statement that a migration has outdated is refused in passing, and prepared again for the next', async () => {
  const owner = new Client({ connectionString: own.ownerUrl })
  await owner.connect()
  const single = openDatabase({ url: own.appUrl, log: log as never, max: 1 })
  const ask = async () =>
    (await sql`SELECT * FROM idempotency_keys WHERE key = ${'none'}`.execute(single.sql)).rows
  try {
    expect(await ask()).toEqual([])
    await owner.query('ALTER TABLE idempotency_keys ADD COLUMN added int')
    const refusal = await ask().then(
      () => undefined,
      (error) => knownError(error, {}),
    )
    expect(refusal?.status).toBe(503)
    expect(await ask()).toEqual([])
  } finally {
    await single.close()
    await owner.end()
  }
})

test('a database that is not there rejects, quickly', async () => {
  const nowhere = openDatabase({ url: 'postgresql://a:b@127.0.0.1:1/none', log: log as never })
  await expect(nowhere.ping()).rejects.toThrow('ECONNREFUSED')
  await nowhere.close()
})

test('one request waits so long for all its questions together, and what it began is not stored', async () => {
  let questions = 0
  const refused = new QueryDeadline(500).run(() =>
    database.sql.transaction().execute(async (transaction) => {
      await sql`INSERT INTO rate_limits (key, points, expires_at) VALUES ('patience', 1, now())`.execute(
        transaction,
      )
      for (; questions < 5; questions += 1) await sql`SELECT pg_sleep(0.3)`.execute(transaction)
    }),
  )
  await expect(refused).rejects.toBeInstanceOf(DatabaseTimeoutError)
  expect(questions).toBeLessThan(5)
  await expect.poll(() => database.poolStats()).toMatchObject({ waiting: 0 })
  expect(await select(`SELECT count(*)::int AS v FROM rate_limits WHERE key = 'patience'`)).toBe(0)
})

test('a request waits no longer for a place in a busy pool, and the place is not lost', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const busy = [1, 2, 3].map(() => database.sql.connection().execute(() => held))
  await expect.poll(() => database.poolStats()).toEqual({ total: 3, idle: 0, waiting: 0 })
  await expect(new QueryDeadline(200).run(() => select('SELECT 1 AS v'))).rejects.toBeInstanceOf(
    DatabaseTimeoutError,
  )
  release()
  await Promise.all(busy)
  await Promise.all([1, 2, 3].map(() => select('SELECT 1 AS v')))
  await expect.poll(() => database.poolStats()).toEqual({ total: 3, idle: 3, waiting: 0 })
})

test('work between the questions costs no deadline, and questions at the same time cost it once', async () => {
  const maxMs = 60_000
  const deadline = new QueryDeadline(maxMs)
  const ask = () => select('SELECT pg_sleep(0.2)::text AS v')
  const timed = async (work: () => Promise<unknown>) => {
    const begun = performance.now()
    await work()
    return performance.now() - begun
  }
  const asking = await deadline.run(async () => {
    const three = await timed(() => Promise.all([ask(), ask(), ask()]))
    await pause(700)
    return three + (await timed(ask))
  })
  const spent = maxMs - deadline.remainingMs
  expect(spent).toBeGreaterThan(400)
  expect(spent).toBeLessThanOrEqual(asking)
})
