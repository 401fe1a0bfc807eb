import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { Client } from 'pg'
import type { DB } from '../schema.ts'
import { BackupError } from './backup-error.ts'

/** What two servers of different versions and settings must agree on before rows cross between them as text. */
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
 * One connection of the schema's owner for `work`, without the site's time limits. An aborted signal cuts it, and the
 * server rolls back whatever was under way.
 */
export async function withOwnConnection<T>(
  url: string,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'vulx backup',
  })
  // The query in flight fails by itself; without a listener the process would end as well.
  client.on('error', () => undefined)
  const cut = () => void client.end()
  signal.addEventListener('abort', cut, { once: true })
  try {
    await client.connect()
    await client.query(settings)
    return await work(client)
  } catch (error) {
    // Told as what it is, and not as the lost connection that follows.
    if (!(error instanceof BackupError)) signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', cut)
    await client.end()
  }
}

/** The site's own statements on a connection that is there, in the transaction that is open on it. */
export function kyselyOn(client: Client): Kysely<DB> {
  // As in `guarded` (platform/database.ts): Kysely's type also has cursors, which nobody here opens.
  const query = async (text: string, values: unknown[]): Promise<unknown> => client.query(text, values)
  const connection = { query: query as PostgresPoolClient['query'], release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
