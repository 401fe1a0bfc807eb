import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import type { DB } from './schema.ts'

/**
 * Fills a table from content, once in the life of a site, and only while it is empty: what staff remove or change
 * stays so, the last row included. The mark is stored with the rows, or neither is. `fill` may not be called at all.
 */
export const seedOnce = (
  { sql: database }: Pick<Database, 'sql'>,
  table: 'practice_modes' | 'events',
  fill: (transaction: Kysely<DB>) => Promise<void>,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    // A second process that starts at the same moment waits here, and then finds the mark.
    const marked = await sql`
      INSERT INTO content_seeds (table_name) VALUES (${table}) ON CONFLICT DO NOTHING RETURNING 1
    `.execute(transaction)
    if (marked.rows.length === 0) return
    const held = await sql`SELECT FROM ${sql.table(table)} LIMIT 1`.execute(transaction)
    if (held.rows.length === 0) await fill(transaction)
  })
