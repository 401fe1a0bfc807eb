import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Logger } from '../logs/logger.ts'
import { LiveConnection, type RunQuery } from './live-connection.ts'

type Listener = (payload: unknown) => void

interface Candidacy {
  leading: boolean
  readonly onChange: (leading: boolean) => void
}

export interface DatabaseOutage {
  readonly from: Date
  readonly to: Date
}

/** One of less, such as of a restart or a failover, is not reported. */
export const leastOutageMs = 60_000

const isLong = ({ from, to }: DatabaseOutage) => to.getTime() - from.getTime() >= leastOutageMs

/** The outage to report: one that is too short does not replace one that is not. */
export const outageToReport = (last: DatabaseOutage | undefined, next: DatabaseOutage): DatabaseOutage =>
  last !== undefined && isLong(last) && !isLong(next) ? last : next

/** PostgreSQL rejects payloads of 8,000 bytes and more. */
const maxBytes = 7_900

const pgChannel = 'live'

/** Separates these locks from other two-number advisory locks in the database. */
const lockSpace = 0x6c697665

/**
 * Broadcasts messages between all processes of the site, sender included, and elects leaders. Messages may be
 * lost while the database is unreachable, so caches reload on `onResync`.
 */
export class LiveHub {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #resyncs = new Set<() => void>()
  readonly #watchers = new Set<() => void>()
  readonly #candidacies = new Map<string, Candidacy>()
  /** Abandoned leaderships; their locks are released with the next beat. */
  readonly #leftOver = new Set<string>()
  readonly #connection: LiveConnection
  #lastOutage: DatabaseOutage | undefined

  constructor(
    private readonly options: {
      readonly url: string
      readonly database: Pick<Database, 'sql' | 'replicas'>
      readonly log: Logger
    },
  ) {
    const { replicas } = options.database
    this.#connection = new LiveConnection({
      url: options.url,
      log: options.log,
      channel: pgChannel,
      onReopened: (from) => {
        this.#lastOutage = outageToReport(this.#lastOutage, { from, to: new Date() })
        this.#each(this.#resyncs, (handler) => handler())
      },
      onLost: () => {
        replicas?.lost()
        this.#loseAll()
      },
      onMessage: (text) => this.#receive(text),
      beat: async (query) => {
        // No replica is older than what was published or written a beat ago.
        await replicas?.ask(query)
        await this.#contend(query)
      },
    })
    replicas?.onChange(() => this.#connection.wake())
  }

  /** When this process could not reach the database the last time, once it can again. */
  get lastOutage(): DatabaseOutage | undefined {
    return this.#lastOutage
  }

  /** Starts to listen. An unreachable database is retried in the background. */
  start(): Promise<void> {
    return this.#connection.open()
  }

  /** Releases all leaderships, so that other processes take over at once. */
  close(): Promise<void> {
    return this.#connection.close()
  }

  /**
   * Sends to every listening process, this one included; with a transaction as `executor`, only when it commits.
   * Keep payloads small: ids and figures, not records.
   */
  async publish(
    channel: string,
    payload: object,
    executor: QueryExecutorProvider = this.options.database.sql,
  ): Promise<void> {
    const text = JSON.stringify({ channel, payload })
    if (Buffer.byteLength(text) >= maxBytes) throw new Error(`the message for ${channel} is too large`)
    await sql`SELECT pg_notify(${pgChannel}, ${text})`.execute(executor)
  }

  /**
   * Has every process empty what it caches for visitors. Call it in the transaction of a change that no other message
   * tells, so that nobody is sent an older response, whichever process serves them.
   */
  publishChange(transaction: QueryExecutorProvider): Promise<void> {
    return this.publish('visible_data', {}, transaction)
  }

  /** Returns a function that unsubscribes. */
  listen(channel: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Called for every message, before the listeners of its channel. Returns a function that unsubscribes. */
  onAnything(handler: () => void): () => void {
    this.#watchers.add(handler)
    return () => void this.#watchers.delete(handler)
  }

  /** Called when messages may have been missed. Returns a function that unsubscribes. */
  onResync(handler: () => void): () => void {
    this.#resyncs.add(handler)
    return () => void this.#resyncs.delete(handler)
  }

  /**
   * Takes part in the election of `name`'s leader: at most one process leads, and another takes over within
   * about a second of losing its connection. Call it once per name and process. Returns a function that
   * withdraws.
   */
  lead(name: string, onChange: (leading: boolean) => void): () => void {
    const candidacy: Candidacy = { leading: false, onChange }
    this.#candidacies.set(name, candidacy)
    this.#connection.wake()
    return () => {
      if (this.#candidacies.get(name) === candidacy) this.#candidacies.delete(name)
      if (candidacy.leading) this.#leftOver.add(name)
      candidacy.leading = false
      this.#connection.wake()
    }
  }

  isLeader(name: string): boolean {
    return this.#candidacies.get(name)?.leading ?? false
  }

  async #contend(query: RunQuery): Promise<void> {
    for (const name of this.#leftOver) {
      this.#leftOver.delete(name)
      await query('SELECT pg_advisory_unlock($1, $2)', [lockSpace, lockNumber(name)])
    }
    const waiting = [...this.#candidacies].filter(([, candidacy]) => !candidacy.leading)
    // An idle connection can be dead unnoticed; without this query a leader would continue for ever.
    if (waiting.length === 0) await query('SELECT 1')
    for (const [name, candidacy] of waiting) {
      const [row] = await query('SELECT pg_try_advisory_lock($1, $2) AS won', [lockSpace, lockNumber(name)])
      if (row?.won !== true) continue
      if (this.#candidacies.get(name) !== candidacy) this.#leftOver.add(name)
      else this.#setLeading(candidacy, true)
    }
  }

  #loseAll(): void {
    this.#leftOver.clear()
    for (const candidacy of this.#candidacies.values())
      if (candidacy.leading) this.#setLeading(candidacy, false)
  }

  #setLeading(candidacy: Candidacy, leading: boolean): void {
    candidacy.leading = leading
    this.#each([candidacy], ({ onChange }) => onChange(leading))
  }

  #receive(text: string): void {
    const message = parseMessage(text)
    if (message === undefined) {
      this.options.log.warn('ignored an invalid message on the live channel')
      return
    }
    this.#each(this.#watchers, (handler) => handler())
    this.#each(this.#listeners.get(message.channel) ?? [], (listener) => listener(message.payload))
  }

  /** One failing listener does not keep the message from the others. */
  #each<T>(all: Iterable<T>, use: (one: T) => void): void {
    for (const one of all) {
      try {
        use(one)
      } catch (error) {
        this.options.log.error({ err: error }, 'handling a live message failed')
      }
    }
  }
}

const lockNumber = (name: string) => createHash('sha256').update(name).digest().readInt32BE(0)

/** Validated, because anybody with the database password can write to the channel. */
function parseMessage(text: string): { readonly channel: string; readonly payload: unknown } | undefined {
  try {
    const message: unknown = JSON.parse(text)
    if (typeof message !== 'object' || message === null) return undefined
    const { channel, payload } = message as { channel?: unknown; payload?: unknown }
    return typeof channel === 'string' ? { channel, payload } : undefined
  } catch {
    return undefined
  }
}
