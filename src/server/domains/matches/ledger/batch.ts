import type { Executor } from '../../../platform/database/database.ts'
import { findKnown, lockAndNamePlayers, makePlayers, seenIn } from './batch-players.ts'
import { announceEndedStreaks } from './ended-streaks.ts'
import type { Batch, BatchTarget, GameEvent, StepName } from './event-type.ts'
import type { Identities } from './identity.ts'
import type { UnsaidResult } from './player-texts.ts'
import { project } from './projection.ts'
import { lockIdentitiesExclusive, lockIdentitiesShared, lockNames, stepsWithUsers } from './queries/locks.ts'
import { refuseUnheard } from './speaking.ts'
import type { Changes } from './totals.ts'
import { BatchVerdicts, claimIds, releaseIds } from './verdicts.ts'

export interface BatchOutcome extends Changes {
  /** By index in the batch. */
  readonly results: ReadonlyMap<number, UnsaidResult>
  readonly accepted: readonly GameEvent[]
}

/**
 * Applies a game server's batch in one transaction. Each phase works on the whole batch, and they follow the lock order
 * (queries/locks.ts); what happens in them is said by the types of the events.
 */
export async function applyBatch(
  transaction: Executor,
  target: BatchTarget,
  events: readonly GameEvent[],
): Promise<BatchOutcome> {
  const verdicts = new BatchVerdicts(events)
  const seen = seenIn(events)
  const unheard = new Set<GameEvent>()
  const batchOf = (identities: Identities): Batch => ({
    ...target,
    transaction,
    verdicts,
    identities,
    unheard,
  })
  // Locks.
  if (events.some(({ type }) => type.movesIdentities)) await lockIdentitiesExclusive(transaction)
  else await lockIdentitiesShared(transaction)
  await claimIds(transaction, verdicts)
  await lockNames(
    transaction,
    verdicts.open.flatMap(({ type, data }) => type.locks?.(data) ?? []),
  )
  // Matches, then the players in them.
  const known = await findKnown(transaction, events, seen)
  await take('matches', batchOf(known))
  for (const event of await refuseUnheard(batchOf(known))) unheard.add(event)
  const ofOpen = verdicts.open.flatMap((event) => seen.get(event) ?? [])
  const batch = batchOf(await makePlayers(transaction, known, ofOpen))
  const changes = await findChanges(batch)
  await take('identities', batch)
  await lockAndNamePlayers(batch, ofOpen, changes)
  for (const step of stepsWithUsers) await take(step, batch)
  // Figures.
  const endedStreaks = await project(transaction, target.boards, { ...changes, now: target.now })
  await announceEndedStreaks(transaction, target.config, endedStreaks, target.now)
  // After the figures, because the matches above may belong to a player who moves.
  await take('links', batch)
  // Results.
  await releaseIds(transaction, verdicts)
  const accepted = verdicts.open
  return { results: await verdicts.close(batch), accepted, ...changes }
}

/** Lets each type take a step with its open events. */
async function take(step: StepName, batch: Batch): Promise<void> {
  for (const type of batch.types) {
    const events = type.steps?.[step] ? batch.verdicts.openOf(type) : []
    if (events.length > 0) await type.steps?.[step]?.(batch, events)
  }
}

async function findChanges(batch: Batch): Promise<Changes> {
  const changes: Partial<Changes>[] = []
  for (const type of batch.types) {
    const events = batch.verdicts.openOf(type)
    if (events.length > 0) changes.push((await type.changes?.(batch, events)) ?? {})
  }
  return {
    counted: changes.flatMap(({ counted }) => counted ?? []),
    voided: changes.flatMap(({ voided }) => voided ?? []),
  }
}
