import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'
import { deleteAppealsOf } from '../appeals/queries.ts'

/** Lists of a member's export. */
export const moderationData: readonly PersonalData[] = [
  {
    // Without the reported post's text, which belongs to somebody else.
    // With the member's own chat lines. Those in reports of others would say who reported.
    name: 'moderationReports',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'subjectType', subject_type, 'subjectId', subject_id,
        'reason', reason, 'class', class, 'matchId', match_id, 'status', status, 'createdAt', created_at,
        'chat', (SELECT coalesce(json_agg(json_build_object('gamertag', gamertag, 'text', text, 'at', at)
            ORDER BY position), '[]')
          FROM report_chat_lines AS line JOIN game_identities AS own ON own.id = identity_id
          WHERE line.report_id = moderation_reports.id AND own.user_id = ${userId})) AS record
      FROM moderation_reports WHERE reporter_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'punishments',
    page: (userId, after, limit) => sql`
      SELECT punishments.id::text AS cursor, json_build_object('id', punishments.id, 'kind', punishments.kind, 'reason', reason,
        'at', at, 'until', until, 'changes', (SELECT coalesce(json_agg(json_build_object('kind', change.kind,
          'until', change.until, 'reason', change.reason, 'at', change.at) ORDER BY change.id), '[]')
          FROM punishment_changes AS change WHERE punishment_id = punishments.id)) AS record
      FROM punishments JOIN game_identities ON game_identities.id = identity_id
      WHERE user_id = ${userId} AND punishments.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      ORDER BY punishments.id LIMIT ${limit}`,
  },
  {
    // With what staff wrote to the player, without their names.
    name: 'appeals',
    page: (userId, after, limit) => sql`
      SELECT appeals.id AS cursor, json_build_object('punishment', punishment_id, 'state', state, 'note', note,
        'createdAt', appeals.created_at, 'messages', (SELECT json_agg(json_build_object('fromStaff', is_staff,
          'text', text, 'createdAt', message.created_at) ORDER BY message.id)
          FROM appeal_messages AS message WHERE appeal_id = appeals.id)) AS record
      FROM appeals
      WHERE (restriction_id IN (SELECT id FROM restrictions WHERE user_id = ${userId})
          OR punishment_id IN (SELECT punishments.id FROM punishments
            JOIN game_identities ON game_identities.id = identity_id WHERE user_id = ${userId}))
        AND appeals.id > coalesce(${after}::int, 0)
      ORDER BY appeals.id LIMIT ${limit}`,
  },
]

/** Deletes appeals of the member's punishments in game, and what was reported about them. Own reports stay, unnamed. */
export async function deleteModerationOf(transaction: Executor, userId: number): Promise<void> {
  await deleteAppealsOf(transaction, userId)
  // Same lock order as decisions: reports first, then posts, which are deleted by a lower domain.
  await sql`DELETE FROM moderation_reports WHERE subject_user_id = ${userId} OR other_user_id = ${userId}`.execute(
    transaction,
  )
}
