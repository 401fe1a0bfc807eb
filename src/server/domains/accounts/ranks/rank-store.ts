import { applyRanks } from '../../../../contract/accounts/ranks.ts'
import type { Context } from '../../../context.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { readRanks } from './queries/ranks.ts'

export const rankChannel = 'ranks'

/** Puts the stored ranks into force in this process. */
export const loadRanks = async (executor: Executor) => applyRanks(await readRanks(executor))

export interface RankStore {
  /** Call it in the transaction of a change: every process reads the ranks again once it is committed. */
  publishChange(transaction: Executor): Promise<void>
  /** Reads the ranks again in this process. */
  reload(): Promise<void>
  close(): void
}

/** Keeps the ranks of this process as they are stored. Until it read a new rank, that one may do nothing here. */
export async function openRanks({
  database,
  live,
  log,
  visitorCaches,
}: Pick<Context, 'database' | 'live' | 'log' | 'visitorCaches'>): Promise<RankStore> {
  const reload = async () => {
    await loadRanks(database.sql)
    visitorCaches?.invalidate()
  }
  const follow = () => {
    reload().catch((error: unknown) => log.warn({ err: error }, 'the ranks could not be read again'))
  }
  await reload()
  const stops = [live.listen(rankChannel, follow), live.onResync(follow)]
  return {
    publishChange: (transaction) => live.publish(rankChannel, {}, transaction),
    reload,
    close() {
      for (const stop of stops) stop()
    },
  }
}
