import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { Client } from 'pg'
import { connectOnce } from '../reachable-database.ts'
import type { DB } from '../schema.ts'
import { BackupError } from './backup-error.ts'

/** Settings that make the text form of rows independent of server version and configuration. */
const settings = `
  SET client_encoding = 'UTF8';
  SET datestyle = 'ISO, YMD';
  SET intervalstyle = 'postgres';
  SET timezone = 'UTC';
  SET bytea_output = 'hex';
  SET extra_float_digits = 3;
  SET statement_timeout = 0;
  SET idle_in_transaction_session_timeout = 0;
  SET lock_timeout = '60s';
`

/**
 * Opens one connection as schema owner, without the site's time limits. Aborting the signal closes it, and the server
 * rolls back.
 */
export async function withOwnConnection<T>(
  url: string,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { client, cut } = await connectOnce(url, { name: 'vulx backup', stop: signal })
  signal.addEventListener('abort', cut, { once: true })
  try {
    signal.throwIfAborted()
    await client.query(settings)
    return await work(client)
  } catch (error) {
    // Reports the abort rather than the lost connection that it causes.
    if (!(error instanceof BackupError)) signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', cut)
    await client.end()
  }
}

/** Wraps an open connection in Kysely, inside its current transaction. */
export function kyselyOn(client: Client): Kysely<DB> {
  // As in `guarded` (platform/database.ts): Kysely's type also has cursors, which are not used here.
  const query = async (text: string, values: unknown[]): Promise<unknown> => client.query(text, values)
  const connection = { query: query as PostgresPoolClient['query'], release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
