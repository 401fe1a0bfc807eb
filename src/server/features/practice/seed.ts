import { sql } from 'kysely'
import type { PracticeModesContent } from '../../../contract/content.ts'
import type { Database } from '../../platform/database.ts'
import { fillEmptyTable } from './queries.ts'

/** Fills an empty table with the content's practice modes, in their order. Rows that exist are never touched. */
export const seedPracticeModes = (database: Pick<Database, 'sql'>, content: PracticeModesContent) =>
  database.sql.transaction().execute(async (transaction) => {
    // Two processes that start at once must not both find it empty.
    await sql`LOCK TABLE practice_modes IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
    await fillEmptyTable(
      transaction,
      (['ffa', 'duels'] as const).flatMap((category) =>
        content[category].map((mode, position) => ({ ...mode, category, position })),
      ),
    )
  })
