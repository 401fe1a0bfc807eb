import { sql } from 'kysely'
import type { Executor } from '../database.ts'

/** Wakes the process that makes backups. */
export const backupChannel = 'backups'

export interface BackupPlan {
  readonly hour: number | null
  readonly isRunning: boolean
  readonly failure: { readonly at: string; readonly reason: string } | null
}

export async function readBackupPlan(executor: Executor): Promise<BackupPlan> {
  const { rows } = await sql<{
    hour: number | null
    isRunning: boolean
    failedAt: Date | null
    failure: string | null
  }>`
    SELECT hour, requested_at IS NOT NULL OR coalesce(running_until > now(), false) AS "isRunning",
      failed_at AS "failedAt", failure
    FROM backup_plan
  `.execute(executor)
  const { hour, isRunning, failedAt, failure } = rows[0]!
  return {
    hour,
    isRunning,
    failure: failedAt && { at: failedAt.toISOString(), reason: failure ?? 'it is in the log' },
  }
}

/** False when one is requested or made already. */
export async function requestBackup(transaction: Executor): Promise<boolean> {
  const { rows } = await sql`
    UPDATE backup_plan SET requested_at = now()
    WHERE requested_at IS NULL AND coalesce(running_until <= now(), true) RETURNING hour
  `.execute(transaction)
  return rows.length > 0
}

/** Locks the plan until the transaction ends. */
export const lockBackupPlan = (transaction: Executor): Promise<Pick<BackupPlan, 'hour'>> =>
  transaction.selectFrom('backup_plan').select('hour').forUpdate().executeTakeFirstOrThrow()

/** From now on: an hour that has passed today is for tomorrow. */
export async function storeBackupHour(transaction: Executor, hour: number | null): Promise<void> {
  await sql`UPDATE backup_plan SET hour = ${hour}, daily_at = now()`.execute(transaction)
}

/** The newest moment at which the chosen hour began. */
const lastDue = sql`(SELECT CASE WHEN today <= now() THEN today ELSE today - interval '1 day' END FROM (
  SELECT (date_trunc('day', now() AT TIME ZONE 'UTC') + make_interval(hours => hour)) AT TIME ZONE 'UTC' AS today) AS days)`

/** Claims a backup that is requested or due, for an hour; false when there is none, or another process has it. */
export async function claimBackup(executor: Executor): Promise<boolean> {
  const { rows } = await sql`
    UPDATE backup_plan SET requested_at = NULL, running_until = now() + interval '1 hour',
      daily_at = CASE WHEN hour IS NULL THEN daily_at ELSE greatest(daily_at, ${lastDue}) END
    WHERE coalesce(running_until <= now(), true)
      AND (requested_at IS NOT NULL OR (hour IS NOT NULL AND daily_at < ${lastDue}))
    RETURNING hour
  `.execute(executor)
  return rows.length > 0
}

/** `failure`: null when it is complete. */
export async function finishBackup(executor: Executor, failure: string | null): Promise<void> {
  await sql`
    UPDATE backup_plan SET running_until = NULL, failure = ${failure},
      failed_at = ${failure === null ? sql`NULL` : sql`now()`}
  `.execute(executor)
}
