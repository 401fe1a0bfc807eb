import type { Database } from '../../platform/database/database.ts'
import { recomputeCup } from './advance-cup.ts'
import { listCupIds } from './queries/cups.ts'

/** Computes all cups again from their facts and the ledger, each in a transaction of its own. */
export async function rebuildCups({ sql }: Pick<Database, 'sql'>): Promise<void> {
  for (const id of await listCupIds(sql))
    await sql.transaction().execute((transaction) => recomputeCup(null, transaction, id))
}
