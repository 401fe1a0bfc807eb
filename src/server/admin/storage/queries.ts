import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'

export interface DatabaseSize {
  readonly bytes: number
  /** Bytes in a week, by the size at least a week ago; null before there is one. */
  readonly weeklyGrowth: number | null
}

/** How large the database is, and how fast it grows. */
export async function readDatabaseSize(executor: Executor): Promise<DatabaseSize> {
  const { rows } = await sql<DatabaseSize>`
    SELECT size::float8 AS bytes, (
      SELECT round((size - bytes) * 7.0 / (today - day))::float8 FROM database_sizes
      WHERE day <= today - 7 ORDER BY day DESC LIMIT 1
    ) AS "weeklyGrowth"
    FROM pg_database_size(current_database()) AS size, CAST(now() AT TIME ZONE 'UTC' AS date) AS today
  `.execute(executor)
  return rows[0]!
}

/** Stores the size of today, once however many processes do, and deletes what is older than 30 days. */
export async function storeDatabaseSize(executor: Executor): Promise<void> {
  await sql`
    INSERT INTO database_sizes (day, bytes)
    VALUES (CAST(now() AT TIME ZONE 'UTC' AS date), pg_database_size(current_database())) ON CONFLICT (day) DO NOTHING
  `.execute(executor)
  await sql`DELETE FROM database_sizes WHERE day < CAST(now() AT TIME ZONE 'UTC' AS date) - 30`.execute(
    executor,
  )
}
