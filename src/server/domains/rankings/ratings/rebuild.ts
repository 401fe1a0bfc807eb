import type { Database } from '../../../platform/database.ts'
import type { Verdict } from '../../matches/ledger/rebuild.ts'
import { compareRows, compareTotals } from '../head-to-head/queries.ts'
import { isQueueEmpty, listRatedModes, queueMode } from './queries/queue.ts'
import { readSeasons } from './queries/seasons.ts'
import {
  compareRatings,
  countWrongCounts,
  deleteStrayRatings,
  recountRatings,
  refreshRatingsOf,
} from './queries/stored-ratings.ts'
import { verifyMode } from './replay-mode.ts'
import { rateUntilDone } from './worker.ts'

/** Computes ratings and head-to-head records of all modes again, except ratings of closed seasons. */
export async function rebuildRatings(database: Pick<Database, 'sql'>): Promise<void> {
  const modes = await listRatedModes(database.sql)
  for (const mode of modes) await queueMode(database.sql, mode)
  await rateUntilDone(database)
  for (const mode of modes) {
    await database.sql.transaction().execute(async (transaction) => {
      await deleteStrayRatings(transaction, mode)
      await refreshRatingsOf(transaction, mode)
      await recountRatings(transaction, mode)
    })
  }
}

/** Compares ratings, their history and head-to-head records with a replay of the ledger, in one snapshot; read-only. */
export const verifyRatings = (database: Pick<Database, 'sql'>): Promise<Verdict> =>
  database.sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const examples = (await isQueueEmpty(transaction))
        ? []
        : ['ratings are being computed from new matches: verify again in a moment']
      let rows = 0
      let differences = 0
      const seasons = await readSeasons(transaction)
      for (const mode of await listRatedModes(transaction)) {
        const replayed = await verifyMode(transaction, seasons, mode)
        const compared = await compareRatings(transaction, mode)
        const counts = await countWrongCounts(transaction, mode)
        if (counts > 0) examples.push(`${counts} counts of the rating boards of ${mode} differ`)
        rows += replayed.matches + compared.rows
        differences += replayed.differences + compared.differences + counts
        examples.push(...[replayed.example, compared.example].flatMap((example) => example ?? []))
      }
      for (const compared of [await compareRows(transaction), await compareTotals(transaction)]) {
        rows += compared.rows
        differences += compared.differences
        examples.push(...(compared.example === null ? [] : [compared.example]))
      }
      return { rows, differences, examples: examples.slice(0, 10) }
    })
