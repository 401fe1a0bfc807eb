import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { rootDir } from '../store.ts'
import { createTestDatabase } from '../testing/template-database.ts'
import { keyCommand } from './key.ts'
import { ledgerCommand } from './ledger.ts'
import { userCommand } from './user.ts'

let config: Config
let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const store = await createTestDatabase()
  drop = store.drop
  config = readConfig({ DATABASE_URL: store.appUrl, MIGRATION_DATABASE_URL: store.ownerUrl }, rootDir)
  database = openDatabase({ url: store.appUrl, log: createLogger('silent') })
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await database.close()
  await drop()
})

/** The command reads the password from standard input. */
async function createFox(): Promise<number> {
  const before = Object.getOwnPropertyDescriptor(process, 'stdin')!
  Object.defineProperty(process, 'stdin', {
    value: Readable.from(['a long enough password\n']),
    configurable: true,
  })
  try {
    return await userCommand(['create', 'Fox', '--rank', 'Admin', '--password-stdin'], config)
  } finally {
    Object.defineProperty(process, 'stdin', before)
  }
}

const entries = async () =>
  (
    await sql<Record<string, unknown>>`
      SELECT actor_id, actor_name, action, subject_type, subject_id, before, after FROM audit_log ORDER BY id
    `.execute(database.sql)
  ).rows

const entry = (
  action: string,
  subject_type: string,
  subject_id: number | null,
  before: object | null,
  after: unknown,
) => ({
  actor_id: null,
  actor_name: 'command line',
  action,
  subject_type,
  subject_id,
  before,
  after,
})

test('commands that fail or only read leave no entry', async () => {
  expect(await userCommand(['rank', 'Nobody', 'Owner'], config)).toBe(1)
  expect(await userCommand(['recover', 'Nobody'], config)).toBe(1)
  expect(await userCommand(['list'], config)).toBe(0)
  expect(await keyCommand(['revoke', '7'], config)).toBe(1)
  expect(await keyCommand(['list'], config)).toBe(0)
  expect(await ledgerCommand(['verify'], config)).toBe(0)
  expect(await entries()).toEqual([])
})

test('each command that changes something is one entry, without secrets', async () => {
  expect(await createFox()).toBe(0)
  expect(await createFox()).toBe(1)
  expect(await userCommand(['rank', 'fox', 'Owner'], config)).toBe(0)
  expect(await userCommand(['recover', 'fox'], config)).toBe(0)
  expect(await keyCommand(['create', 'Arena'], config)).toBe(0)
  expect(await keyCommand(['revoke', '1'], config)).toBe(0)
  expect(await keyCommand(['revoke', '1'], config)).toBe(1)
  expect(await ledgerCommand(['rebuild'], config)).toBe(0)
  const id = (await sql<{ id: number }>`SELECT id FROM users`.execute(database.sql)).rows[0]!.id
  expect(await entries()).toEqual([
    entry('member.create', 'member', id, null, { rank: 'Admin' }),
    entry('member.rank', 'member', id, { rank: 'Admin' }, { rank: 'Owner' }),
    entry('member.recovery_code', 'member', id, null, { expiresAt: expect.any(String) }),
    entry('key.create', 'key', 1, null, { name: 'Arena' }),
    entry('key.revoke', 'key', 1, { name: 'Arena' }, null),
    entry('ledger.rebuild', 'ledger', null, null, { rows: 0 }),
  ])
})
