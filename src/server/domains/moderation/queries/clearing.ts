import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { keptRank } from '../../accounts/personal-data/queries/pending-deletions.ts'

interface LockedAccount {
  readonly id: number
  readonly rank: Rank
  /** Deleted, and can still be restored. */
  readonly isHidden: boolean
}

/**
 * Locks a member, also one whose deletion is pending, or a player whom only the game knows. Undefined for anybody else.
 */
export async function lockAccount(transaction: Executor, id: number): Promise<LockedAccount | undefined> {
  const { rows } = await sql<LockedAccount>`
    SELECT id, ${keptRank} AS rank, deleted_at IS NOT NULL AS "isHidden" FROM users
    WHERE id = ${id} AND (deleted_at IS NULL OR is_deletion_pending(id)) FOR NO KEY UPDATE
  `.execute(transaction)
  return rows[0]
}

/** False when there is none. */
export async function clearBio(transaction: Executor, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE users SET bio = NULL WHERE id = ${userId} AND bio IS NOT NULL
  `.execute(transaction)
  return numAffectedRows === 1n
}

/** Origin of the shown name, which decides whether it can be cleared. */
export async function nameSource(
  transaction: Executor,
  userId: number,
): Promise<'game' | 'cleared' | 'member'> {
  const { rows } = await sql<{ source: 'game' | 'cleared' | 'member' }>`
    SELECT CASE WHEN linked_at IS NOT NULL OR username IS NULL THEN 'game' WHEN name_cleared_at IS NOT NULL THEN 'cleared'
      ELSE 'member' END AS source
    FROM (
      SELECT username, linked_at, name_cleared_at FROM users WHERE id = ${userId} AND NOT is_deletion_pending(id)
      UNION ALL
      SELECT pending.username, was.linked_at, was.name_cleared_at
      FROM pending_deletions AS pending, jsonb_populate_record(NULL::users, fields) AS was WHERE user_id = ${userId}
    ) AS account
  `.execute(transaction)
  return rows[0]!.source
}

/** Replaces the shown name by a neutral one; returns it. */
export async function clearName(transaction: Executor, userId: number): Promise<string> {
  const { rows } = await sql<{ shown_name: string }>`
    UPDATE users SET name_cleared_at = now() WHERE id = ${userId} RETURNING shown_name
  `.execute(transaction)
  return rows[0]!.shown_name
}
