import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Executor } from '../database.ts'

/** Older backups trigger a warning. */
const maxBackupAgeDays = 7

/** Null when there was no backup yet. */
export async function lastBackupAt(executor: Executor): Promise<Date | null> {
  const { rows } = await sql<{ takenAt: Date }>`SELECT taken_at AS "takenAt" FROM last_backup`.execute(
    executor,
  )
  return rows[0]?.takenAt ?? null
}

export function isBackupFresh(takenAt: Date | null, now = Date.now()): boolean {
  return takenAt !== null && now - takenAt.getTime() < maxBackupAgeDays * 86_400_000
}

/** Never replaces a newer time. A schema from before this table is ignored. */
export async function recordBackup(client: Client, takenAt: string, fileBytes: number): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('public.last_backup') IS NOT NULL AS there`)
  if (!rows[0].there) return
  await client.query(
    `INSERT INTO last_backup (taken_at, file_bytes) VALUES ($1, $2)
    ON CONFLICT (only_row) DO UPDATE SET taken_at = excluded.taken_at, file_bytes = excluded.file_bytes
    WHERE last_backup.taken_at < excluded.taken_at`,
    [takenAt, fileBytes],
  )
}
