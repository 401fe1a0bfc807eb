import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Logger } from './logger.ts'
import { DatabaseTimeoutError, QueryDeadline } from './query-deadline.ts'
import type { DB } from './schema.ts'

export interface PoolStats {
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface Database {
  /** Transactions by `sql.transaction().execute(…)`. int8, also of `count(*)`, arrives as a string: cast `::int`. */
  readonly sql: Kysely<DB>
  /** Rejects within 1.5 s when the database does not answer. */
  ping(): Promise<void>
  /** Waits for running queries, 5 s at most. */
  close(): Promise<void>
  poolStats(): PoolStats
}

export interface DatabaseOptions {
  readonly url: string
  readonly log: Pick<Logger, 'warn'>
  readonly max?: number
  /** No limit to how long a statement takes: for a command that reads the whole ledger, never for the site. */
  readonly noStatementTimeout?: boolean
  /** How long a new connection may take; unset: 3 s. */
  readonly connectMs?: number
}

const pingMs = 1500
const closeMs = 5000
const statementMs = 10_000
/** Above the server's own limit, which gives the better message; reached only when the server is silent. */
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

/** So many at most on a connection: the site has fewer, and a server keeps each plan for as long as the connection. */
const maxPrepared = 500

/** A plan for any pattern cannot use where this one begins: a search by name would read every name there is. */
const pattern = /\bI?LIKE\b/i

/**
 * Names for statements with values: a connection then parses and plans each once instead of every time. Texts that a
 * caller composed anew each time would be without end; those beyond the limit go without a name.
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

/** What PostgreSQL says of a prepared statement whose result a migration has changed since. */
const isOutdated = (error: { routine?: string }) => error.routine === 'RevalidateCachedQuery'

/**
 * A connection whose answer never came would make its next user wait as well, and one whose transaction nobody has the
 * deadline to finish must not commit: it leaves the pool, and the server rolls back. So does one whose prepared
 * statements are older than the tables.
 */
const guarded = (client: PoolClient, names: StatementNames, maxMs: number): PostgresPoolClient => {
  let silent = false
  let outdated = false
  const query = async (text: string, values: unknown[]): Promise<unknown> => {
    const deadline = QueryDeadline.current()
    const leftMs = Math.min(maxMs, deadline?.remainingMs ?? maxMs)
    // A transaction that ran into the silence must not wait for its ROLLBACK, too.
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
      outdated ||= isOutdated(error as { routine?: string })
      if ((error as Error).message !== 'Query read timeout') throw error
      silent = true
      throw new DatabaseTimeoutError()
    }
  }
  return { query: query as PostgresPoolClient['query'], release: () => client.release(silent || outdated) }
}

/** A connection, for as long as the caller may wait; one that comes too late goes straight back. */
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
    // Whoever waits is told below; nobody waits any more otherwise.
    () => undefined,
  )
  return deadline.wait(within(Math.max(0, deadline.remainingMs), late, connecting))
}

/** Kysely ends the pool only once it has used it; a ping alone would leave a connection, and with it the process. */
async function end(sql: Kysely<DB>, pool: Pool): Promise<void> {
  await sql.destroy()
  if (!pool.ending) await pool.end()
}

/** Opens nothing yet: connections are made when they are needed, so that a database may come later than the site. */
export const openDatabase = ({
  url,
  log,
  max = 20,
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
  // Without this listener one dropped connection ends the process; the pool replaces it by itself.
  pool.on('error', (err) => log.warn({ err }, 'A database connection was lost'))
  // A connection that is lent out reports to its borrower; the event itself must still be heard.
  pool.on('connect', (client) => client.on('error', () => undefined))

  const names = new StatementNames()
  const source: PostgresPool = {
    connect: async () =>
      guarded(await borrow(pool), names, noStatementTimeout ? Number.POSITIVE_INFINITY : silenceMs),
    end: () => pool.end(),
  }
  const sql = new Kysely<DB>({ dialect: new PostgresDialect({ pool: source }) })
  return {
    sql,
    ping: async () => {
      const work = pool.query({ text: 'SELECT 1', query_timeout: pingMs } as { text: string })
      await within(pingMs, () => new DatabaseTimeoutError(), work)
    },
    close: () => within(closeMs, () => new Error('Database connections are still busy'), end(sql, pool)),
    poolStats: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}
