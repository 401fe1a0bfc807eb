import { sql } from 'kysely'
import type { Notice } from '../../../../contract/moderation/moderation-schemas.ts'
import type { NoticeType } from '../../../../contract/notifications/notice-types.ts'
import type { Executor } from '../../../platform/database/database.ts'
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
  readonly kind: NoticeType
  /** At most 2,200 characters. */
  readonly text: Written
  /** Reason in the words of staff. */
  readonly reason?: string | null
  /** End of a restriction; null when permanent. */
  readonly until?: Date | null
  /** Names the event where a member is notified of it once only. */
  readonly eventKey?: string | null
}

/** Stores a notice and returns its id; null where the member wants none. Call it in the transaction of the change. */
export async function insertNotice(
  transaction: Executor,
  { userId, kind, text, reason = null, until = null, eventKey = null }: NewNotice,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO notifications (user_id, type, event_key, text, said, reason, until)
    VALUES (${userId}, ${kind}, ${eventKey}, ${englishOf(text)}, ${saidColumn({ text })}, ${reason}, ${until})
    ON CONFLICT (user_id, event_key) DO NOTHING RETURNING id
  `.execute(transaction)
  return rows[0]?.id ?? null
}

/** The notices of a kind that a change of this moment, a timestamp with all its digits, wrote for a member. */
export async function findNoticesOf(
  transaction: Executor,
  { userId, kind, at }: { readonly userId: number; readonly kind: NoticeType; readonly at: string },
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
    SELECT read_at IS NOT NULL AS "isRead" FROM notifications WHERE id = ${id} FOR UPDATE
  `.execute(transaction)
  if (read.some(({ isRead }) => isRead)) return true
  const { rows: deliveries } = await sql<{ hasBegun: boolean }>`
    SELECT attempts > 0 OR digest_id IS NOT NULL AS "hasBegun" FROM notification_deliveries
    WHERE notification_id = ${id} FOR UPDATE
  `.execute(transaction)
  await sql`DELETE FROM notifications WHERE id = ${id}`.execute(transaction)
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

/** Dismisses a notice, which is read with that. False when the member has no such notice. */
export async function markSeen(executor: Executor, id: number, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE notifications SET seen_at = coalesce(seen_at, now()), read_at = coalesce(read_at, now())
    WHERE id = ${id} AND notice_id IS NOT NULL AND user_id = ${userId}
  `.execute(executor)
  return numAffectedRows === 1n
}
