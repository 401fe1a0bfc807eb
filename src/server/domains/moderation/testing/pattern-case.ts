import { sql } from 'kysely'
import type { MatchPattern } from '../../../../contract/moderation/match-patterns.ts'
import type { TestApp } from '../../../testing/test-app.ts'

/** Stores a case as the detector does, and returns its id. */
export async function patternCase(
  site: TestApp,
  subject: number,
  other: number | null = null,
  pattern: MatchPattern = 'one_sided',
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO moderation_reports (id, subject_type, subject_id, subject_user_id, other_user_id, pattern, reason, class)
    OVERRIDING SYSTEM VALUE
    SELECT id, 'pattern', id, ${subject}::int, ${other}::int, ${pattern}, '9 matches in 24 hours', 'boosting'
    FROM (SELECT nextval(pg_get_serial_sequence('moderation_reports', 'id'))::int AS id) AS next RETURNING id
  `.execute(site.database.sql)
  return rows[0]!.id
}
