import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Notice } from '../../../../contract/moderation/moderation-schemas.ts'
import type { Executor } from '../../../platform/database.ts'

/** Locks the member, so that concurrent restrictions are serialized. Undefined for an account that cannot sign in. */
export async function lockMember(
  transaction: Executor,
  id: number,
): Promise<{ readonly id: number; readonly rank: Rank } | undefined> {
  const { rows } = await sql<{ id: number; rank: Rank }>`
    SELECT id, rank FROM users WHERE id = ${id} AND username IS NOT NULL FOR NO KEY UPDATE
  `.execute(transaction)
  return rows[0]
}

/** Ends the restriction and returns it if it was in force. */
export async function liftRestriction(
  transaction: Executor,
  userId: number,
): Promise<{ readonly reason: string; readonly until: Date | null } | undefined> {
  const { rows } = await sql<{ reason: string; until: Date | null; held: boolean }>`
    UPDATE restrictions SET lifted_at = now() WHERE user_id = ${userId} AND lifted_at IS NULL
    RETURNING reason, until, until IS NULL OR until > now() AS held
  `.execute(transaction)
  const [lifted] = rows
  return lifted?.held ? { reason: lifted.reason, until: lifted.until } : undefined
}

/** `days` null means permanent. Returns the end. */
export async function insertRestriction(
  transaction: Executor,
  row: {
    readonly userId: number
    readonly reason: string
    readonly days: number | null
    readonly by: number
  },
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`
    INSERT INTO restrictions (user_id, reason, until, created_by)
    VALUES (${row.userId}, ${row.reason}, now() + make_interval(days => ${row.days}), ${row.by})
    RETURNING until
  `.execute(transaction)
  return rows[0]!.until
}

/** Unread notices, newest first. */
export async function listNotices(executor: Executor, userId: number): Promise<Notice[]> {
  const { rows } = await sql<Omit<Notice, 'createdAt' | 'until'> & { created_at: Date; until: Date | null }>`
    SELECT id, kind, text, reason, until, created_at FROM notices
    WHERE user_id = ${userId} AND seen_at IS NULL ORDER BY id DESC LIMIT 20
  `.execute(executor)
  return rows.map(({ created_at, until, ...row }) => ({
    ...row,
    until: until?.toISOString() ?? null,
    createdAt: created_at.toISOString(),
  }))
}

/** False when the member has no such notice. */
export async function markSeen(executor: Executor, id: number, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE notices SET seen_at = coalesce(seen_at, now()) WHERE id = ${id} AND user_id = ${userId}
  `.execute(executor)
  return numAffectedRows === 1n
}
