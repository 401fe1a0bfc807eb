import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'

/** Lists of a member's export. */
export const applicationsData: readonly PersonalData[] = [
  {
    name: 'applications',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'minecraftUsername', minecraft_username, 'age', age,
        'discordUsername', discord_username, 'email', email, 'timezone', timezone, 'position', position,
        'hoursPerWeek', hours_per_week, 'previousExperience', previous_experience,
        'pastServerNames', past_server_names, 'pastPositions', past_positions, 'pastDuration', past_duration,
        'currentServerNames', current_server_names, 'currentPosition', current_position,
        'currentDuration', current_duration, 'whyJoin', why_join, 'howHandleConflict', how_handle_conflict,
        'additionalQuestions', additional_questions, 'answers', position_answers, 'status', status,
        'submittedAt', submitted_at, 'answer', answer,
        'answeredAt', CASE WHEN answer IS NOT NULL THEN handled_at END) AS record
      FROM staff_applications WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
]

export async function deleteApplicationsOf(transaction: Executor, userId: number): Promise<void> {
  await sql`DELETE FROM staff_applications WHERE user_id = ${userId}`.execute(transaction)
}
