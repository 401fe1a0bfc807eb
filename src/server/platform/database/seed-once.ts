import { sql } from 'kysely'
import type { Database, Executor } from './database.ts'

/**
 * Runs `fill` once in the life of a site if the table is empty, so that rows deleted by staff stay deleted.
 * The marker is stored in the same transaction.
 */
export const seedOnce = (
  { sql: database }: Pick<Database, 'sql'>,
  table: 'practice_modes' | 'events',
  fill: (transaction: Executor) => Promise<void>,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    // A process that starts at the same time waits here, then finds the marker.
    const marked = await sql`
      INSERT INTO content_seeds (table_name) VALUES (${table}) ON CONFLICT DO NOTHING RETURNING 1
    `.execute(transaction)
    if (marked.rows.length === 0) return
    const held = await sql`SELECT FROM ${sql.table(table)} LIMIT 1`.execute(transaction)
    if (held.rows.length === 0) await fill(transaction)
  })
