import { sql } from 'kysely'
import type { ReportStatus } from '../../../../../contract/reports/reports-schemas.ts'
import type { Executor } from '../../../../platform/database/database.ts'

/** Stores what the next change of a locked report overwrites. */
export async function storeUndo(
  transaction: Executor,
  id: number,
  { by, noticeId }: { readonly by: number; readonly noticeId: number | null },
): Promise<void> {
  await sql`
    INSERT INTO report_undos (report_id, changed_by, version, notice_id, status, answer, handled_by, handled_at)
    SELECT id, ${by}, version + 1, ${noticeId}::int, status, answer, handled_by, handled_at FROM reports WHERE id = ${id}
    ON CONFLICT (report_id, changed_by) DO UPDATE SET changed_at = now(), version = excluded.version,
      notice_id = excluded.notice_id, status = excluded.status, answer = excluded.answer, handled_by = excluded.handled_by,
      handled_at = excluded.handled_at
  `.execute(transaction)
}

interface Undo {
  /** The version that the change made. */
  readonly version: number
  readonly noticeId: number | null
  readonly status: ReportStatus
}

/** A member's own change of a report in the last `seconds`. */
export async function findUndo(
  transaction: Executor,
  id: number,
  { by, seconds }: { readonly by: number; readonly seconds: number },
): Promise<Undo | undefined> {
  const { rows } = await sql<Undo>`
    SELECT version, notice_id AS "noticeId", status FROM report_undos
    WHERE report_id = ${id} AND changed_by = ${by} AND changed_at > now() - make_interval(secs => ${seconds})
  `.execute(transaction)
  return rows[0]
}

/** Gives a locked report what this member's change overwrote, and uses the undo up. */
export async function restoreReport(transaction: Executor, id: number, by: number): Promise<void> {
  await sql`
    WITH undo AS (DELETE FROM report_undos WHERE report_id = ${id} AND changed_by = ${by} RETURNING *)
    UPDATE reports SET status = undo.status, answer = undo.answer, handled_by = undo.handled_by, handled_at = undo.handled_at,
      version = reports.version + 1
    FROM undo WHERE reports.id = ${id}
  `.execute(transaction)
}

/** Purges what nobody can undo any more. */
export async function purgeOldUndos(executor: Executor): Promise<void> {
  await sql`DELETE FROM report_undos WHERE changed_at < now() - interval '1 day'`.execute(executor)
}
