import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { makeLogger } from '../platform/logger.ts'
import { openStore, type SchemaOwner } from '../store.ts'

/**
 * Joins the site's database, or starts it for as long as the command takes; brings the schema up to date first.
 * `patient`: statements may take as long as they need.
 */
export async function withDatabase<T>(
  config: Config,
  work: (database: Database, url: string) => Promise<T>,
  { patient = false } = {},
): Promise<T> {
  // Commands speak on standard output: the log must not.
  const log = makeLogger('silent')
  const store = await openStore(config, log, 'guest')
  try {
    await store.migrate()
    const database = openDatabase({ url: store.appUrl, log, max: 4, patient })
    try {
      return await work(database, store.appUrl)
    } finally {
      await database.close()
    }
  } finally {
    await store.close()
  }
}

/** As `withDatabase`, for the owner of the schema and with the schema left as it is. */
export async function withSchemaOwner<T>(
  config: Config,
  work: (owner: SchemaOwner) => Promise<T>,
): Promise<T> {
  const store = await openStore(config, makeLogger('silent'), 'guest')
  try {
    return await work(store.owner)
  } finally {
    await store.close()
  }
}
