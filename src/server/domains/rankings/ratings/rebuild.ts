import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../platform/database/database.ts'
import { lockIdentitiesWithin } from '../../matches/ledger/queries/locks.ts'
import { proofTimeouts, type Verdict, whenSettled } from '../../matches/ledger/settled.ts'
import { compareRows, compareTotals } from '../head-to-head/queries.ts'
import { isQueueEmpty, isRulingApplied, listRatedModes, queueMode } from './queries/queue.ts'
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

/**
 * Compares ratings, their history and head-to-head records with a replay of the ledger, in one snapshot of what has been
 * rated; read-only. Where matches keep coming, it rates what is queued and lets the next ones wait until the snapshot is
 * taken, for a few seconds at most. Waits as long as `timeouts` allows.
 */
export const verifyRatings = (database: Pick<Database, 'sql'>, timeouts = proofTimeouts): Promise<Verdict> =>
  whenSettled(timeouts, async (isFirst) => {
    // A ruling is applied by transactions that would wait as well, and is rated when all of it is applied.
    if (isFirst || (await isRulingApplied(database.sql))) return compareRated(database)
    const hold = await database.sql.startTransaction().execute()
    const release = async () => {
      if (!hold.isCommitted && !hold.isRolledBack) await hold.rollback().execute()
    }
    try {
      if (!(await lockIdentitiesWithin(hold, timeouts.holdMs)))
        return { rows: 0, differences: 0, examples: [], pending: ['the ledger is locked'] }
      const deadline = performance.now() + timeouts.holdMs
      while (!(await isQueueEmpty(database.sql)) && performance.now() < deadline) {
        await rateUntilDone(database)
        // Another process may be rating.
        await pause(20)
      }
      return await compareRated(database, release)
    } finally {
      await release()
    }
  })

/** `onSnapshot` is called when what comes later is not seen any more. */
const compareRated = (database: Pick<Database, 'sql'>, onSnapshot?: () => Promise<void>): Promise<Verdict> =>
  database.sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const isRated = await isQueueEmpty(transaction)
      await onSnapshot?.()
      if (!isRated)
        return {
          rows: 0,
          differences: 0,
          examples: [],
          pending: ['ratings are being computed from new matches'],
        }
      const examples: string[] = []
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
      return { rows, differences, examples: examples.slice(0, 10), pending: [] }
    })
