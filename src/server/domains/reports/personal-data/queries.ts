import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'

/** Lists of a member's export. */
export const reportsData: readonly PersonalData[] = [
  {
    name: 'bugReports',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'gameMode', game_mode, 'reason', reason, 'details', details,
        'severity', severity, 'mediaLink', media_link, 'status', status, 'createdAt', created_at,
        'answer', answer, 'answeredAt', CASE WHEN answer IS NOT NULL THEN handled_at END) AS record
      FROM reports WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'contactMessages',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'name', name, 'email', email, 'subject', subject,
        'message', message, 'createdAt', created_at, 'answer', answer, 'answeredAt', answered_at) AS record
      FROM contact_messages WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
]

/** Bug reports stay without their author and link; contact messages go, in the outbox too. */
export async function deleteReportsOf(transaction: Executor, userId: number): Promise<void> {
  await sql`UPDATE reports SET media_link = NULL WHERE user_id = ${userId}`.execute(transaction)
  // The same contact message as queued or sent mail, to the team or with their reply.
  await sql`
    DELETE FROM outbox USING contact_messages AS written
    WHERE written.user_id = ${userId} AND channel = 'mail' AND written.email IN (data ->> 'replyTo', data ->> 'to')
      AND right(data ->> 'text', char_length(written.message)) = written.message
  `.execute(transaction)
  await sql`DELETE FROM contact_messages WHERE user_id = ${userId}`.execute(transaction)
}
