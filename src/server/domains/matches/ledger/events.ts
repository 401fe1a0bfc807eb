import type * as z from 'zod/mini'
import { ingestLimits } from '../../../../contract/matches/ingest.ts'
import {
  IngestEvent,
  type IngestResult,
  type IngestType,
  ingestData,
} from '../../../../contract/matches/ingest-schemas.ts'
import { formatChoices, formatValue, reasonOf } from './rejection-reason.ts'

interface Shell<T extends IngestType> {
  /** Index in the batch. */
  readonly index: number
  readonly id: string
  /** As sent, because game servers look up results by their own spelling. */
  readonly sentId: string
  readonly type: T
  readonly at: Date
  readonly data: z.infer<(typeof ingestData)[T]>
}

export type EventOf<T extends IngestType> = Shell<T>

/** A valid event; whether it is accepted depends on stored data. */
export type LedgerEvent = { [T in IngestType]: Shell<T> }[IngestType]

/**
 * Returns the valid events and, by index, the results of the others. A time in the future is `retry` for game servers
 * that know that status, because a clock can be corrected.
 */
export function parseEvents(raw: readonly unknown[], now: Date, knowsRetry = false) {
  const events: LedgerEvent[] = []
  const refused = new Map<number, IngestResult>()
  for (const [index, value] of raw.entries()) {
    const event = parseEvent(index, value)
    const id = idOf(value)
    const reason = typeof event === 'string' ? event : aheadOf(event, now)
    if (typeof event === 'string') refused.set(index, rejection(id, event))
    else if (reason === undefined) events.push({ ...event, sentId: id ?? event.id })
    else refused.set(index, { id, status: knowsRetry ? 'retry' : 'rejected', reason })
  }
  return { events, refused }
}

export const rejection = (id: string | null, reason: string): IngestResult => ({
  id,
  status: 'rejected',
  reason,
})

/** Returns the reason when the event is invalid. */
function parseEvent(index: number, value: unknown): LedgerEvent | string {
  const shell = IngestEvent.safeParse(value)
  if (!shell.success) return reasonOf(shell.error, value)
  const { id, type, at } = shell.data
  if (!Object.hasOwn(ingestData, type))
    return `type ${formatChoices(Object.keys(ingestData))}, not ${formatValue(type)}`
  const data = ingestData[type as IngestType].safeParse(shell.data.data)
  if (!data.success) return reasonOf(data.error, shell.data.data, 'data')
  return { index, id, sentId: id, type, at, data: data.data } as LedgerEvent
}

/** Returns why an event's time is refused, or undefined. */
function aheadOf(event: LedgerEvent, now: Date): string | undefined {
  if (isAhead(event.at, now)) return `at ${ahead}`
  if (event.type === 'match' && isAhead(event.data.endedAt, now)) return `data.endedAt ${ahead}`
  return undefined
}

const ahead = `is in the future: it must be at most ${ingestLimits.futureMs / 60_000} minutes after the clock of the site`

const isAhead = (moment: Date, now: Date) => moment.getTime() > now.getTime() + ingestLimits.futureMs

/** Returns a safe form of an arbitrary id for the response. */
function idOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const { id } = value as { id?: unknown }
  return typeof id === 'string' ? id.slice(0, 64).toWellFormed() : null
}
