import { sql } from 'kysely'
import type { NewReport, Report } from '../../../../../contract/reports/reports-schemas.ts'
import type { Executor } from '../../../../platform/database/database.ts'

interface ReportRow {
  id: number
  user_id: number | null
  shown_name: string | null
  game_mode: string
  reason: string
  details: string
  severity: Report['severity']
  media_link: string | null
  status: Report['status']
  created_at: Date
  answer: string | null
}

const reportOf = (row: ReportRow): Report => ({
  id: row.id,
  type: 'bug',
  userId: row.user_id,
  reportedByUserId: row.user_id,
  username: row.shown_name ?? 'Anonymous',
  gameMode: row.game_mode,
  reason: row.reason,
  details: row.details,
  severity: row.severity,
  mediaLink: row.media_link,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  answer: row.answer,
})

const columns = sql`reports.id, reports.user_id, reports.game_mode, reports.reason, reports.details, reports.severity,
  reports.media_link, reports.status, reports.created_at, reports.answer, users.shown_name`

export async function insertReport(executor: Executor, userId: number, report: NewReport): Promise<Report> {
  const { rows } = await sql<ReportRow>`
    WITH reports AS (
      INSERT INTO reports (user_id, game_mode, reason, details, severity, media_link)
      VALUES (${userId}, ${report.gameMode}, ${report.reason}, ${report.details}, ${report.severity},
        ${report.mediaLink || null})
      RETURNING *
    )
    SELECT ${columns} FROM reports LEFT JOIN users ON users.id = reports.user_id
  `.execute(executor)
  return reportOf(rows[0]!)
}

/** A member's own reports, newest first, starting before the id `before`. */
export async function listOwnReports(
  executor: Executor,
  userId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<Report[]> {
  const { rows } = await sql<ReportRow>`
    SELECT ${columns} FROM reports JOIN users ON users.id = reports.user_id
    WHERE reports.user_id = ${userId} AND reports.id < ${before ?? 2_147_483_647}
    ORDER BY reports.id DESC LIMIT ${limit}
  `.execute(executor)
  return rows.map(reportOf)
}

/** Purges reports older than this many days and returns their number. */
export async function purgeOldReports(executor: Executor, olderThanDays: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM reports WHERE created_at < now() - make_interval(days => ${olderThanDays})
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}
