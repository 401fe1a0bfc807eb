import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'

// Records of which an address learns less than staff or their owner do, so that no read of the API fits.

/** Neither the applicant nor what they wrote. */
export async function findApplication(executor: Executor, id: number): Promise<object | undefined> {
  const { rows } = await sql<{ id: number; position: string; status: string; submitted_at: Date }>`
    SELECT id, position, status, submitted_at FROM staff_applications WHERE id = ${id}
  `.execute(executor)
  return rows[0] && { ...rows[0], submitted_at: rows[0].submitted_at.toISOString() }
}

/** Neither who reported, nor who was reported, nor any text. */
export async function findReport(executor: Executor, id: number): Promise<object | undefined> {
  const { rows } = await sql<{ id: number; class: string; subjectType: string; createdAt: Date }>`
    SELECT id, class, subject_type AS "subjectType", created_at AS "createdAt" FROM moderation_reports WHERE id = ${id}
  `.execute(executor)
  return rows[0] && { ...rows[0], createdAt: rows[0].createdAt.toISOString() }
}
