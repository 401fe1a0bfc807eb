import { Socket } from 'node:net'
import pg from 'pg'
import type { Logger } from './logger.ts'

export type RunQuery = (
  text: string,
  values?: readonly unknown[],
) => Promise<readonly Record<string, unknown>[]>

export interface LiveConnectionOptions {
  readonly url: string
  readonly log: Logger
  /** PostgreSQL's channel to listen on; a plain identifier. */
  readonly channel: string
  /** Listening again after a time in which messages may have been missed. */
  onReopened(): void
  onLost(): void
  onMessage(payload: string): void
  /** Once a second while open, and after `wake`; a rejection means that the connection no longer works. */
  beat(query: RunQuery): Promise<void>
}

const beatMs = 1_000
const timeoutMs = 5_000
const backOff = { firstMs: 250, maxMs: 3_000 }

/**
 * The server ends a session from which it heard nothing for so long, and with it gives its locks back: a process that
 * hangs, or was cut off from the network, would otherwise lead for ever.
 */
const silentMs = 10_000

/**
 * One PostgreSQL connection of its own, outside the pool: it listens, and holds the locks of its session. When it
 * breaks it comes back by itself, after pauses that grow and differ between processes.
 */
export class LiveConnection {
  #client: pg.Client | undefined
  #socket: Socket | undefined
  #timer: NodeJS.Timeout | undefined
  #isOpen = false
  #isClosed = false
  /** Whether nobody was listening since the first attempt to do so. */
  #missed = false
  #failures = 0
  #beating = false
  #wanted = false

  constructor(private readonly options: LiveConnectionOptions) {}

  /** Resolves after the first attempt, also when it failed: the next ones follow by themselves. */
  async open(): Promise<void> {
    if (this.#isClosed) return
    // Our own socket: a connection that hangs can only be ended from below.
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
    if (this.#missed) this.options.onReopened()
    this.#missed = false
    void this.#beat()
  }

  /** Beats now rather than at the end of the second. */
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
    // Whatever goes wrong while leaving: the connection is gone afterwards.
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
    // Open: this connection, or already the next one.
    if (this.#isOpen) this.#timer = setTimeout(() => void this.#beat(), beatMs)
  }

  #drop(client: pg.Client, error?: unknown): void {
    if (this.#client !== client) return
    const socket = this.#socket
    this.#reset()
    socket?.destroy()
    this.#missed = true
    if (this.#isClosed) return
    const pause = Math.min(backOff.maxMs, backOff.firstMs * 2 ** this.#failures) * (0.5 + Math.random() / 2)
    this.#failures += 1
    this.options.log.warn({ err: error, pauseMs: Math.round(pause) }, 'live connection to the database lost')
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
