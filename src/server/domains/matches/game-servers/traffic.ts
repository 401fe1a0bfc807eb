import { gameServerLimits } from '../../../../contract/matches/game-servers.ts'
import type { IngestResult } from '../../../../contract/matches/ingest-schemas.ts'
import type { Context } from '../../../context.ts'
import type { EventType, GameEvent } from '../ledger/event-type.ts'
import { lagEntry } from './lag.ts'
import { addMinutes, type TrafficMinute } from './queries.ts'

/** A call of a game server with its results, in the order sent. */
export interface ObservedCall {
  readonly sent: readonly unknown[]
  /** `text`: what a player reads. */
  readonly results: readonly (Omit<IngestResult, 'text'> & { readonly text?: unknown })[]
  readonly accepted: readonly GameEvent[]
  readonly now: Date
}

const everyMs = 10_000

/**
 * Counts what game servers send, in memory, and adds it to the minutes every 10 s: a call waits for nothing, and a kill
 * loses the last seconds of the counts, never an event.
 */
export class IngestTraffic {
  #minutes = new Map<string, TrafficMinute>()
  readonly #timer: NodeJS.Timeout
  readonly #names: ReadonlySet<string>
  #flushing: Promise<void> = Promise.resolve()

  constructor(
    private readonly context: Pick<Context, 'database' | 'log'>,
    types: readonly EventType[],
  ) {
    this.#names = new Set(types.map(({ name }) => name))
    this.#timer = setInterval(() => void this.flush(), everyMs)
    this.#timer.unref()
  }

  observe(serverId: number, { sent, results, accepted, now }: ObservedCall): void {
    const minute = this.#minuteOf(serverId, now)
    for (const [index, { status, reason = '', text }] of results.entries()) {
      // With words for the player it is their mistake, which the site has answered; without, it is the server's.
      const isFault = status === 'rejected' && text === undefined
      minute[status === 'rejected' && !isFault ? 'accepted' : status] += 1
      if (!isFault) continue
      minute.rejections.push({ at: now.toISOString(), type: this.#typeOf(sent[index]), reason })
      if (minute.rejections.length > gameServerLimits.rejections) minute.rejections.shift()
    }
    for (const { at } of accepted) {
      const entry = lagEntry(now.getTime() - at.getTime())
      while (minute.lags.length <= entry) minute.lags.push(0)
      minute.lags[entry]! += 1
    }
  }

  /** Stores what was counted, one flush at a time. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#store())
    return this.#flushing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #store(): Promise<void> {
    const minutes = [...this.#minutes.values()]
    if (minutes.length === 0) return
    this.#minutes = new Map()
    try {
      await addMinutes(this.context.database.sql, minutes)
    } catch (error) {
      // Figures for staff: what could not be stored is not tried again, so that nothing piles up.
      this.context.log.warn({ err: error }, 'counts of events of game servers could not be stored')
    }
  }

  #minuteOf(serverId: number, now: Date): TrafficMinute {
    const at = Math.floor(now.getTime() / 60_000) * 60_000
    const key = `${serverId} ${at}`
    let minute = this.#minutes.get(key)
    if (minute === undefined) {
      minute = {
        serverId,
        minute: new Date(at),
        accepted: 0,
        duplicate: 0,
        rejected: 0,
        retry: 0,
        lags: [],
        rejections: [],
      }
      this.#minutes.set(key, minute)
    }
    return minute
  }

  #typeOf(sent: unknown): string | null {
    const { type } = (sent ?? {}) as { type?: unknown }
    return typeof type === 'string' && this.#names.has(type) ? type : null
  }
}
