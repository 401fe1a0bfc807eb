import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { rootDir } from '../store.ts'
import { createTestDatabase } from '../testing/template-database.ts'
import { UsageError } from './arguments.ts'
import { userCommand } from './user.ts'

let config: Config
let database: Database
let drop: () => Promise<void>
const said: string[] = []

beforeAll(async () => {
  const store = await createTestDatabase()
  drop = store.drop
  config = readConfig({ DATABASE_URL: store.appUrl, MIGRATION_DATABASE_URL: store.ownerUrl }, rootDir)
  database = openDatabase({ url: store.appUrl, log: createLogger('silent') })
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(String(line)))
  await sql`INSERT INTO users (username, password_hash, rank) VALUES ('Fox', 'x', 'Owner'), ('Bare', 'x', 'Member')`.execute(
    database.sql,
  )
  await sql`
    INSERT INTO second_factors (user_id, secret, last_step)
    SELECT id, decode(repeat('00', 20), 'hex'), 0 FROM users WHERE username = 'Fox'
  `.execute(database.sql)
  await sql`
    INSERT INTO second_factor_recovery_codes (user_id, code_hash) SELECT user_id, sha256('code') FROM second_factors
  `.execute(database.sql)
})
afterEach(() => {
  said.length = 0
})
afterAll(async () => {
  vi.restoreAllMocks()
  await database.close()
  await drop()
})

const count = async (table: string) =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(database.sql)).rows[0]
    ?.n

test.each([[['reset-2fa']], [['reset-2fa', 'Fox', 'now']]])('user %j is not understood', async (words) => {
  await expect(userCommand(words, config)).rejects.toThrow(UsageError)
  expect(await count('second_factors')).toBe(1)
})

test('nobody by that name, or nobody with a factor: exit 1, and nothing is written down', async () => {
  expect(await userCommand(['reset-2fa', 'Nobody'], config)).toBe(1)
  expect(await userCommand(['reset-2fa', 'Bare'], config)).toBe(1)
  expect(said).toEqual(['There is no member Nobody', 'Bare has no second factor'])
  expect([await count('second_factors'), await count('audit_log')]).toEqual([1, 0])
})

test('the name of the last release still works', async () => {
  expect(await userCommand(['forget-factor', 'Bare'], config)).toBe(1)
  expect(said).toEqual(['Bare has no second factor'])
})

test('user reset-2fa removes factor and recovery codes, and is in the audit log', async () => {
  expect(await userCommand(['reset-2fa', 'fox'], config)).toBe(0)
  expect(said).toEqual(['fox no longer has a second factor'])
  expect([await count('second_factors'), await count('second_factor_recovery_codes')]).toEqual([0, 0])
  const { rows } = await sql`
    SELECT actor_name, action, subject_type, subject_id = (SELECT id FROM users WHERE username = 'Fox') AS fox FROM audit_log
  `.execute(database.sql)
  expect(rows).toEqual([
    { actor_name: 'command line', action: 'factor.forget', subject_type: 'member', fox: true },
  ])
})
