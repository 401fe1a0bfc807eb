import { recordConsoleAudit } from '../../../platform/audit.ts'
import type { Database } from '../../../platform/database.ts'
import { lockIdentitiesExclusive } from './queries/locks.ts'
import {
  boardIds,
  type Compared,
  compareBoard,
  compareUsers,
  countMissingBoards,
  makeBoards,
  recountBoard,
  rewriteUsers,
  userRanges,
} from './queries/rebuild.ts'

/** Computes all figures and histograms anew; matches that come meanwhile wait. Returns the rows of figures. */
export const rebuildLedger = (database: Database): Promise<number> =>
  database.sql.transaction().execute(async (transaction) => {
    await lockIdentitiesExclusive(transaction)
    await makeBoards(transaction)
    let rows = 0
    for (const range of await userRanges(transaction)) rows += await rewriteUsers(transaction, range)
    for (const board of await boardIds(transaction)) await recountBoard(transaction, board)
    const subject = { type: 'ledger', id: null }
    await recordConsoleAudit(transaction, {
      action: 'ledger.rebuild',
      subject,
      before: null,
      after: { rows },
    })
    return rows
  })

export interface Verdict {
  readonly rows: number
  readonly differences: number
  /** A few of them, for people. */
  readonly examples: readonly string[]
}

const maxExamples = 10

/** Compares figures and histograms with the ledger as they stood at one moment; writes nothing. */
export const verifyLedger = (database: Database): Promise<Verdict> =>
  database.sql
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const missing = await countMissingBoards(transaction)
      const parts: Compared[] = [
        { rows: 0, differences: missing, example: missing > 0 ? `${missing} boards are missing` : null },
      ]
      for (const range of await userRanges(transaction)) parts.push(await compareUsers(transaction, range))
      for (const board of await boardIds(transaction)) parts.push(await compareBoard(transaction, board))
      return {
        rows: parts.reduce((sum, part) => sum + part.rows, 0),
        differences: parts.reduce((sum, part) => sum + part.differences, 0),
        examples: parts.flatMap((part) => part.example ?? []).slice(0, maxExamples),
      }
    })
