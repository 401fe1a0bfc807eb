import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/template-database.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { recordAudit, recordConsoleAudit } from './audit.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const stored = async () =>
  (
    await sql<Record<string, unknown>>`
      SELECT actor_name, actor_rank, action, subject_type, subject_id, before, after FROM audit_log ORDER BY id
    `.execute(site.database.sql)
  ).rows

const entry = {
  action: 'report.status',
  subject: { type: 'report', id: 7 },
  before: { status: 'pending' },
  after: { status: 'resolved' },
} as const

test('an audit entry is stored with its change or not at all, with the name and rank of the actor', async () => {
  const { user } = await site.member('Keeper')
  const actor = { id: user.id, rank: 'Helper' } as const
  await expect(
    site.database.sql.transaction().execute(async (transaction) => {
      await recordAudit(transaction, { actor, ...entry })
      throw new Error('the change failed')
    }),
  ).rejects.toThrow('the change failed')
  expect(await stored()).toEqual([])

  await recordAudit(site.database.sql, { actor, ...entry })
  await recordConsoleAudit(site.database.sql, { ...entry, before: null })
  const facts = {
    action: 'report.status',
    subject_type: 'report',
    subject_id: 7,
    after: { status: 'resolved' },
  }
  expect(await stored()).toEqual([
    { ...facts, actor_name: 'Keeper', actor_rank: 'Helper', before: { status: 'pending' } },
    { ...facts, actor_name: 'command line', actor_rank: null, before: null },
  ])
})

test('a linked member appears in it by the gamertag: the name they sign in with is their own', async () => {
  const { user } = await site.member('SignInName')
  await sql`UPDATE users SET gamertag = 'Shown Tag', linked_at = now() WHERE id = ${user.id}`.execute(
    site.database.sql,
  )
  await recordAudit(site.database.sql, { actor: { id: user.id, rank: 'Helper' }, ...entry })
  expect((await stored()).at(-1)).toMatchObject({ actor_name: 'Shown Tag' })
})

test.each(['UPDATE audit_log SET after = NULL', 'DELETE FROM audit_log', 'TRUNCATE audit_log'])(
  'the site may not change its audit log: %s',
  async (statement) => {
    const before = await stored()
    await expect(sql.raw(statement).execute(site.database.sql)).rejects.toThrow('permission denied')
    expect(await stored()).toEqual(before)
  },
)

test.each(['UPDATE audit_log SET after = NULL', 'DELETE FROM audit_log', 'TRUNCATE audit_log'])(
  'nor may the owner of the schema, whom a trigger refuses: %s',
  async (statement) => {
    const { ownerUrl, drop } = await createTestDatabase()
    const owner = new Client({ connectionString: ownerUrl })
    await owner.connect()
    await expect(owner.query(statement)).rejects.toThrow('append-only')
    await owner.end()
    await drop()
  },
)
