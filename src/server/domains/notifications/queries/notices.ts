import { sql } from 'kysely'
import type { Notice } from '../../../../contract/moderation/moderation-schemas.ts'
import type { Executor } from '../../../platform/database.ts'
import type { Say } from '../../../platform/languages/say.ts'
import {
  englishOf,
  readSaid,
  type Said,
  saidColumn,
  type Written,
} from '../../../platform/languages/stored-text.ts'

interface NewNotice {
  readonly userId: number
  readonly kind: Notice['kind']
  /** At most 2,200 characters. */
  readonly text: Written
  /** Reason in the words of staff. */
  readonly reason?: string | null
  /** End of a restriction; null when permanent. */
  readonly until?: Date | null
}

/**
 * Stores a notice for the member's profile page and returns its id; null where they want no such notices. Call it in
 * the transaction of the change.
 */
export async function insertNotice(
  transaction: Executor,
  { userId, kind, text, reason = null, until = null }: NewNotice,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO notices (user_id, kind, text, said, reason, until)
    VALUES (${userId}, ${kind}, ${englishOf(text)}, ${saidColumn({ text })}, ${reason}, ${until}) RETURNING id
  `.execute(transaction)
  return rows[0]?.id ?? null
}

/** The notices of a kind that a change of this moment, a timestamp with all its digits, wrote for a member. */
export async function findNoticesOf(
  transaction: Executor,
  { userId, kind, at }: { readonly userId: number; readonly kind: Notice['kind']; readonly at: string },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM notices WHERE user_id = ${userId} AND created_at = ${at}::timestamptz AND kind = ${kind} ORDER BY id
  `.execute(transaction)
  return rows.map(({ id }) => id)
}

/**
 * Deletes a notice that was not read, with the mails and pushes of it that wait. Returns whether it reached the member
 * before: it was read, or a delivery has begun. Call it in the transaction that takes the change back.
 */
export async function withdrawNotice(transaction: Executor, id: number): Promise<boolean> {
  const { rows: read } = await sql<{ isRead: boolean }>`
    SELECT read_at IS NOT NULL AS "isRead" FROM notifications WHERE notice_id = ${id} FOR UPDATE
  `.execute(transaction)
  if (read.some(({ isRead }) => isRead)) return true
  const { rows: deliveries } = await sql<{ hasBegun: boolean }>`
    SELECT attempts > 0 OR digest_id IS NOT NULL AS "hasBegun" FROM notification_deliveries
    WHERE notification_id IN (SELECT id FROM notifications WHERE notice_id = ${id}) FOR UPDATE
  `.execute(transaction)
  await sql`DELETE FROM notices WHERE id = ${id}`.execute(transaction)
  return deliveries.some(({ hasBegun }) => hasBegun)
}

type NoticeRow = Omit<Notice, 'createdAt' | 'until'> & {
  readonly said: Said | null
  readonly created_at: Date
  readonly until: Date | null
}

/** Unread notices, newest first. */
export async function listNotices(executor: Executor, userId: number, say: Say): Promise<Notice[]> {
  const { rows } = await sql<NoticeRow>`
    SELECT id, kind, text, said, reason, until, created_at FROM notices
    WHERE user_id = ${userId} AND seen_at IS NULL ORDER BY id DESC LIMIT 20
  `.execute(executor)
  return rows.map(({ created_at, until, text, said, ...row }) => ({
    ...row,
    text: say(readSaid(said?.text, text)),
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
