import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { findGameServer } from '../domains/matches/ledger/queries/keys.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { rootDir } from '../store.ts'
import { createTestDatabase } from '../testing/template-database.ts'
import { UsageError } from './arguments.ts'
import { keyCommand } from './key.ts'
import { ledgerCommand } from './ledger.ts'

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
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  said.length = 0
})
afterAll(async () => {
  vi.restoreAllMocks()
  await database.close()
  await drop()
})

test('key create says one line that ends with the secret, which is stored hashed and opens until it is revoked', async () => {
  expect(await keyCommand(['create', 'Practice EU'], config)).toBe(0)
  expect(said).toHaveLength(1)
  const secret = said[0]!.split(' ').at(-1)!
  const server = await findGameServer(database.sql, `Bearer ${secret}`)
  expect(server?.name).toBe('Practice EU')
  const { rows } = await sql<{ line: string }>`SELECT game_servers::text AS line FROM game_servers`.execute(
    database.sql,
  )
  expect(rows[0]!.line).not.toContain(secret)

  said.length = 0
  expect(await keyCommand(['list'], config)).toBe(0)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/^1\tPractice EU\t.*\tactive$/)

  expect(await keyCommand(['revoke', String(server!.id)], config)).toBe(0)
  expect(await findGameServer(database.sql, `Bearer ${secret}`)).toBeNull()
  expect(await keyCommand(['revoke', String(server!.id)], config)).toBe(1)
})

test('[game.27] key create --ranks makes a key that sets ranks, key create one that does not; the list and the audit log say which', async () => {
  expect(await keyCommand(['create', 'Master', '--ranks'], config)).toBe(0)
  expect(await keyCommand(['create', 'Plain'], config)).toBe(0)
  const { rows } = await sql`
    SELECT name, sets_ranks, (SELECT after FROM audit_log WHERE subject_type = 'key' AND subject_id = game_servers.id) AS audited
    FROM game_servers WHERE name IN ('Master', 'Plain') ORDER BY name
  `.execute(database.sql)
  expect(rows).toEqual([
    { name: 'Master', sets_ranks: true, audited: { name: 'Master', setsRanks: true } },
    { name: 'Plain', sets_ranks: false, audited: { name: 'Plain' } },
  ])
  said.length = 0
  expect(await keyCommand(['list'], config)).toBe(0)
  const stateOf = (name: string) =>
    said
      .find((line) => line.includes(`\t${name}\t`))
      ?.split('\t')
      .at(-1)
  expect([stateOf('Master'), stateOf('Plain')]).toEqual(['active, sets ranks', 'active'])
  await expect(keyCommand(['create', 'Master', '--rank'], config)).rejects.toThrow(UsageError)
})

test.each([
  [[]],
  [['create']],
  [['create', ' ']],
  [['create', 'x'.repeat(65)]],
  [['revoke', 'one']],
  [['grow']],
])('key %j is not understood', async (words) => {
  await expect(keyCommand(words, config)).rejects.toThrow(UsageError)
})

test('ledger verify exits 1 on a difference without writing, rebuild puts it right', async () => {
  expect(await ledgerCommand(['verify'], config)).toBe(0)
  await sql`INSERT INTO boards (game_type, period, starts_on) VALUES ('sumo', 'all', '1970-01-01')`.execute(
    database.sql,
  )
  await sql`INSERT INTO board_counts SELECT id, 22, 0, 5 FROM boards`.execute(database.sql)
  expect(await ledgerCommand(['verify'], config)).toBe(1)
  expect(await ledgerCommand(['verify'], config)).toBe(1)
  expect(said.some((line) => line.includes('1 differences'))).toBe(true)
  expect(await ledgerCommand(['rebuild'], config)).toBe(0)
  expect(await ledgerCommand(['verify'], config)).toBe(0)
  await expect(ledgerCommand(['burn'], config)).rejects.toThrow(UsageError)
})
