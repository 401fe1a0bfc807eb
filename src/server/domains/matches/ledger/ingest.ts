import { setTimeout as pause } from 'node:timers/promises'
import type { IngestResult } from '../../../../contract/matches/ingest-schemas.ts'
import type { Context } from '../../../context.ts'
import { ensureGameModes, type GameModes } from '../modes/game-modes.ts'
import { applyBatch, type BatchOutcome, type BatchTarget } from './batch.ts'
import { boardsOf } from './board-key.ts'
import { countedMatch } from './counted-match.ts'
import { type LedgerEvent, parseEvents, rejection } from './events.ts'
import type { BoardIds } from './queries/boards.ts'
import { readTime } from './queries/events.ts'

type Needs = Pick<Context, 'config' | 'database' | 'log'>

export interface IngestOutcome {
  /** In the order sent. */
  readonly results: readonly IngestResult[]
  readonly batches: readonly BatchOutcome[]
  /** The site's clock when the events came. */
  readonly now: Date
}

/** Applies a game server's events. Each has its own result; an invalid one does not affect the others. */
export async function ingest(
  context: Needs,
  boards: BoardIds,
  serverId: number,
  {
    events: raw,
    protocol = 1,
  }: { readonly events: readonly unknown[]; readonly protocol?: number | undefined },
): Promise<IngestOutcome> {
  const now = await readTime(context.database.sql)
  const parsed = parseEvents(raw, now, protocol >= 2)
  const modes = await ensureGameModes(context.database, parsed.events, protocol >= 2)
  const events = parsed.events.filter((event) => !modes.refused.has(event.index))
  const target = { boards, serverId, now, config: context.config }
  const batches = events.length === 0 ? [] : await store(context, target, events, modes.counted)
  const results = new Map([
    ...parsed.refused,
    ...modes.refused,
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

async function store(
  context: Needs,
  target: BatchTarget,
  events: readonly LedgerEvent[],
  modes: GameModes['counted'],
): Promise<BatchOutcome[]> {
  // Before the transaction, so that the first match of a week blocks nobody.
  await target.boards.ensure(
    context.database.sql,
    events.flatMap((event) =>
      event.type === 'match' ? boardsOf(countedMatch(event.data, modes), target.now) : [],
    ),
  )
  try {
    return [await inTransaction(context, target, events)]
  } catch (error) {
    if (events.length === 1 || isPassing(error)) throw error
    // Applies events one by one, so that an unexpected failure in one does not block the others for ever.
    context.log.error({ err: error }, 'a batch of events failed; retrying them one by one')
    return oneByOne(context, target, events)
  }
}

async function oneByOne(context: Needs, target: BatchTarget, events: readonly LedgerEvent[]) {
  const outcomes: BatchOutcome[] = []
  for (const event of events) {
    try {
      outcomes.push(await inTransaction(context, target, [event]))
    } catch (error) {
      if (isPassing(error)) throw error
      context.log.error({ err: error, event: event.id }, 'an event could not be stored')
      const result = rejection(event.sentId, 'the event could not be stored')
      outcomes.push({
        results: new Map([[event.index, result]]),
        counted: [],
        voided: [],
        heartbeats: [],
        changesCases: false,
      })
    }
  }
  return outcomes
}

const tries = 3

async function inTransaction(
  context: Needs,
  target: BatchTarget,
  events: readonly LedgerEvent[],
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
