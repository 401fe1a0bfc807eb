import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/database.ts'
import { QueryDeadline } from '../../../platform/database/query-deadline.ts'
import { recompute } from '../ledger/projection.ts'
import { lockIdentitiesShared, lockUsers } from '../ledger/queries/locks.ts'
import { statsKeysOf } from '../ledger/queries/stats.ts'
import { deleteRebuild, lockRebuild, nextPlayers, storeProgress } from './queries.ts'

/** Players per transaction, so that matches of these players wait only briefly. */
const step = 100

/** Computes the next players of a waiting rebuild; false when there is none, or another process is at it. */
const rebuildStep = (database: Pick<Database, 'sql'>): Promise<boolean> =>
  database.sql.transaction().execute(async (transaction) => {
    // Same lock order as a batch (queries/locks.ts).
    await lockIdentitiesShared(transaction)
    const rebuild = await lockRebuild(transaction)
    if (rebuild === undefined) return false
    const players = await nextPlayers(transaction, rebuild, step)
    if (players.length === 0) await deleteRebuild(transaction, rebuild)
    else {
      await lockUsers(transaction, players)
      await recompute(transaction, await statsKeysOf(transaction, players))
      await storeProgress(transaction, rebuild, players)
    }
    return true
  })

type Needs = Pick<Context, 'database' | 'live'>

/** Computes figures again until no rebuild waits. A process that stops in between is continued by the next. */
export async function rebuildWaitingPlayers(
  { database, live }: Needs,
  stopping?: AbortSignal,
): Promise<void> {
  if (!(await rebuildStep(database))) return
  while (!stopping?.aborted && (await rebuildStep(database)));
  // Empties the caches of pages.
  await live.publish('modes', {})
}

/** Runs in the background; the job continues after a failure. */
export function startRebuildingPlayers(context: Needs & Pick<Context, 'log'>): void {
  QueryDeadline.without(() => rebuildWaitingPlayers(context)).catch((error: unknown) => {
    context.log.warn({ err: error }, 'computing the figures of a mode again failed; the next round continues')
  })
}
