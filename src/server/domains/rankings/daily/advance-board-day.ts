import type { Database } from '../../../platform/database/database.ts'
import { refreshMainInputs } from '../inputs/queries.ts'
import { lockWorker } from '../ratings/queries/queue.ts'
import { advanceDay, replaceOpeningPositions } from './queries.ts'

/** Once a UTC day: stores the positions with which it begins, and with what players play. */
export const advanceBoardDay = (database: Pick<Database, 'sql'>): Promise<void> =>
  database.sql.transaction().execute(async (transaction) => {
    // One process does it, and none rates meanwhile.
    if (!(await lockWorker(transaction))) return
    const last = await advanceDay(transaction)
    if (last === undefined) return
    await replaceOpeningPositions(transaction)
    await refreshMainInputs(transaction, last)
  })
