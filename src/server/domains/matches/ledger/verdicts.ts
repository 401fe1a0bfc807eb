import type { Executor } from '../../../platform/database/database.ts'
import { type Batch, type EventType, type GameEvent, isOf, type Verdicts } from './event-type.ts'
import { rejection } from './events.ts'
import type { UnsaidResult } from './player-texts.ts'
import { claimEvents, releaseEvents } from './queries/events.ts'

/** The events of a batch with their results so far. An event is open until it has one. */
export class BatchVerdicts implements Verdicts {
  readonly #results = new Map<number, UnsaidResult>()

  constructor(readonly events: readonly GameEvent[]) {}

  get open(): GameEvent[] {
    return this.events.filter((event) => !this.#results.has(event.index))
  }

  openOf<Data>(type: EventType<Data>): GameEvent<Data>[] {
    return this.open.filter(isOf(type))
  }

  get rejected(): GameEvent[] {
    return this.events.filter((event) => this.#results.get(event.index)?.status === 'rejected')
  }

  reject(event: GameEvent, reason: string, text?: UnsaidResult['text']): void {
    this.#results.set(event.index, { ...rejection(event.sentId, reason), ...(text && { text }) })
  }

  repeat({ index, sentId }: GameEvent): void {
    this.#results.set(index, { id: sentId, status: 'duplicate' })
  }

  /** Accepts what is still open. Returns all results by index, with what the types of the events add to them. */
  async close(target: Pick<Batch, 'transaction' | 'serverId'>): Promise<ReadonlyMap<number, UnsaidResult>> {
    for (const { index, sentId } of this.open) this.#results.set(index, { id: sentId, status: 'accepted' })
    const results = new Map(this.#results)
    for (const event of this.events) {
      const result = results.get(event.index)
      if (result !== undefined && result.status !== 'rejected' && event.type.result)
        results.set(event.index, { ...result, ...(await event.type.result(target, event)) })
    }
    return results
  }
}

const hasIdOfItsMatch = (event: GameEvent) => event.type.hasIdOfItsMatch?.(event) ?? false

/**
 * Claims the ids of events. One that was applied before, or occurs earlier in the batch, is a duplicate. The ledger itself
 * deduplicates matches and voids whose event id is their match id.
 */
export async function claimIds(transaction: Executor, verdicts: BatchVerdicts): Promise<void> {
  const named = new Set(verdicts.events.filter(hasIdOfItsMatch).map((event) => event.id))
  const others = verdicts.events.filter((event) => !hasIdOfItsMatch(event))
  const fresh = await claimEvents(transaction, {
    ids: others.map((event) => event.id),
    matchIds: [...named],
  })
  for (const event of others) if (named.has(event.id) || !fresh.delete(event.id)) verdicts.repeat(event)
  for (const event of verdicts.events)
    if (hasIdOfItsMatch(event) && !fresh.has(event.id)) verdicts.repeat(event)
}

/** A rejected event may be sent again under its id. */
export async function releaseIds(transaction: Executor, verdicts: BatchVerdicts): Promise<void> {
  await releaseEvents(
    transaction,
    verdicts.rejected.map((event) => event.id),
  )
}
