import type { Config } from '../config.ts'
import { loadRanks } from '../domains/accounts/ranks/rank-store.ts'
import { BackupError } from '../platform/database/backup/backup-error.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { connectMs, unlessAborted } from '../platform/database/reachable-database.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { openStore, type SchemaOwner, type Store, type StoreUse } from '../store.ts'

/** The log is silent because commands print to standard output. */
const log = createLogger('silent')

/**
 * Attaches to the site's database, or starts it for this command, and migrates it.
 * `noStatementTimeout` disables the statement timeout.
 */
export function withDatabase<T>(
  config: Config,
  work: (database: Database, url: string) => Promise<T>,
  { noStatementTimeout = false } = {},
): Promise<T> {
  return withStore(config, async (store) => {
    await store.migrate()
    return connected(store.appUrl, noStatementTimeout, async (database) => {
      await loadRanks(database.sql)
      return work(database, store.appUrl)
    })
  })
}

/** As `withDatabase`, without migrating. */
export function withUnmigratedDatabase<T>(
  config: Config,
  work: (database: Database, owner: SchemaOwner) => Promise<T>,
): Promise<T> {
  return withStore(config, ({ appUrl, owner }) =>
    connected(appUrl, false, (database) => work(database, owner)),
  )
}

/**
 * As `withDatabase`, with the schema owner and without migrating. `mayMake`: creates a missing DATA_DIR. An interrupt
 * aborts the signal, and `work` then undoes what it has begun.
 */
export function withSchemaOwner<T>(
  config: Config,
  work: (owner: SchemaOwner, interrupted: AbortSignal) => Promise<T>,
  { mayMake = false } = {},
): Promise<T> {
  const reached = async (store: Store, interrupted: AbortSignal) => {
    await store.reach()
    return work(store.owner, interrupted)
  }
  return withStore(config, reached, { as: mayMake ? 'first guest' : 'guest', undoes: true })
}

/** SIGINT, SIGTERM or SIGHUP while a command uses the database. */
export class InterruptedError extends Error {}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface StoreOptions {
  readonly as?: StoreUse
  /** Whether the work itself reacts to an interrupt; what does not is cut off. */
  readonly undoes?: boolean
}

/** An interrupt closes the database like the end of the command does; the second one cuts everything short. */
async function withStore<T>(
  config: Config,
  work: (store: Store, interrupted: AbortSignal) => Promise<T>,
  { as = 'guest', undoes = false }: StoreOptions = {},
): Promise<T> {
  const stop = new AbortController()
  const hurry = new AbortController()
  const interrupt = () => (stop.signal.aborted ? hurry : stop).abort(new InterruptedError('Interrupted'))
  for (const name of signals) process.on(name, interrupt)
  try {
    const report = (sentence: string) => console.error(sentence)
    const store = await openStore(config, log, as, { stop: stop.signal, hurry: hurry.signal, report })
    try {
      return await unlessAborted(work(store, stop.signal), undoes ? hurry.signal : stop.signal)
    } catch (error) {
      if (!(error instanceof BackupError)) stop.signal.throwIfAborted()
      throw error
    } finally {
      await store.close()
    }
  } finally {
    for (const name of signals) process.off(name, interrupt)
  }
}

async function connected<T>(
  url: string,
  noStatementTimeout: boolean,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ url, log, max: 4, noStatementTimeout, connectMs })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
