import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'

/** A line of the list: an account, an in-game identity that was anonymized with it, or an account that can be restored. */
export interface DeletedEntry {
  readonly kind: 'account' | 'identity' | 'pending'
  /** HMAC-SHA256 with `identity_hash_key`, as base64url. */
  readonly hash: string
  /** When it was deleted; of a pending deletion when it will be. */
  readonly at: Date
}

interface Account {
  readonly id: number
  /** Text, because a Date would lose the microseconds. */
  readonly createdAt: string
}

/** Of an account that can be restored: when it was made, not its row of a deleted account. */
const createdAt = sql`to_char(coalesce((SELECT (fields ->> 'created_at')::timestamptz FROM pending_deletions AS pending
  WHERE pending.user_id = users.id), created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

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

/** Returns all recorded and pending deletions, and the moment up to which they are complete. */
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
      AND NOT EXISTS (SELECT FROM hidden_identities AS hidden WHERE hidden.identity_id = game_identities.id)
    ORDER BY at, kind, hash
  `.execute(executor)
  return { until: clock[0]!.now, entries: [...entries, ...(await readPendingEntries(executor))] }
}

async function readPendingEntries(executor: Executor): Promise<DeletedEntry[]> {
  const key = await readKey(executor)
  const { rows } = await sql<Account & { deletesAt: Date }>`
    SELECT id, ${createdAt} AS "createdAt", deletes_at AS "deletesAt"
    FROM pending_deletions JOIN users ON users.id = user_id ORDER BY deletes_at, id
  `.execute(executor)
  return rows.map((row) => ({ kind: 'pending', hash: hashOf(key, row), at: row.deletesAt }))
}

/** Accounts per statement. */
const page = 10_000

/** Returns the accounts with one of these hashes, by hash, also those that can be restored. */
export async function findListedAccounts(
  executor: Executor,
  hashes: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const key = await readKey(executor)
  const found = new Map<string, number>()
  for (let after = 0; ; ) {
    const { rows } = await sql<Account>`
      SELECT id, ${createdAt} AS "createdAt" FROM users
      WHERE id > ${after} AND (deleted_at IS NULL OR is_deletion_pending(id)) ORDER BY id LIMIT ${page}
    `.execute(executor)
    for (const account of rows) {
      const hash = hashOf(key, account)
      if (hashes.has(hash)) found.set(hash, account.id)
    }
    if (rows.length < page) return found
    after = rows.at(-1)!.id
  }
}
