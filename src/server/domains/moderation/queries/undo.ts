import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'
import { deriveOtherCases, type Subject } from './cases.ts'

/** Locks the reports of the newest decision about a subject; none unless this member made it within `seconds`. */
export async function lockOwnDecision(
  transaction: Executor,
  { subjectType, subjectId }: Subject,
  memberId: number,
  seconds: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM moderation_reports
    WHERE subject_type = ${subjectType} AND subject_id = ${subjectId} AND decided_by = ${memberId}
      AND decided_at > now() - make_interval(secs => ${seconds})
      AND decided_at = (SELECT max(decided_at) FROM moderation_reports AS newest
        WHERE newest.subject_type = ${subjectType} AND newest.subject_id = ${subjectId})
    ORDER BY id FOR UPDATE
  `.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Opens locked reports again and deletes unread notices of their outcome, and what no game server has taken of it. */
export async function takeDecisionBack(transaction: Executor, ids: readonly number[]): Promise<void> {
  // A notice has the time of its decision, because one transaction wrote both.
  await sql`
    DELETE FROM notices USING moderation_reports AS reports
    WHERE reports.id = ANY(${ids}::int[]) AND notices.user_id = reports.reporter_id
      AND notices.kind = 'report_decided' AND notices.created_at = reports.decided_at AND notices.seen_at IS NULL
  `.execute(transaction)
  await sql`
    DELETE FROM outbox USING moderation_reports AS reports JOIN game_identities AS own ON own.user_id = reporter_id
    WHERE reports.id = ANY(${ids}::int[]) AND reports.server_id IS NOT NULL AND channel = 'game'
      AND type = 'message' AND done_at IS NULL AND outbox.created_at = reports.decided_at AND data ->> kind = value
  `.execute(transaction)
  await sql`
    UPDATE moderation_reports SET status = 'open', decided_at = NULL, decided_by = NULL, note = NULL
    WHERE id = ANY(${ids}::int[])
  `.execute(transaction)
  await deriveOtherCases(transaction, ids)
}

/** Deletes unread notices to the author about the removal of a post or comment. */
export async function takeRemovalBack(
  transaction: Executor,
  removal: {
    readonly type: 'post' | 'comment'
    readonly id: number
    readonly userId: number
    readonly removedAt: string
  },
): Promise<void> {
  const { type, id, userId, removedAt } = removal
  if (type === 'comment')
    await sql`DELETE FROM notifications WHERE user_id = ${userId} AND event_key = ${`removed:${id}`}`.execute(
      transaction,
    )
  // The notice has the time of the removal, because one transaction wrote both.
  else
    await sql`
      DELETE FROM notices WHERE user_id = ${userId} AND kind = 'post_removed' AND created_at = ${removedAt}::timestamptz
        AND seen_at IS NULL
    `.execute(transaction)
}
