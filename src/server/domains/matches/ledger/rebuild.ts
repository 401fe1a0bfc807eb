import { recordConsoleAudit } from '../../../platform/audit.ts'
import type { Database } from '../../../platform/database/database.ts'
import { countRebuilds, deleteRebuilds } from '../modes/queries.ts'
import { countWronglyExcluded, findWork, rewriteExcluded } from '../rulings/queries/rulings.ts'
import { compareHistories, rewriteHistoriesOf } from './queries/histories.ts'
import { lockIdentitiesExclusive } from './queries/locks.ts'
import {
  type Compared,
  compareBoards,
  compareUsers,
  countMissingBoards,
  makeBoards,
  planEachRange,
  recountBoards,
  rewriteUsers,
  runningBoardIds,
  userRanges,
} from './queries/rebuild.ts'
import { proofTimeouts, type Verdict, whenSettled } from './settled.ts'

/** Recomputes all stats and histograms while incoming matches wait. Returns the number of rows. */
export const rebuildLedger = (database: Database): Promise<number> =>
  database.sql.transaction().execute(async (transaction) => {
    await lockIdentitiesExclusive(transaction)
    await rewriteExcluded(transaction)
    await makeBoards(transaction)
    await planEachRange(transaction)
    let rows = 0
    for (const range of await userRanges(transaction)) {
      rows += await rewriteUsers(transaction, range)
      await rewriteHistoriesOf(transaction, range)
    }
    await recountBoards(transaction, await runningBoardIds(transaction))
    await deleteRebuilds(transaction)
    const subject = { type: 'ledger', id: null } as const
    await recordConsoleAudit(transaction, {
      action: 'ledger.rebuild',
      subject,
      before: null,
      after: { rows },
    })
    return rows
  })

const maxExamples = 10

/**
 * Compares stats and histograms with the ledger in one snapshot; read-only. Waits until rulings are applied and changed
 * modes computed, as long as `timeouts` allows.
 */
export const verifyLedger = (database: Database, timeouts = proofTimeouts): Promise<Verdict> =>
  whenSettled(timeouts, () => compareLedger(database))

const compareLedger = (database: Database): Promise<Verdict> =>
  database.sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const isRebuilding = (await countRebuilds(transaction)) > 0
      const isRuling = (await findWork(transaction)) !== undefined
      const pending = [
        ...(isRebuilding ? ['figures are being computed again since modes changed'] : []),
        ...(isRuling ? ['a ruling is being applied'] : []),
      ]
      const parts: Compared[] = []
      if (!isRuling) {
        const wrong = await countWronglyExcluded(transaction)
        const example = wrong > 0 ? `rulings and excluded matches differ on ${wrong} matches` : null
        parts.push({ rows: 0, differences: wrong, example })
      }
      if (!isRebuilding) {
        const missing = await countMissingBoards(transaction)
        const example = missing > 0 ? `${missing} boards are missing` : null
        parts.push({ rows: 0, differences: missing, example })
        await planEachRange(transaction)
        for (const range of await userRanges(transaction))
          parts.push(await compareUsers(transaction, range), ...(await compareHistories(transaction, range)))
      }
      parts.push(await compareBoards(transaction, await runningBoardIds(transaction)))
      return {
        rows: parts.reduce((sum, part) => sum + part.rows, 0),
        differences: parts.reduce((sum, part) => sum + part.differences, 0),
        examples: parts.flatMap((part) => part.example ?? []).slice(0, maxExamples),
        pending,
      }
    })
