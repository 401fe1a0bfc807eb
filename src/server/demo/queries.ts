import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'

/** Whether there is anything that sample data could be mixed up with. */
export async function hasMatchesOrPosts(database: Database): Promise<boolean> {
  const { rows } = await sql`SELECT FROM matches UNION ALL SELECT FROM posts LIMIT 1`.execute(database.sql)
  return rows.length > 0
}
