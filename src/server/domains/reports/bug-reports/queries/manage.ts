import { type RawBuilder, sql } from 'kysely'
import type { AdminReport, ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import type { Executor } from '../../../../platform/database.ts'

interface AdminRow extends Omit<AdminReport, 'createdAt'> {
  readonly created_at: Date
}

const adminReportOf = ({ created_at, ...row }: AdminRow): AdminReport => ({
  ...row,
  createdAt: created_at.toISOString(),
})

const columns = sql`reports.id, coalesce(users.shown_name, 'Anonymous') AS username, reports.game_mode AS "gameMode",
  reports.reason, reports.severity, reports.status, reports.created_at, reports.details,
  reports.media_link AS "mediaLink", reports.version`

export interface AdminPage {
  readonly status?: ReportStatus | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Newest first, starting before the id `before`. Exported as a statement, so that tests can check its plan. */
export const adminReports = ({ status, before, limit }: AdminPage): RawBuilder<AdminRow> => sql<AdminRow>`
  SELECT ${columns} FROM reports LEFT JOIN users ON users.id = reports.user_id
  WHERE reports.id < ${before ?? 2_147_483_647} ${status === undefined ? sql`` : sql`AND reports.status = ${status}`}
  ORDER BY reports.id DESC LIMIT ${limit}
`

export async function listAdminReports(executor: Executor, page: AdminPage): Promise<AdminReport[]> {
  const { rows } = await adminReports(page).execute(executor)
  return rows.map(adminReportOf)
}

/** Returns the report, locked until the transaction ends. */
export async function lockReport(transaction: Executor, id: number): Promise<AdminReport | undefined> {
  const { rows } = await sql<AdminRow>`
    SELECT ${columns} FROM reports LEFT JOIN users ON users.id = reports.user_id
    WHERE reports.id = ${id} FOR UPDATE OF reports
  `.execute(transaction)
  return rows[0] && adminReportOf(rows[0])
}

/** Sets the status of a locked report and returns the report. */
export async function storeStatus(
  transaction: Executor,
  held: AdminReport,
  status: ReportStatus,
): Promise<AdminReport> {
  const { rows } = await sql<{ version: number }>`
    UPDATE reports SET status = ${status}, version = version + 1 WHERE id = ${held.id} RETURNING version
  `.execute(transaction)
  return { ...held, status, version: rows[0]!.version }
}

/** Null when that account was deleted. */
export async function findReporter(executor: Executor, id: number): Promise<number | null> {
  const { rows } = await sql<{ user_id: number | null }>`
    SELECT user_id FROM reports WHERE id = ${id}
  `.execute(executor)
  return rows[0]?.user_id ?? null
}

/** Returns the reporter; null when that account was deleted. */
export async function deleteReport(transaction: Executor, id: number): Promise<number | null> {
  const { rows } = await sql<{ user_id: number | null }>`
    DELETE FROM reports WHERE id = ${id} RETURNING user_id
  `.execute(transaction)
  return rows[0]?.user_id ?? null
}
