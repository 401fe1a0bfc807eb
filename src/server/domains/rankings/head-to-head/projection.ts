import type { Executor } from '../../../platform/database/database.ts'
import { findGameTypes } from '../ratings/queries/replay.ts'
import { addDuels, findLatePairs, recomputeGameTypes, recomputePairs } from './queries.ts'

/** Computes all head-to-head records of these modes again. */
export async function recomputeModes(transaction: Executor, modes: readonly string[]): Promise<void> {
  for (const mode of modes) await recomputeGameTypes(transaction, await findGameTypes(transaction, mode))
}

/**
 * Brings head-to-head records up to date with these matches. A match later than all that its pair has is added. Any
 * other match, and a void, has the pair computed again, so that no match counts twice.
 */
export async function updateHeadToHead(transaction: Executor, matchIds: readonly string[]): Promise<void> {
  const late = await findLatePairs(transaction, matchIds)
  await recomputePairs(transaction, late)
  await addDuels(transaction, matchIds, late)
}
