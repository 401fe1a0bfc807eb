import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../../context.ts'
import { applyBatch, type BatchOutcome } from './batch.ts'
import { type BatchTarget, type GameEvent, isOf } from './event-type.ts'
import { parseEvents, refusal, rejection } from './events.ts'
import type { UnsaidResult } from './player-texts.ts'
import { readTime } from './queries/events.ts'
import { publishLiveStats } from './stats-feed.ts'

type Needs = Pick<Context, 'config' | 'database' | 'log'>

export interface IngestOutcome {
  /** In the order sent. */
  readonly results: readonly UnsaidResult[]
  readonly batches: readonly BatchOutcome[]
  /** The site's clock when the events came. */
  readonly now: Date
}

/** Applies a game server's events. Each has its own result; an invalid one does not affect the others. */
export async function ingest(
  context: Needs,
  server: Pick<BatchTarget, 'types' | 'boards' | 'serverId'>,
  {
    events: raw,
    protocol = 1,
  }: { readonly events: readonly unknown[]; readonly protocol?: number | undefined },
): Promise<IngestOutcome> {
  const now = await readTime(context.database.sql)
  const target: BatchTarget = { ...server, now, config: context.config }
  const knowsRetry = protocol >= 2
  const parsed = parseEvents(target.types, raw, now, knowsRetry)
  const refused = await prepare(context, target, parsed.events, knowsRetry)
  const events = parsed.events.filter((event) => !refused.has(event.index))
  const batches = events.length === 0 ? [] : await store(context, target, events)
  const results = new Map<number, UnsaidResult>([
    ...parsed.refused,
    ...refused,
    ...batches.flatMap((batch) => [...batch.results]),
  ])
  return {
    batches,
    now,
    results: raw.map((_, index) => {
      const result = results.get(index)
      if (result === undefined) throw new Error(`event ${index} of a batch has no result`)
      return result
    }),
  }
}

/** Publishes to browsers what accepted events changed: what their types say, figures, lists of staff. */
export async function publishChanges(
  context: Context,
  types: BatchTarget['types'],
  serverId: number,
  batches: readonly BatchOutcome[],
): Promise<void> {
  const accepted = batches.flatMap((batch) => batch.accepted)
  for (const type of types) {
    const events = accepted.filter(isOf(type))
    if (events.length > 0) await type.publish?.(context, serverId, events)
  }
  await publishLiveStats(context, batches)
}

/** Lets each type prepare its events. Returns by index the results of those that cannot be stored now. */
async function prepare(
  context: Needs,
  target: BatchTarget,
  events: readonly GameEvent[],
  knowsRetry: boolean,
): Promise<ReadonlyMap<number, UnsaidResult>> {
  const refused = new Map<number, UnsaidResult>()
  for (const type of target.types) {
    const own = events.filter(isOf(type))
    if (own.length === 0 || type.prepare === undefined) continue
    const reasons = await type.prepare(context, target, own)
    for (const { index, sentId } of own) {
      const reason = reasons.get(index)
      if (reason !== undefined) refused.set(index, refusal(sentId, reason, knowsRetry))
    }
  }
  return refused
}

async function store(
  context: Needs,
  target: BatchTarget,
  events: readonly GameEvent[],
): Promise<BatchOutcome[]> {
  try {
    return [await inTransaction(context, target, events)]
  } catch (error) {
    if (events.length === 1 || isPassing(error)) throw error
    // Applies events one by one, so that an unexpected failure in one does not block the others for ever.
    context.log.error({ err: error }, 'a batch of events failed; retrying them one by one')
    return oneByOne(context, target, events)
  }
}

async function oneByOne(context: Needs, target: BatchTarget, events: readonly GameEvent[]) {
  const outcomes: BatchOutcome[] = []
  for (const event of events) {
    try {
      outcomes.push(await inTransaction(context, target, [event]))
    } catch (error) {
      if (isPassing(error)) throw error
      context.log.error({ err: error, event: event.id }, 'an event could not be stored')
      const result = rejection(event.sentId, 'the event could not be stored')
      outcomes.push({ results: new Map([[event.index, result]]), accepted: [], counted: [], voided: [] })
    }
  }
  return outcomes
}

const tries = 3

async function inTransaction(
  context: Needs,
  target: BatchTarget,
  events: readonly GameEvent[],
): Promise<BatchOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await context.database.sql
        .transaction()
        .execute((transaction) => applyBatch(transaction, target, events))
    } catch (error) {
      if (attempt === tries || !isCollision(error)) throw error
      context.log.warn({ err: error, attempt }, 'a batch of events conflicted with another; retrying')
      await pause(20 * attempt * Math.random())
    }
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '')

/** Deadlock or serialization failure: PostgreSQL cancelled this transaction. */
const isCollision = (error: unknown) => /^40/.test(codeOf(error))

/**
 * Caused by the database (unavailable, full, busy, stopping) rather than the events. Data errors have classes 22, 23
 * and P0.
 */
const isPassing = (error: unknown) => !/^(?:22|23|P0)/.test(codeOf(error))
