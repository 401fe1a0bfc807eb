import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type QueryConfig } from 'pg'
import type { RunQuery } from './live-connection.ts'
import type { Logger } from './logger.ts'
import { QueryDeadline } from './query-deadline.ts'

/** Reads that could have gone to a replica, by the server that answered. */
export interface ReadCounts {
  readonly replica: number
  readonly primary: number
}

interface ReadReplicasOptions {
  readonly url: string
  readonly log: Pick<Logger, 'warn'>
  readonly max: number
  /** Names a parameterized statement, so that each connection plans it once. */
  readonly nameOf: (text: string, values: readonly unknown[]) => string | undefined
}

/** How long a replica may take for one statement: the primary still answers within the deadline of a request. */
const maxMs = 1_500

/** How long no replica is asked after one did not respond. */
const restMs = 1_000

/** Upper bound of remembered statements; the others are tried again each time. */
const maxRemembered = 500

/** SQLSTATEs of what a standby cannot do: write, read unlogged tables, or something that needs the end of recovery. */
const onlyOnPrimary = /^(?:25006|0A000|55000)$/

/** A prepared statement whose tables have changed since: 0A000 as well, but a new connection can run it. */
const isOutdatedPlan = (error: { routine?: string }) => error.routine === 'RevalidateCachedQuery'

/** A position in the log (WAL), such as 16/B374D848, as one number. */
const positionOf = (text: string): bigint => {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/**
 * Reads on standbys of the primary. `changed` is called when visible data may have changed: from then on no replica is
 * read until `ask` has learned the primary's position in its log, and then only one that has replayed up to there.
 */
export class ReadReplicas {
  readonly #pool: Pool
  readonly #preferred = new AsyncLocalStorage<true>()
  /** How far the replica of each connection has replayed the log, as last asked. */
  readonly #replayed = new WeakMap<PoolClient, bigint>()
  readonly #primaryOnly = new Set<string>()
  readonly #counts = { replica: 0, primary: 0 }
  #required: bigint | undefined
  #changes = 0
  #restUntil = 0
  #isFailing = false
  #wake = () => {}

  constructor(private readonly options: ReadReplicasOptions) {
    this.#pool = new Pool({
      connectionString: options.url,
      max: options.max,
      application_name: 'vulx reads',
      keepAlive: true,
      connectionTimeoutMillis: maxMs,
      idleTimeoutMillis: 30_000,
      statement_timeout: maxMs,
    })
    // The pool replaces a dropped connection; without listeners it would exit the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  get counts(): ReadCounts {
    return this.#counts
  }

  /** Runs work whose reads may come from a replica. */
  prefer<T>(work: () => T): T {
    return this.#preferred.run(true, work)
  }

  /** Whether the caller runs within `prefer`. */
  get isPreferred(): boolean {
    return this.#preferred.getStore() === true
  }

  /** Visible data may have changed. */
  changed(): void {
    this.#changes += 1
    this.#required = undefined
    this.#wake()
  }

  /** Called after each change, to have `ask` called soon. */
  onChange(wake: () => void): void {
    this.#wake = wake
  }

  /** Asks the primary for its position in the log, on a connection that lies there. */
  async ask(query: RunQuery): Promise<void> {
    const changes = this.#changes
    const [row] = await query('SELECT pg_current_wal_lsn()::text AS position')
    if (changes === this.#changes) this.#required = positionOf(String(row?.position))
  }

  /** Returns a client whose reads go to a replica where one may answer, and all else to the primary. */
  client(connectPrimary: () => Promise<PostgresPoolClient>): PostgresPoolClient {
    let primary: Promise<PostgresPoolClient> | undefined
    const query = async (text: string, values: unknown[]): Promise<unknown> => {
      // A transaction begins on the primary and stays there.
      if (primary === undefined && /^\s*(?:SELECT|WITH)\b/i.test(text)) {
        const result = await this.#read(text, values)
        this.#counts[result === undefined ? 'primary' : 'replica'] += 1
        if (result !== undefined) return result
      }
      primary ??= connectPrimary()
      return (await primary).query(text, values)
    }
    return {
      query: query as PostgresPoolClient['query'],
      // Without a connection the query has failed already.
      release: () => void primary?.then((client) => client.release()).catch(() => undefined),
    }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  /** Undefined when the primary has to answer. */
  async #read(text: string, values: readonly unknown[]): Promise<unknown> {
    const required = this.#required
    if (required === undefined || performance.now() < this.#restUntil || this.#primaryOnly.has(text))
      return undefined
    const { idleCount, totalCount, options } = this.#pool
    // The primary answers sooner than a queue.
    if (idleCount === 0 && totalCount >= options.max) return undefined
    const deadline = QueryDeadline.current()
    const work = this.#readOn(required, text, values, Math.min(maxMs, (deadline?.remainingMs ?? maxMs) / 2))
    return deadline?.wait(work) ?? work
  }

  async #readOn(
    required: bigint,
    text: string,
    values: readonly unknown[],
    leftMs: number,
  ): Promise<unknown> {
    if (leftMs <= 0) return undefined
    let client: PoolClient | undefined
    const run = (query: QueryConfig) =>
      client!.query({ ...query, query_timeout: Math.ceil(leftMs) } as QueryConfig)
    try {
      client = await this.#pool.connect()
      if ((this.#replayed.get(client) ?? -1n) < required) {
        const { rows } = await run({ text: 'SELECT pg_last_wal_replay_lsn()::text AS position' })
        const { position } = rows[0] as { position: string | null }
        // Null: not a standby.
        const replayed = position === null ? -1n : positionOf(position)
        this.#replayed.set(client, replayed)
        if (replayed < required) {
          client.release()
          return undefined
        }
      }
      const name = this.options.nameOf(text, values)
      const result = await run({ ...(name !== undefined && { name }), text, values: [...values] })
      client.release()
      this.#recovered()
      return result
    } catch (error) {
      this.#failed(error as Error, text, client)
      return undefined
    }
  }

  #failed(error: Error & { code?: string; routine?: string }, text: string, client: PoolClient | undefined) {
    const isOfStatement = onlyOnPrimary.test(error.code ?? '') && !isOutdatedPlan(error)
    client?.release(!isOfStatement)
    if (isOfStatement) {
      if (this.#primaryOnly.size < maxRemembered) this.#primaryOnly.add(text)
      return
    }
    // A replica that responds, such as one that cancels a statement for its recovery, can be asked again.
    if (/^(?!08|57P)[0-9A-Z]{5}$/.test(error.code ?? '')) return
    this.#restUntil = performance.now() + restMs
    if (!this.#isFailing)
      this.options.log.warn({ err: error }, 'a replica does not respond: the primary answers its reads')
    this.#isFailing = true
  }

  #recovered(): void {
    if (this.#isFailing) this.options.log.warn({}, 'replicas are read again')
    this.#isFailing = false
  }
}

/** Runs work whose reads may come from a replica, where there are any. */
export const preferReplicas = <T>(
  { replicas }: { readonly replicas: ReadReplicas | undefined },
  work: () => T,
): T => (replicas === undefined ? work() : replicas.prefer(work))
