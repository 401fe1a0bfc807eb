import type * as z from 'zod/mini'
import { ingestLimits } from '../../../../contract/matches/ingest.ts'
import { IngestEvent, type ingestData } from '../../../../contract/matches/ingest-schemas.ts'
import type { EventType, GameEvent } from './event-type.ts'
import type { UnsaidResult } from './player-texts.ts'
import { formatChoices, formatValue, reasonOf } from './rejection-reason.ts'

/** An event of a type that the contract names. */
export type EventOf<Name extends keyof typeof ingestData> = GameEvent<z.infer<(typeof ingestData)[Name]>>

/**
 * Returns the valid events and, by index, the results of the others. A time in the future is `retry` for game servers
 * that know that status, because a clock can be corrected.
 */
export function parseEvents(
  types: readonly EventType[],
  raw: readonly unknown[],
  now: Date,
  knowsRetry = false,
) {
  const events: GameEvent[] = []
  const refused = new Map<number, UnsaidResult>()
  for (const [index, value] of raw.entries()) {
    const event = parseEvent(types, index, value)
    const id = idOf(value)
    const reason = typeof event === 'string' ? event : aheadOf(event, now)
    if (typeof event === 'string') refused.set(index, rejection(id, event))
    else if (reason === undefined) events.push({ ...event, sentId: id ?? event.id })
    else refused.set(index, refusal(id, reason, knowsRetry))
  }
  return { events, refused }
}

export const rejection = (id: string | null, reason: string): UnsaidResult => ({
  id,
  status: 'rejected',
  reason,
})

/** The result of an event that could be stored later: `retry` for game servers that know that status. */
export const refusal = (id: string | null, reason: string, knowsRetry: boolean): UnsaidResult => ({
  id,
  status: knowsRetry ? 'retry' : 'rejected',
  reason,
})

/** Returns the reason when the event is invalid. */
function parseEvent(types: readonly EventType[], index: number, value: unknown): GameEvent | string {
  const shell = IngestEvent.safeParse(value)
  if (!shell.success) return reasonOf(shell.error, value)
  const { id, type: name, at } = shell.data
  const type = types.find((one) => one.name === name)
  if (type === undefined)
    return `type ${formatChoices(types.map((one) => one.name))}, not ${formatValue(name)}`
  const data = type.parse(shell.data.data)
  if (!data.success) return reasonOf(data.error, shell.data.data, 'data')
  return { index, id, sentId: id, type, at, data: data.data }
}

/** Returns why an event's time is refused, or undefined. */
function aheadOf({ type, at, data }: GameEvent, now: Date): string | undefined {
  const times = { at, ...type.times?.(data) }
  const ahead = Object.entries(times).find(([, time]) => isAhead(time, now))
  return ahead && `${ahead[0]} ${inFuture}`
}

const inFuture = `is in the future: it must be at most ${ingestLimits.futureMs / 60_000} minutes after the clock of the site`

const isAhead = (moment: Date, now: Date) => moment.getTime() > now.getTime() + ingestLimits.futureMs

/** Returns a safe form of an arbitrary id for the response. */
function idOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const { id } = value as { id?: unknown }
  return typeof id === 'string' ? id.slice(0, 64).toWellFormed() : null
}
