import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../database/database.ts'

/** The numbers of the conditions that hold, each of which an index should answer. */
export async function readDue(
  executor: Executor,
  conditions: readonly RawBuilder<unknown>[],
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    SELECT number FROM (VALUES ${sql.join(
      conditions.map((condition, number) => sql`(${sql.lit(number)}, ${condition})`),
    )}) AS asked (number, is_due)
    WHERE is_due
  `.execute(executor)
  return rows.map(({ number }) => number)
}

/** What waits for a job, counted up to a thousand, and since when the oldest does. */
export interface Waiting {
  readonly count: number
  readonly since: Date | null
}

/** `rows` selects a column `since` of what waits, the oldest first. */
export async function readWaiting(executor: Executor, rows: RawBuilder<unknown>): Promise<Waiting> {
  const { rows: found } = await sql<Waiting>`
    SELECT count(*)::int AS count, min(since) AS since FROM (${rows} LIMIT 1000) AS waiting
  `.execute(executor)
  return found[0]!
}
