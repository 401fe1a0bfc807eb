import type { Executor } from '../../../platform/database.ts'
import type { LedgerChanges } from '../ratings/queries/queue.ts'
import { findGameTypes } from '../ratings/queries/replay.ts'
import { addDuels, findLatePairs, recomputeGameTypes, recomputePairs } from './queries.ts'

/** Matches per statement. */
const step = 5_000

/**
 * Brings head-to-head records up to date. A match later than all that its pair has is added. Any other match, and a
 * void, has the pair computed again, so that no match counts twice.
 */
export async function updateHeadToHead(
  transaction: Executor,
  { matchIds, modes }: LedgerChanges,
): Promise<void> {
  for (const mode of modes) await recomputeGameTypes(transaction, await findGameTypes(transaction, mode))
  for (let at = 0; at < matchIds.length; at += step) {
    const part = matchIds.slice(at, at + step)
    const late = await findLatePairs(transaction, part)
    await recomputePairs(transaction, late)
    await addDuels(transaction, part, late)
  }
}
