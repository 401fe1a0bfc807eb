import type { IngestResult } from '../../../../contract/matches/ingest-schemas.ts'
import { type EventOf, type LedgerEvent, rejection } from './events.ts'

/** The events of a batch with their results so far. An event is open until it has one. */
export class Verdicts {
  readonly #results = new Map<number, IngestResult>()

  constructor(readonly events: readonly LedgerEvent[]) {}

  get open(): LedgerEvent[] {
    return this.events.filter((event) => !this.#results.has(event.index))
  }

  openOf<T extends LedgerEvent['type']>(type: T): EventOf<T>[] {
    return this.open.filter((event): event is LedgerEvent & EventOf<T> => event.type === type)
  }

  get rejected(): LedgerEvent[] {
    return this.events.filter((event) => this.#results.get(event.index)?.status === 'rejected')
  }

  reject(event: LedgerEvent, reason: string): void {
    this.#results.set(event.index, rejection(event.sentId, reason))
  }

  repeat({ index, sentId }: LedgerEvent): void {
    this.#results.set(index, { id: sentId, status: 'duplicate' })
  }

  /** Accepts what is still open; returns all results by index in the batch. */
  acceptOpen(): ReadonlyMap<number, IngestResult> {
    for (const { index, sentId } of this.open) this.#results.set(index, { id: sentId, status: 'accepted' })
    return this.#results
  }
}
