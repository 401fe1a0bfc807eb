import { Socket } from 'node:net'
import pg from 'pg'
import type { Logger } from '../logs/logger.ts'

export type RunQuery = (
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Record<string, unknown>[]>

export interface LiveConnectionOptions {
  readonly url: string
  readonly log: Logger
  /** PostgreSQL channel; a plain identifier. */
  readonly channel: string
  /** Called after a reconnect, when messages may have been missed since then. */
  onReopened(since: Date): void
  onLost(): void
  onMessage(payload: string): void
  /** Called once a second while connected, and after `wake`; a rejection closes the connection. */
  beat(query: RunQuery): Promise<void>
}

const beatMs = 1_000
const timeoutMs = 5_000
const backOff = { firstMs: 250, maxMs: 3_000 }

/**
 * The server ends silent sessions after this time, which releases their locks. Otherwise a process that hangs
 * or lost its network would lead for ever.
 */
const silentMs = 10_000

/**
 * One PostgreSQL connection outside the pool that listens and holds session locks. It reconnects with
 * growing, randomized delays.
 */
export class LiveConnection {
  #client: pg.Client | undefined
  #socket: Socket | undefined
  #timer: NodeJS.Timeout | undefined
  #isOpen = false
  #isClosed = false
  /** Since when the connection is down; undefined while it is open. */
  #downSince: Date | undefined
  #failures = 0
  #beating = false
  #wanted = false

  constructor(private readonly options: LiveConnectionOptions) {}

  /** Resolves after the first attempt, even a failed one; retries follow in the background. */
  async open(): Promise<void> {
    if (this.#isClosed) return
    // A hanging connection can only be ended by destroying its socket.
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: this.options.url,
      stream: () => socket,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      application_name: 'live',
    })
    this.#client = client
    this.#socket = socket
    client.on('error', (error) => this.#drop(client, error))
    client.on('end', () => this.#drop(client))
    client.on('notification', ({ payload }) => this.options.onMessage(payload ?? ''))
    try {
      await client.connect()
      await client.query(`SET idle_session_timeout = ${silentMs}`)
      await client.query(`LISTEN ${this.options.channel}`)
    } catch (error) {
      this.#drop(client, error)
    }
    if (this.#client !== client) return
    this.#isOpen = true
    this.#failures = 0
    const downSince = this.#downSince
    this.#downSince = undefined
    if (downSince !== undefined) {
      this.options.log.info({ downSince }, 'live connection to the database is back')
      this.options.onReopened(downSince)
    }
    void this.#beat()
  }

  /** Runs the next beat now. */
  wake(): void {
    this.#wanted = true
    void this.#beat()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const client = this.#client
    const socket = this.#socket
    if (client === undefined) return
    this.#reset()
    const force = setTimeout(() => socket?.destroy(), 1_000)
    // Errors while closing do not matter: the connection is gone afterwards.
    await client.end().catch(() => socket?.destroy())
    clearTimeout(force)
  }

  async #beat(): Promise<void> {
    const client = this.#client
    if (this.#beating || client === undefined || !this.#isOpen) return
    this.#beating = true
    clearTimeout(this.#timer)
    try {
      do {
        this.#wanted = false
        await this.options.beat(async (text, values = []) => (await client.query(text, [...values])).rows)
      } while (this.#wanted && this.#client === client)
    } catch (error) {
      this.#drop(client, error)
    }
    this.#beating = false
    // A new connection may already be open.
    if (this.#isOpen) this.#timer = setTimeout(() => void this.#beat(), beatMs)
  }

  #drop(client: pg.Client, error?: unknown): void {
    if (this.#client !== client) return
    const socket = this.#socket
    this.#reset()
    socket?.destroy()
    if (this.#isClosed) return
    // One line for an outage, not one for each attempt.
    if (this.#downSince === undefined)
      this.options.log.warn({ err: error }, 'live connection to the database lost')
    this.#downSince ??= new Date()
    const pause = Math.min(backOff.maxMs, backOff.firstMs * 2 ** this.#failures) * (0.5 + Math.random() / 2)
    this.#failures += 1
    this.#timer = setTimeout(() => void this.open(), pause)
  }

  #reset(): void {
    clearTimeout(this.#timer)
    this.#client = undefined
    this.#socket = undefined
    const wasOpen = this.#isOpen
    this.#isOpen = false
    if (wasOpen) this.options.onLost()
  }
}
