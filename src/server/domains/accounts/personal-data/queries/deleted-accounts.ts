import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database.ts'

/** A line of the list: an account, or an in-game identity that was anonymized with it. */
export interface DeletedEntry {
  readonly kind: 'account' | 'identity'
  /** HMAC-SHA256 with `identity_hash_key`, as base64url. */
  readonly hash: string
  readonly at: Date
}

interface Account {
  readonly id: number
  /** Text, because a Date would lose the microseconds. */
  readonly createdAt: string
}

const createdAt = sql`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

const hashOf = (key: Buffer, { id, createdAt }: Account) =>
  createHmac('sha256', key).update(`account ${id} ${createdAt}`).digest('base64url')

async function readKey(executor: Executor): Promise<Buffer> {
  const { rows } = await sql<{ key: Buffer }>`SELECT key FROM identity_hash_key`.execute(executor)
  const [row] = rows
  if (row === undefined) throw new Error('the key for the hashes of accounts is missing')
  return row.key
}

/** Records the hash of an account before it is deleted. */
export async function recordDeletedAccount(transaction: Executor, userId: number): Promise<void> {
  const key = await readKey(transaction)
  const { rows } = await sql<Account>`
    SELECT id, ${createdAt} AS "createdAt" FROM users WHERE id = ${userId}
  `.execute(transaction)
  for (const account of rows)
    await sql`
      INSERT INTO deleted_accounts (hash) VALUES (${hashOf(key, account)}) ON CONFLICT DO NOTHING
    `.execute(transaction)
}

/** Returns all recorded deletions, oldest first, and the moment up to which they are complete. */
export async function readDeletedEntries(
  executor: Executor,
): Promise<{ until: Date; entries: DeletedEntry[] }> {
  const { rows: clock } = await sql<{ now: Date }>`SELECT now() AS now`.execute(executor)
  // A superseded identity has a shorter value, which equals no hash.
  const { rows: entries } = await sql<DeletedEntry>`
    SELECT 'account' AS kind, hash, deleted_at AS at FROM deleted_accounts
    UNION ALL
    SELECT 'identity', substr(value, 11), forgotten_at FROM game_identities
    WHERE forgotten_at IS NOT NULL AND length(value) = 53
    ORDER BY at, kind, hash
  `.execute(executor)
  return { until: clock[0]!.now, entries }
}

/** Accounts per statement. */
const page = 10_000

/** Returns ids of accounts with one of these hashes. */
export async function findListedAccounts(executor: Executor, hashes: ReadonlySet<string>): Promise<number[]> {
  const key = await readKey(executor)
  const found: number[] = []
  for (let after = 0; ; ) {
    const { rows } = await sql<Account>`
      SELECT id, ${createdAt} AS "createdAt" FROM users WHERE id > ${after} AND deleted_at IS NULL
      ORDER BY id LIMIT ${page}
    `.execute(executor)
    found.push(...rows.filter((account) => hashes.has(hashOf(key, account))).map(({ id }) => id))
    if (rows.length < page) return found
    after = rows.at(-1)!.id
  }
}
