import { sql } from 'kysely'
import type { Executor } from './executor.ts'

// One order for everybody, so that nobody waits in a circle: whose identities (shared) → event ids → matches →
// identities → users → codes → heartbeat → player_stats → board_counts; within a class by its key.

/** Named once for all processes of the site. */
const whose = 'vulx: whose identities'

/** Until the end of the transaction no identity changes its account. */
export async function lockIdentitiesShared(transaction: Executor): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${whose}, 0))`.execute(transaction)
}

/** Alone in the ledger: for whoever moves identities between accounts, or rebuilds everything. */
export async function lockIdentitiesExclusive(transaction: Executor): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${whose}, 0))`.execute(transaction)
}

/** Locks names that may not exist yet, until the end of the transaction. */
export async function lockNames(transaction: Executor, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`
    SELECT pg_advisory_xact_lock(key) FROM (
      SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest(${names}::text[]) AS name ORDER BY key OFFSET 0
    ) AS sorted
  `.execute(transaction)
}

/** Their figures and names are ours until the end of the transaction. */
export async function lockUsers(transaction: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`SELECT FROM users WHERE id = ANY(${ids}::int[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    transaction,
  )
}
