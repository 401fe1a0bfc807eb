import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/template-database.ts'
import type { TestDatabase } from '../testing/test-server.ts'
import { type Database, openDatabase } from './database.ts'

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

test('a patient connection, which reads the whole ledger, has no limit to its statements', async () => {
  const patient = openDatabase({ url: own.appUrl, log: log as never, patient: true })
  const { rows } = await sql<{ v: string }>`SELECT current_setting('statement_timeout') AS v`.execute(
    patient.sql,
  )
  expect(rows).toEqual([{ v: '0' }])
  await patient.close()
})

test('lost connections end neither the process nor the next query', async () => {
  await Promise.all([select('SELECT 1 AS v'), select('SELECT 2 AS v')])
  const kill = 'SELECT pg_terminate_backend(pid)::text AS v FROM pg_stat_activity'
  await expect(
    select(`${kill} WHERE usename = current_user AND datname = current_database()`),
  ).rejects.toThrow()
  // A connection may be lent out once more in the instant before its end is noticed.
  await vi.waitFor(() => database.ping())
  expect(await select('SELECT 3 AS v')).toBe(3)
  expect(database.poolStats().waiting).toBe(0)
})

test('a database that is not there rejects, quickly', async () => {
  const nowhere = openDatabase({ url: 'postgresql://a:b@127.0.0.1:1/none', log: log as never })
  await expect(nowhere.ping()).rejects.toThrow('ECONNREFUSED')
  await nowhere.close()
})
