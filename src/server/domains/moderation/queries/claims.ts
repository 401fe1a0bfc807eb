import { sql } from 'kysely'
import { claimMinutes } from '../../../../contract/moderation/moderation.ts'
import type { CaseClaim } from '../../../../contract/moderation/moderation-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { isActiveClaim } from './active-claim.ts'
import type { Subject } from './cases.ts'

/** Returns the current claim of a case. */
export async function findClaim(executor: Executor, subject: Subject): Promise<CaseClaim | undefined> {
  const { rows } = await sql<Omit<CaseClaim, 'until'> & { until: Date }>`
    SELECT users.id, users.shown_name AS username, users.rank, expires_at AS until
    FROM moderation_claims AS claims JOIN users ON users.id = user_id
    WHERE subject_type = ${subject.subjectType} AND subject_id = ${subject.subjectId} AND ${isActiveClaim()}
  `.execute(executor)
  return rows[0] && { ...rows[0], until: rows[0].until.toISOString() }
}

/** Claims a case for the next minutes. The caller has locked the case and checked that it is unclaimed. */
export async function storeClaim(transaction: Executor, subject: Subject, userId: number): Promise<void> {
  await sql`
    INSERT INTO moderation_claims (subject_type, subject_id, user_id, expires_at)
    VALUES (${subject.subjectType}, ${subject.subjectId}, ${userId}, now() + make_interval(mins => ${claimMinutes}))
    ON CONFLICT (subject_type, subject_id) DO UPDATE SET user_id = excluded.user_id, expires_at = excluded.expires_at
  `.execute(transaction)
}

/** False when this member has not claimed the case. */
export async function deleteClaim(executor: Executor, subject: Subject, userId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM moderation_claims WHERE subject_type = ${subject.subjectType} AND subject_id = ${subject.subjectId}
      AND user_id = ${userId} AND expires_at > now()
  `.execute(executor)
  return numAffectedRows === 1n
}
