import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { createLogger } from '../platform/logger.ts'
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
    return connected(store.appUrl, noStatementTimeout, (database) => work(database, store.appUrl))
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

/** As `withDatabase`, with the schema owner and without migrating. `mayMake`: creates a missing DATA_DIR. */
export function withSchemaOwner<T>(
  config: Config,
  work: (owner: SchemaOwner) => Promise<T>,
  { mayMake = false } = {},
): Promise<T> {
  return withStore(config, ({ owner }) => work(owner), mayMake ? 'first guest' : 'guest')
}

async function withStore<T>(
  config: Config,
  work: (store: Store) => Promise<T>,
  as: StoreUse = 'guest',
): Promise<T> {
  const store = await openStore(config, log, as)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function connected<T>(
  url: string,
  noStatementTimeout: boolean,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ url, log, max: 4, noStatementTimeout })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
