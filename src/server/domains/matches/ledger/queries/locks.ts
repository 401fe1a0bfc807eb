import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'

// Lock order, to avoid deadlocks: whose identities (shared) → event ids → matches → identities → users → faces →
// match players → codes → punishments → reports → heartbeat → cups → player_stats → board_counts; within a class by key.

/** Steps of event types from the lock of `users` on, in the lock order (event-type.ts). */
export const stepsWithUsers = [
  'users',
  'faces',
  'matchPlayers',
  'codes',
  'requestedCodes',
  'punishments',
  'reports',
  'heartbeats',
  'cups',
] as const

/** The same name in all processes. */
const whose = 'vulx: whose identities'

/** Until the transaction ends, no identity changes its account. */
export async function lockIdentitiesShared(transaction: Executor): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${whose}, 0))`.execute(transaction)
}

/** Exclusive access to the ledger, for moving identities between accounts and for rebuilds. */
export async function lockIdentitiesExclusive(transaction: Executor): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${whose}, 0))`.execute(transaction)
}

/** As `lockIdentitiesExclusive`; false when somebody else has the ledger for longer, such as a rebuild. */
export async function lockIdentitiesWithin(transaction: Executor, waitMs: number): Promise<boolean> {
  await sql`SET LOCAL lock_timeout = ${sql.lit(waitMs)}`.execute(transaction)
  try {
    await lockIdentitiesExclusive(transaction)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === '55P03') return false
    throw error
  }
}

/** Locks names that may not exist yet, until the transaction ends. */
export async function lockNames(transaction: Executor, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`
    SELECT pg_advisory_xact_lock(key) FROM (
      SELECT DISTINCT hashtextextended(name, 0) AS key FROM unnest(${names}::text[]) AS name ORDER BY key OFFSET 0
    ) AS sorted
  `.execute(transaction)
}

/** Locks stats and names of these users until the transaction ends. */
export async function lockUsers(transaction: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`SELECT FROM users WHERE id = ANY(${ids}::int[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    transaction,
  )
}
