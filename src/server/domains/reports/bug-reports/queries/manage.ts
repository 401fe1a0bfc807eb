import { type RawBuilder, sql } from 'kysely'
import type { AdminReport, ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { type FilteredPage, pageStatement, rowsOfPage } from '../../../../platform/database/list-filters.ts'

interface AdminRow extends Omit<AdminReport, 'createdAt' | 'handledAt'> {
  readonly created_at: Date
  readonly handled_at: Date | null
}

const adminReportOf = ({ created_at, handled_at, ...row }: AdminRow): AdminReport => ({
  ...row,
  createdAt: created_at.toISOString(),
  handledAt: handled_at?.toISOString() ?? null,
})

const columns = sql`reports.id, coalesce(users.shown_name, 'Anonymous') AS username, reports.game_mode AS "gameMode",
  reports.reason, reports.severity, reports.status, reports.created_at, reports.details,
  reports.media_link AS "mediaLink", reports.answer, reports.handled_at, handlers.shown_name AS "handledBy",
  reports.version`

const withPeople = (
  reports: RawBuilder<unknown>,
) => sql`${reports} LEFT JOIN users ON users.id = reports.user_id
  LEFT JOIN users AS handlers ON handlers.id = reports.handled_by`

export interface AdminPage extends FilteredPage {
  readonly status?: ReportStatus | undefined
  readonly severity?: AdminReport['severity'] | undefined
}

const list = {
  table: 'reports',
  time: 'created_at',
  assigneeColumns: ['handled_by'],
  text: sql<string>`(reason || E'\\n' || left(details, 1000))`,
  authorColumn: 'user_id',
} as const

/** Newest first, starting before the id `before`. Exported as a statement, so that tests can check its plan. */
export const adminReports = (page: AdminPage, isScan = false): RawBuilder<AdminRow> => {
  const { status, severity } = page
  return pageStatement(
    list,
    page,
    [
      ...(status === undefined ? [] : [sql`status = ${status}`]),
      ...(severity === undefined ? [] : [sql`severity = ${severity}`]),
    ],
    (reports) => sql<AdminRow>`SELECT ${columns} FROM ${withPeople(reports)}`,
    isScan,
  )
}

export async function listAdminReports(executor: Executor, page: AdminPage): Promise<AdminReport[]> {
  const rows = await rowsOfPage(executor, page, (isScan) => adminReports(page, isScan))
  return rows.map(adminReportOf)
}

const oneReport = (id: number) => sql<AdminRow>`
  SELECT ${columns} FROM ${withPeople(sql`reports`)} WHERE reports.id = ${id}`

export async function findReport(executor: Executor, id: number): Promise<AdminReport | undefined> {
  const { rows } = await oneReport(id).execute(executor)
  return rows[0] && adminReportOf(rows[0])
}

/** Returns the report, locked until the transaction ends. */
export async function lockReport(transaction: Executor, id: number): Promise<AdminReport | undefined> {
  const { rows } = await sql<AdminRow>`${oneReport(id)} FOR UPDATE OF reports`.execute(transaction)
  return rows[0] && adminReportOf(rows[0])
}

/** Sets the status of a locked report, and a reply if there is one. */
export async function storeStatus(
  transaction: Executor,
  id: number,
  { status, answer, by }: { status: ReportStatus; answer: string | undefined; by: number },
): Promise<void> {
  await sql`
    UPDATE reports SET status = ${status}, answer = coalesce(${answer ?? null}, answer), handled_by = ${by},
      handled_at = now(), version = version + 1
    WHERE id = ${id}
  `.execute(transaction)
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
