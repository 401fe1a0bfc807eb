import { type RawBuilder, sql } from 'kysely'
import type { DeskReport, ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import type { Executor } from './executor.ts'

interface DeskRow extends Omit<DeskReport, 'createdAt'> {
  readonly created_at: Date
}

const deskReportOf = ({ created_at, ...row }: DeskRow): DeskReport => ({
  ...row,
  createdAt: created_at.toISOString(),
})

const columns = sql`reports.id, coalesce(users.shown_name, 'Anonymous') AS username, reports.game_mode AS "gameMode",
  reports.reason, reports.severity, reports.status, reports.created_at, reports.details,
  reports.media_link AS "mediaLink", reports.version`

export interface DeskPage {
  readonly status?: ReportStatus | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Newest first, those before the id `before`. Exported as a statement, so that a test can read its plan. */
export const deskReports = ({ status, before, limit }: DeskPage): RawBuilder<DeskRow> => sql<DeskRow>`
  SELECT ${columns} FROM reports LEFT JOIN users ON users.id = reports.user_id
  WHERE reports.id < ${before ?? 2_147_483_647} ${status === undefined ? sql`` : sql`AND reports.status = ${status}`}
  ORDER BY reports.id DESC LIMIT ${limit}
`

export async function listDeskReports(executor: Executor, page: DeskPage): Promise<DeskReport[]> {
  const { rows } = await deskReports(page).execute(executor)
  return rows.map(deskReportOf)
}

/** The report as it is, and as it stays until the end of the transaction. */
export async function holdReport(transaction: Executor, id: number): Promise<DeskReport | undefined> {
  const { rows } = await sql<DeskRow>`
    SELECT ${columns} FROM reports LEFT JOIN users ON users.id = reports.user_id
    WHERE reports.id = ${id} FOR UPDATE OF reports
  `.execute(transaction)
  return rows[0] && deskReportOf(rows[0])
}

/** Call it on a held report: the answer is that report with this status. */
export async function storeStatus(
  transaction: Executor,
  held: DeskReport,
  status: ReportStatus,
): Promise<DeskReport> {
  const { rows } = await sql<{ version: number }>`
    UPDATE reports SET status = ${status}, version = version + 1 WHERE id = ${held.id} RETURNING version
  `.execute(transaction)
  return { ...held, status, version: rows[0]!.version }
}

/** Whose it was; null where the reporter is gone. */
export async function deleteReport(transaction: Executor, id: number): Promise<number | null> {
  const { rows } = await sql<{ user_id: number | null }>`
    DELETE FROM reports WHERE id = ${id} RETURNING user_id
  `.execute(transaction)
  return rows[0]?.user_id ?? null
}
