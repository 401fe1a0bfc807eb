import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personalData, tables } from '../../../domains.ts'
import { rootDir } from '../../../store.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

/** Columns that refer to a member or their identities: the list of the export, or why there is none. */
const people = Object.fromEntries(
  Object.entries(tables).flatMap(([table, policy]) =>
    Object.entries(policy.people).map(([column, where]) => [`${table}.${column}`, where]),
  ),
)

/** What happens to a row when the account it references is deleted. */
const whenDeleted = { c: 'the row is deleted', n: 'the row stays without the member' } as const

/** Not deleted: their user_id moves to the anonymous account before. */
const moved = new Set(['game_identities.user_id', 'user_redirects.user_id'])

/** What domains do in `on.accountDeleted`, before the foreign key acts. */
const whenHandled: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...moved].map((column) => [column, 'the row moves to the anonymous account'])),
  'contact_messages.user_id': 'the row is deleted',
  'faces.identity_id': 'the row is deleted',
  'identity_owners.user_id': 'the row is copied to the anonymous account, and deleted',
  'link_codes.identity_id': 'the row is deleted',
  'moderation_reports.other_user_id': 'the row is deleted',
  'moderation_reports.subject_user_id': 'the row is deleted',
  'report_chat_lines.identity_id': 'the row is deleted',
  'restrictions.user_id':
    'one in force of an account with a player moves to the anonymous account, others are deleted',
  'server_players.identity_id': 'the row is deleted',
  'staff_applications.user_id': 'the row is deleted',
}

const begin = '<!-- table: begin -->'

async function references() {
  const { rows } = await sql<{ column: string; to: string; onDelete: keyof typeof whenDeleted }>`
    SELECT conrelid::regclass || '.' || attname AS column, confrelid::regclass::text AS to, confdeltype AS "onDelete"
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid IN ('users'::regclass, 'game_identities'::regclass,
      'second_factors'::regclass) ORDER BY 1
  `.execute(site.database.sql)
  return rows
}

test('[plugs.16] every column that refers to a member is in the export, or its domain says why not', async () => {
  const columns = (await references()).map(({ column }) => column)
  expect(Object.keys(people).sort(), 'domain.ts of a table names its columns about people').toEqual(
    [...columns].sort(),
  )
})

test('[plugs.16] columns about people name lists that the export has, each once', () => {
  const names = ['account', ...personalData.map(({ name }) => name)]
  const named = Object.values(people).flatMap((where) => (typeof where === 'string' ? [] : [where.in]))
  expect(named.filter((name) => !names.includes(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

test('every column that refers to a member goes along with the account or lets go of it', async () => {
  const keepers = (await references()).filter(
    ({ column, to, onDelete }) => to === 'users' && !moved.has(column) && !(onDelete in whenDeleted),
  )
  expect(keepers, 'these would keep an account from being deleted').toEqual([])
})

test('the table of what the deletion of an account does is that of the database', async () => {
  const rows = (await references()).map(({ column, to, onDelete }) => {
    const [table, name] = column.split('.')
    const becomes =
      whenHandled[column] ??
      (to === 'game_identities' ? 'the row stays with the anonymized player' : whenDeleted[onDelete])
    return `| \`${table}\` | \`${name}\` | ${becomes} |`
  })
  const file = join(rootDir, 'docs/security/account-deletion.md')
  const before = readFileSync(file, 'utf8').split(begin)[0]
  const head = '| table | column | when the account is deleted |\n|---|---|---|'
  await expect(`${before}${begin}\n\n${[head, ...rows].join('\n')}\n`).toMatchFileSnapshot(file)
})

/** What staff did: few enough rows to be read whole. */
const unindexed = [
  'moderation_reports.decided_by',
  'moderation_reports.reopened_by',
  'report_undos.changed_by',
  'report_undos.handled_by',
  'restrictions.created_by',
  'restrictions.lifted_by',
  'settings_revisions.by',
]

test('every column that refers to a member has an index, or deleting an account would read the table whole', async () => {
  const { rows } = await sql<{ column: string }>`
    SELECT conrelid::regclass || '.' || attname AS column
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid = 'users'::regclass AND NOT EXISTS (
      SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = attnum
        AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))
    ) ORDER BY 1
  `.execute(site.database.sql)
  expect(rows.map(({ column }) => column)).toEqual(unindexed)
})

/** What happens to a row about a player whom a member links: `moveFollowers` moves it, or it is deleted with the player. */
const whenLinked: Readonly<Record<string, string>> = {
  'discord_messages.player_id': 'deleted: a queue and a log, for 30 days',
  'follows.player_id': 'moved',
  'notification_fanouts.player_id': 'deleted: a queue, for two seconds',
  'notifications.player_id': 'deleted: what followers were told of the player before',
}

test('every player_id says what happens to its row when a member links the player', async () => {
  const { rows } = await sql<{ column: string }>`
    SELECT conrelid::regclass || '.' || attname AS column
    FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
    WHERE contype = 'f' AND confrelid = 'users'::regclass AND attname = 'player_id' ORDER BY 1
  `.execute(site.database.sql)
  expect(rows.map(({ column }) => column)).toEqual(Object.keys(whenLinked).toSorted())
})
