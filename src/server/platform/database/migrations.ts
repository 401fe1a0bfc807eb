import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Logger } from '../logs/logger.ts'
import { grantApplicationRole } from './application-role.ts'
import { MigrationError } from './migration-error.ts'
import {
  connectMs,
  connectOnce,
  type DatabaseWait,
  type OwnConnection,
  whenReachable,
} from './reachable-database.ts'
import { type AppliedSql, applySqlFiles, checksumOf, pendingSql } from './sql-files.ts'

interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

interface Applied {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

/** What a schema is made of. */
export type SchemaFiles = Pick<MigrateOptions, 'directory' | 'sqlDirectory' | 'appRole'>

export interface MigrateOptions {
  /** Connects as the role that owns the schema. */
  readonly url: string
  /** Directory of `NNNN_name.sql` files. */
  readonly directory: string
  /** Directory of functions, views and triggers. Without it there are migrations only, as tests of older schemas need. */
  readonly sqlDirectory?: string
  /** Application role, when it is not the owner: gets access to rows, not to the schema. */
  readonly appRole?: string
  readonly log: Pick<Logger, 'info'>
  /** How long another process may migrate or lock a table. */
  readonly waitMs?: number
  /** Lock timeout of a single attempt. */
  readonly lockMs?: number
  /** How to wait for a database that cannot be reached; by default not at all. */
  readonly database?: DatabaseWait
}

/** Tables that say what was applied to make the schema. */
export const schemaRecords = ['schema_migrations', 'applied_sql']

const noWait: DatabaseWait = { waitMs: 0, report: () => undefined }

export interface MigrationStatus {
  /** Number of the newest applied migration; 0 when empty. */
  readonly current: number
  /** Names of unapplied migrations; without any, those of functions, views and triggers that will be replaced. */
  readonly pending: readonly string[]
}

const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/
const four = (number: number): string => String(number).padStart(4, '0')
const titleOf = ({ number, name }: Applied): string => `${four(number)}_${name}.sql`

const readMigrations = (directory: string): Migration[] => {
  const migrations: Migration[] = []
  for (const file of readdirSync(directory).sort()) {
    if (!file.endsWith('.sql')) continue
    const [, digits, name] = fileName.exec(file) ?? []
    if (!digits || !name) throw new MigrationError(`${file} is not named like 0001_name.sql`)
    const sql = readFileSync(join(directory, file), 'utf8')
    const number = Number(digits)
    if (migrations.at(-1)?.number === number)
      throw new MigrationError(`Two migrations have the number ${digits}`)
    migrations.push({ number, name, sql, checksum: checksumOf(sql) })
  }
  if (migrations.length === 0) throw new MigrationError(`There are no migrations in ${directory}`)
  return migrations
}

const readApplied = async (client: Client): Promise<Applied[]> => {
  const { rows: found } = await client.query(`SELECT to_regclass('public.schema_migrations') AS name`)
  if (found[0]?.name === null) return []
  const { rows } = await client.query<Applied>(
    'SELECT number, name, checksum FROM schema_migrations ORDER BY number',
  )
  return rows
}

/** The last of the migrations that the baseline replaced: what a database of release 0.2.0 ends with. */
export const lastReplaced = {
  number: 290,
  name: 'settings',
  checksum: 'e0a626cc074f1fae3773051bde0107e5d9bc58a1d71414b97d95c6ef096dd056',
}

/** What a database of an older release has applied, with the baseline in place of what it replaced. @throws MigrationError */
const sinceBaseline = (migrations: Migration[], applied: Applied[]): Applied[] => {
  const [baseline] = migrations
  if (baseline?.number !== 0 || applied.length === 0 || applied[0]?.number === 0) return applied
  const last = applied.find(({ number }) => number === lastReplaced.number)
  if (last?.name !== lastReplaced.name || last.checksum !== lastReplaced.checksum)
    throw new MigrationError(
      'The database is older than release 0.2.0: start that release with it once, then this one',
    )
  const files = new Set(migrations.map(({ number }) => number))
  return [baseline, ...applied.filter(({ number }) => number > lastReplaced.number || files.has(number))]
}

/** Returns unapplied migrations. @throws MigrationError when history and files do not match */
const compare = (migrations: Migration[], recorded: Applied[]): Migration[] => {
  const applied = sinceBaseline(migrations, recorded)
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  const newestKnown = migrations.at(-1)?.number ?? 0
  const current = applied.at(-1)?.number ?? 0
  if (current > newestKnown)
    throw new MigrationError(
      `The database has migration ${four(current)}, this release knows none after ${four(newestKnown)}: start the newer release again`,
    )
  for (const row of applied) {
    const file = known.get(row.number)
    if (!file) throw new MigrationError(`The database has migration ${titleOf(row)}, which is missing here`)
    if (file.checksum !== row.checksum || file.name !== row.name)
      throw new MigrationError(
        `Migration ${titleOf(file)} was changed after it was applied: write a new one instead`,
      )
  }
  const done = new Set(applied.map((row) => row.number))
  const pending = migrations.filter(({ number }) => !done.has(number))
  const late = pending.find(({ number }) => number < current)
  if (late)
    throw new MigrationError(
      `Migration ${titleOf(late)} comes before ${four(current)}, which is applied: give it a later number`,
    )
  return pending
}

const apply = async (client: Client, { number, name, sql, checksum }: Migration): Promise<void> => {
  try {
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (number, name, checksum) VALUES ($1, $2, $3)', [
      number,
      name,
      checksum,
    ])
  } catch (cause) {
    const title = titleOf({ number, name, checksum })
    throw new MigrationError(`Migration ${title} failed: ${(cause as Error).message}`, { cause })
  }
}

const inTransaction = async (client: Client, lockMs: number, work: () => Promise<void>): Promise<void> => {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${Math.floor(lockMs)}`)
    await work()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** Deadlock, or lock timeout. */
const isInTheWay = (error: unknown) =>
  ['40P01', '55P03'].includes(((error as Error).cause as { code?: string } | undefined)?.code ?? '')

/**
 * Waits for tables in short attempts, because a waiting lock request blocks the running site behind it. Retries when it
 * deadlocks with the site.
 */
const applyPatiently = async (
  client: Client,
  { lockMs, waitMs }: { readonly lockMs: number; readonly waitMs: number },
  work: () => Promise<void>,
): Promise<void> => {
  for (const until = performance.now() + waitMs; ; ) {
    try {
      return await inTransaction(client, lockMs, work)
    } catch (error) {
      if (!isInTheWay(error) || performance.now() > until) throw error
      await pause(lockMs * (0.25 + Math.random() / 2))
    }
  }
}

const ensureRecord = (client: Client) =>
  client.query(`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      number integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )
  `)

const grantRows = async (client: Client, appRole: string): Promise<void> => {
  await grantApplicationRole(client, appRole)
  const to = client.escapeIdentifier(appRole)
  for (const record of schemaRecords) {
    // A record of an older schema may not exist yet.
    const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS there', [`public.${record}`])
    if (rows[0].there) await client.query(`REVOKE INSERT, UPDATE, DELETE ON ${record} FROM ${to}`)
  }
}

const logSql = (log: MigrateOptions['log'], { applied, newer }: AppliedSql): void => {
  if (applied.length === 1) log.info(`SQL of ${applied[0]} applied`)
  if (applied.length > 1) log.info(`SQL of ${applied.length} functions, views and triggers applied`)
  if (newer !== undefined)
    log.info(`SQL of a newer release stays as it is: the database has revision ${newer} of sql/`)
}

/** Serializes schema changes; the lock ends with the connection. @throws MigrationError */
export const acquireMigrationLock = async (client: Client, waitMs: number): Promise<void> => {
  await client.query(`SET lock_timeout = ${Math.floor(waitMs)}`)
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('vulx migrations'))`)
  } catch (cause) {
    if ((cause as { code?: string }).code !== '55P03') throw cause
    throw new MigrationError(
      `Another process has been migrating for ${waitMs / 1000} seconds: try again later`,
      { cause },
    )
  }
}

const name = 'vulx migrations'

/** A standby that takes over, or a primary that is set read-only for the moment of a switch. */
class ReadOnlyError extends Error {
  readonly code = '57P03'
}

/** Connects as soon as the database takes writes. */
const connectForWriting = (url: string, wait: DatabaseWait): Promise<OwnConnection> =>
  whenReachable(async (leftMs) => {
    const timeoutMs = Math.max(1_000, Math.min(connectMs, leftMs))
    const connection = await connectOnce(url, { name, timeoutMs, stop: wait.stop })
    try {
      const { rows } = await connection.client.query(
        `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool AS reads`,
      )
      if (rows[0]?.reads === true) throw new ReadOnlyError('it is recovering, or only reads')
      return connection
    } catch (error) {
      connection.cut()
      throw error
    }
  }, wait)

/** Aborting `stop` closes the connection, and the server rolls back. */
const withConnection = async <T>(
  connecting: Promise<OwnConnection>,
  stop: AbortSignal | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const { client, cut } = await connecting
  stop?.addEventListener('abort', cut, { once: true })
  try {
    stop?.throwIfAborted()
    return await work(client)
  } catch (error) {
    stop?.throwIfAborted()
    throw error
  } finally {
    stop?.removeEventListener('abort', cut)
    await client.end()
  }
}

/**
 * Applies pending migrations, each in a transaction with its record, and changed functions, views and triggers in the
 * transaction of the last; safe to run concurrently. @throws MigrationError
 */
export const migrate = ({
  url,
  directory,
  sqlDirectory,
  appRole,
  log,
  waitMs = 60_000,
  lockMs = 1_000,
  database = noWait,
}: MigrateOptions): Promise<void> =>
  withConnection(connectForWriting(url, database), database.stop, async (client) => {
    const migrations = readMigrations(directory)
    await acquireMigrationLock(client, waitMs)
    await ensureRecord(client)
    const pending = compare(migrations, await readApplied(client))
    const waits = { lockMs, waitMs }
    const last = pending.pop()
    const done: string[] = []
    let sql: AppliedSql = { applied: [] }
    try {
      for (const migration of pending) {
        await applyPatiently(client, waits, () => apply(client, migration))
        done.push(titleOf(migration))
      }
      // No process finds a function missing that the migration drops and a file creates again.
      await applyPatiently(client, waits, async () => {
        if (last) await apply(client, last)
        if (sqlDirectory !== undefined) sql = await applySqlFiles(client, sqlDirectory)
      })
      if (last) done.push(titleOf(last))
    } finally {
      // Logged as one line, also when a later migration fails, because a first start applies dozens.
      if (done.length === 1) log.info(`Migration ${done[0]} applied`)
      if (done.length > 1) log.info(`${done.length} migrations applied, ${done[0]} to ${done.at(-1)}`)
    }
    logSql(log, sql)
    if (appRole !== undefined) await grantRows(client, appRole)
  })

/**
 * Migrates in the caller's transaction and under its lock, as `restore` needs: up to a number, without the functions,
 * views and triggers of this release, or completely. @throws MigrationError
 */
export const migrateInTransaction = async (
  client: Client,
  { directory, sqlDirectory, appRole, upTo }: SchemaFiles & { upTo?: number },
): Promise<void> => {
  const migrations = readMigrations(directory)
  await ensureRecord(client)
  for (const migration of compare(migrations, await readApplied(client))) {
    if (upTo === undefined || migration.number <= upTo) await apply(client, migration)
  }
  if (upTo === undefined && sqlDirectory !== undefined) await applySqlFiles(client, sqlDirectory)
  if (appRole !== undefined) await grantRows(client, appRole)
}

/** Number of the newest migration of this release. @throws MigrationError */
export const newestMigration = (directory: string): number => readMigrations(directory).at(-1)?.number ?? 0

/** Read-only, for any role. @throws MigrationError as `migrate` does */
export const migrationStatus = (
  url: string,
  directory: string,
  sqlDirectory?: string,
): Promise<MigrationStatus> =>
  withConnection(connectOnce(url, { name }), undefined, async (client) => {
    const applied = await readApplied(client)
    const pending = compare(readMigrations(directory), applied).map(titleOf)
    if (pending.length === 0 && sqlDirectory !== undefined)
      pending.push(...(await pendingSql(client, sqlDirectory)))
    return { current: applied.at(-1)?.number ?? 0, pending }
  })
