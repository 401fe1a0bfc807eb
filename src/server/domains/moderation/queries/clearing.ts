import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Executor } from '../../../platform/database.ts'

/** Locks a member, or a player whom only the game knows. Undefined for anybody else. */
export async function lockAccount(
  transaction: Executor,
  id: number,
): Promise<{ readonly id: number; readonly rank: Rank } | undefined> {
  const { rows } = await sql<{ id: number; rank: Rank }>`
    SELECT id, rank FROM users WHERE id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE
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
    FROM users WHERE id = ${userId}
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
