import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, type Selectable } from 'kysely'
import { Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Logger } from '../logs/logger.ts'
import { DatabaseOutage } from './database-outage.ts'
import { DatabaseTimeoutError, QueryDeadline } from './query-deadline.ts'
import { ReadReplicas } from './read-replicas.ts'
import type { DB } from './schema.ts'

interface PoolStats {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

/** The database, or a transaction on it. */
export type Executor = Kysely<DB>

/** A row of a table as the generated schema describes it. */
export type Row<Table extends keyof DB> = Selectable<DB[Table]>

export interface Database {
  /**
   * Begins transactions with `sql.transaction().execute(…)`. int8, also of `count(*)`, arrives as a string: cast
   * `::int`.
   */
  readonly sql: Kysely<DB>
  /** Whether writes are accepted: not by a standby, nor by a server that waits for one. Rejects when the database does not respond within 1.5 s. */
  ping(): Promise<{ readonly writes: boolean }>
  /** Milliseconds since the epoch at which writes began to be refused; undefined while they are accepted. */
  readonly outageBegunAtMs: number | undefined
  /** Undefined without DATABASE_READ_URL. */
  readonly replicas: ReadReplicas | undefined
  /** Waits at most 5 s for running queries. */
  close(): Promise<void>
  poolStats(): PoolStats
}

export interface DatabaseOptions {
  readonly url: string
  /** Leads to standbys, which answer what `replicas.prefer` runs. */
  readonly readUrl?: string | undefined
  readonly log: Pick<Logger, 'warn'>
  readonly max?: number
  /** Disables the statement timeout, for commands that read the whole ledger. The site never sets it. */
  readonly noStatementTimeout?: boolean
  /** Timeout of a new connection in milliseconds; defaults to 3 s. */
  readonly connectMs?: number
}

/** Of the pool of a site. */
const poolSize = 20

/** What a process of the site may open: its pool, and the connection for live messages. */
export const connectionsPerProcess = poolSize + 1

const pingMs = 1500
const closeMs = 5000
const statementMs = 10_000
/** Exceeds the server's own limit, whose error message is better; reached only when the server is silent. */
const silenceMs = 11_000

const within = async <T>(milliseconds: number, failure: () => Error, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure()), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Upper bound of prepared statements per connection, because the server keeps each plan as long as the connection. */
const maxPrepared = 500

/** A generic plan for LIKE cannot use the index of the concrete pattern, so these statements are not prepared. */
const pattern = /\bI?LIKE\b/i

/**
 * Names parameterized statements, so that each connection parses and plans them once. Beyond the limit statements stay
 * unnamed, because dynamically composed ones would be endless.
 */
class StatementNames {
  readonly #names = new Map<string, string>()

  of(text: string, values: readonly unknown[]): string | undefined {
    if (values.length === 0 || pattern.test(text)) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= maxPrepared) return known
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/**
 * SQLSTATEs after which a connection is of no use: its server only reads (25006), lacks what a standby does not have or
 * has prepared statements of an older schema (0A000), shuts down (57P01 to 57P03), or the connection is broken (08).
 */
const unusable = /^(?:25006|0A000|57P0[1-3]|08)/

/**
 * Removes a connection from the pool when a response is missing, when its transaction exceeds the request's
 * deadline, or when its server cannot serve (`unusable`). The server then rolls back, and no other request
 * waits for it.
 */
const guarded = (
  client: PoolClient,
  names: StatementNames,
  maxMs: number,
  outage: DatabaseOutage,
): PostgresPoolClient => {
  let silent = false
  let broken = false
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    const deadline = QueryDeadline.current()
    const leftMs = Math.min(maxMs, deadline?.remainingMs ?? maxMs)
    // After a timeout, waiting for ROLLBACK would time out as well.
    if (silent || leftMs <= 0) {
      silent = true
      throw new DatabaseTimeoutError()
    }
    try {
      const work = client.query({
        name: names.of(text, values),
        text,
        values,
        ...(Number.isFinite(leftMs) && { query_timeout: Math.ceil(leftMs) }),
      } as QueryConfig)
      return await (deadline?.wait(work) ?? work)
    } catch (error) {
      broken ||= unusable.test((error as { code?: string }).code ?? '')
      silent = (error as Error).message === 'Query read timeout'
      const failure = silent ? new DatabaseTimeoutError() : error
      outage.observe(failure)
      throw failure
    }
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release(silent || broken) }
}

/** Acquires a connection within the caller's deadline; one that arrives later is released at once. */
const borrow = async (pool: Pool): Promise<PoolClient> => {
  const deadline = QueryDeadline.current()
  if (deadline === undefined) return pool.connect()
  const connecting = pool.connect()
  let tooLate = false
  const late = () => {
    tooLate = true
    return new DatabaseTimeoutError()
  }
  void connecting.then(
    (client) => tooLate && client.release(),
    // The caller gets the rejection below, or its deadline has passed.
    () => undefined,
  )
  return deadline.wait(within(Math.max(0, deadline.remainingMs), late, connecting))
}

/** Kysely ends the pool only if it used it; after a lone ping an open connection would keep the process alive. */
async function end(sql: Kysely<DB>, pool: Pool): Promise<void> {
  await sql.destroy()
  if (!pool.ending) await pool.end()
}

/** Connects lazily, so that the site can start before its database. */
export const openDatabase = ({
  url,
  readUrl,
  log,
  max = poolSize,
  noStatementTimeout = false,
  connectMs = 3_000,
}: DatabaseOptions): Database => {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'vulx',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: noStatementTimeout ? 0 : statementMs,
    ...(!noStatementTimeout && { query_timeout: silenceMs }),
    idle_in_transaction_session_timeout: 15_000,
  })
  const ping = async () => {
    const text = `
      SELECT NOT (pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean)
        -- Where a commit waits for a standby, and none is there, it waits for ever.
        AND (current_setting('synchronous_standby_names') = '' OR EXISTS (SELECT FROM pg_stat_replication)) AS writes`
    const work = pool.query<{ writes: boolean }>({ text, query_timeout: pingMs } as QueryConfig)
    const { rows } = await within(pingMs, () => new DatabaseTimeoutError(), work)
    return { writes: rows[0]?.writes === true }
  }
  const outage = new DatabaseOutage(log, ping)
  // Without this listener a dropped connection would exit the process; the pool replaces it.
  pool.on('error', (error) => outage.observe(error))
  // A connection in use reports errors to its borrower, but the event still needs a listener.
  pool.on('connect', (client) => client.on('error', () => undefined))

  const names = new StatementNames()
  const maxMs = noStatementTimeout ? Number.POSITIVE_INFINITY : silenceMs
  const connectPrimary = async () => {
    try {
      return guarded(await borrow(pool), names, maxMs, outage)
    } catch (error) {
      outage.observe(error)
      throw error
    }
  }
  const nameOf = (text: string, values: readonly unknown[]) => names.of(text, values)
  const replicas =
    readUrl === undefined ? undefined : new ReadReplicas({ url: readUrl, log, max, nameOf, outage })
  const source: PostgresPool = {
    connect: async () => replicas?.client(connectPrimary) ?? connectPrimary(),
    end: () => pool.end(),
  }
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool: source }) })
  return {
    sql,
    ping,
    replicas,
    get outageBegunAtMs() {
      return outage.begunAtMs
    },
    close: () => {
      outage.close()
      const ended = Promise.all([end(sql, pool), replicas?.close()]).then(() => undefined)
      return within(closeMs, () => new Error('Database connections are still busy'), ended)
    },
    poolStats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}
