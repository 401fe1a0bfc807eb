import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { createLogger } from '../platform/logger.ts'
import { openStore, type SchemaOwner, type Store, type StoreUse } from '../store.ts'

/** Commands speak on standard output: the log must not. */
const log = createLogger('silent')

/**
 * Joins the site's database, or starts it for as long as the command takes; brings the schema up to date first.
 * `noStatementTimeout`: statements may take as long as they need.
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

/** As `withDatabase`, with the schema left as it is. */
export function withUntouchedDatabase<T>(
  config: Config,
  work: (database: Database, owner: SchemaOwner) => Promise<T>,
): Promise<T> {
  return withStore(config, ({ appUrl, owner }) =>
    connected(appUrl, false, (database) => work(database, owner)),
  )
}

/**
 * As `withDatabase`, for the owner of the schema and with the schema left as it is. `mayMake`: a DATA_DIR that does not
 * exist is made.
 */
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
