import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type QueryConfig } from 'pg'
import type { RunQuery } from '../live/live-connection.ts'
import type { Logger } from '../logs/logger.ts'
import { type DatabaseOutage, isOfDatabaseOutage } from './database-outage.ts'
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
  readonly outage: Pick<DatabaseOutage, 'isUnreachable' | 'explain'>
  /** Names a parameterized statement, so that each connection plans it once. */
  readonly nameOf: (text: string, values: readonly unknown[]) => string | undefined
}

/** How long a replica may take for one statement: the primary still answers within the deadline of a request. */
const maxMs = 1_500

/** How long no replica is asked after one did not respond. */
const restMs = 1_000

/** How long the furthest position of the replicas is taken for known while there is no primary. */
const furthestMs = 1_000

/** Connections whose replicas are asked for it: a balancer leads some to each. */
const asked = 8

/** Upper bound of remembered statements; the others are tried again each time. */
const maxRemembered = 500

/** SQLSTATEs of what a standby cannot do: write, read unlogged tables, or something that needs the end of recovery. */
const onlyOnPrimary = /^(?:25006|0A000|55000)$/

type ReplicaError = Error & { readonly code?: string; readonly routine?: string }

/** Not a prepared statement whose tables have changed since: 0A000 as well, but a new connection can run it. */
const isOfStatement = ({ code = '', routine }: ReplicaError) =>
  onlyOnPrimary.test(code) && routine !== 'RevalidateCachedQuery'

/** A position in the log (WAL), such as 16/B374D848, as one number. */
const positionOf = (text: string): bigint => {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

const isRead = (text: string) => /^\s*(?:SELECT|WITH)\b/i.test(text)

/**
 * How far a standby has replayed the log and received it; null of a server that is none. Whether it follows a primary is
 * shown to every role: one that does not may have gone another way than the log whose position is compared.
 */
const stateQuery = `
  SELECT pg_last_wal_replay_lsn()::text AS replayed, pg_last_wal_receive_lsn()::text AS received,
    EXISTS (SELECT FROM pg_stat_wal_receiver) AS follows
  WHERE pg_is_in_recovery()`

interface ReplicaState {
  readonly replayed: string | null
  readonly received: string | null
  readonly follows: boolean
}

/**
 * Reads on standbys of the primary. `changed` is called when visible data may have changed: from then on no replica is
 * read until `ask` has learned the primary's position in its log, and then only one that has replayed up to there.
 *
 * While no primary responds, nothing acknowledged is newer than what the furthest standby has received: one that has
 * replayed all of that answers every read, also those of members.
 */
export class ReadReplicas {
  readonly #pool: Pool
  readonly #preferred = new AsyncLocalStorage<true>()
  /** How far the replica of each connection has replayed the log, as last asked. */
  #replayed = new WeakMap<PoolClient, bigint>()
  readonly #primaryOnly = new Set<string>()
  readonly #counts = { replica: 0, primary: 0 }
  #required: bigint | undefined
  /** The last position of the primary that was learned. */
  #lastKnown = 0n
  #furthest: { readonly at: number; readonly position: Promise<bigint | undefined> } | undefined
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
    this.#lastKnown = positionOf(String(row?.position))
    this.#furthest = undefined
    if (changes === this.#changes) this.#required = this.#lastKnown
  }

  /** The connection to the primary was lost, after which another server may be the primary. */
  lost(): void {
    this.#replayed = new WeakMap()
    this.changed()
  }

  /** Returns a client whose reads go to a replica where one may answer, and all else to the primary. */
  client(connectPrimary: () => Promise<PostgresPoolClient>): PostgresPoolClient {
    const isPreferred = this.isPreferred
    let primary: Promise<PostgresPoolClient> | undefined
    const query = async (text: string, values: unknown[]): Promise<unknown> => {
      // A transaction begins on the primary and stays there.
      const mayRead = primary === undefined && isRead(text)
      const isAway = mayRead && this.options.outage.isUnreachable
      if (isAway || (mayRead && isPreferred)) {
        const result = await (isAway ? this.#readAway(text, values) : this.#read(text, values))
        this.#counts[result === undefined ? 'primary' : 'replica'] += 1
        if (result !== undefined) return result
      }
      try {
        primary ??= connectPrimary()
        return await (await primary).query(text, values)
      } catch (error) {
        const result = mayRead && isOfDatabaseOutage(error) ? await this.#readAway(text, values) : undefined
        if (result === undefined) throw error
        return result
      }
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
    if (required === undefined || this.#primaryOnly.has(text)) return undefined
    const { idleCount, totalCount, options } = this.#pool
    // The primary answers sooner than a queue.
    if (idleCount === 0 && totalCount >= options.max) return undefined
    return this.#within((leftMs) => this.#readOn(required, text, values, leftMs))
  }

  /** Undefined when no replica has all that any of them received. */
  #readAway(text: string, values: readonly unknown[]): Promise<unknown> {
    return this.#within(async (leftMs) => {
      const now = performance.now()
      if (this.#furthest === undefined || now - this.#furthest.at > furthestMs)
        this.#furthest = { at: now, position: this.#askAll(leftMs) }
      const furthest = await this.#furthest.position
      return furthest === undefined ? undefined : this.#readOn(furthest, text, values, leftMs, false)
    })
  }

  /** The furthest position that a replica has received; undefined when none responds. */
  async #askAll(leftMs: number): Promise<bigint | undefined> {
    const positions = await Promise.all(
      Array.from({ length: Math.min(asked, this.options.max) }, async () => {
        let client: PoolClient | undefined
        try {
          client = await this.#pool.connect()
          const { replayed, received } = await this.#stateOf(client, leftMs)
          client.release()
          return [replayed, received]
        } catch (error) {
          this.#failed(error as Error, stateQuery, client)
          return []
        }
      }),
    )
    const found = positions.flat().filter((position) => position >= 0n)
    if (found.length === 0) return undefined
    let furthest = this.#lastKnown
    for (const position of found) if (position > furthest) furthest = position
    return furthest
  }

  async #stateOf(client: PoolClient, leftMs: number) {
    const { rows } = await client.query<ReplicaState>({
      text: stateQuery,
      query_timeout: Math.ceil(leftMs),
    } as QueryConfig)
    const state = rows[0]
    const position = (text: string | null | undefined) => (text ? positionOf(text) : -1n)
    return {
      replayed: position(state?.replayed),
      received: position(state?.received),
      follows: state?.follows === true,
    }
  }

  async #within(work: (leftMs: number) => Promise<unknown>): Promise<unknown> {
    if (performance.now() < this.#restUntil) return undefined
    const deadline = QueryDeadline.current()
    const leftMs = Math.min(maxMs, (deadline?.remainingMs ?? maxMs) / 2)
    if (leftMs <= 0) return undefined
    return deadline?.wait(work(leftMs)) ?? work(leftMs)
  }

  async #readOn(
    required: bigint,
    text: string,
    values: readonly unknown[],
    leftMs: number,
    mustFollow = true,
  ): Promise<unknown> {
    let client: PoolClient | undefined
    try {
      client = await this.#pool.connect()
      if ((this.#replayed.get(client) ?? -1n) < required) {
        const { replayed, follows } = await this.#stateOf(client, leftMs)
        if (replayed < required || (mustFollow && !follows)) {
          client.release()
          return undefined
        }
        this.#replayed.set(client, replayed)
      }
      const name = this.options.nameOf(text, values)
      const query = { ...(name !== undefined && { name }), text, values: [...values] }
      const result = await client.query({ ...query, query_timeout: Math.ceil(leftMs) } as QueryConfig)
      client.release()
      this.#recovered()
      return result
    } catch (error) {
      this.#failed(error as Error, text, client)
      // The next attempt at the primary would only take time: it is asked twice a second whether it is back.
      if (isOfStatement(error as Error) && !mustFollow) {
        this.options.outage.explain(error as Error)
        throw error
      }
      return undefined
    }
  }

  #failed(error: ReplicaError, text: string, client: PoolClient | undefined) {
    client?.release(!isOfStatement(error))
    if (isOfStatement(error)) {
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
