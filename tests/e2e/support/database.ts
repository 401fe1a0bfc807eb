import { Client } from 'pg'
import pino from 'pino'
import { openEmbeddedPostgres } from '../../../src/server/platform/embedded-postgres.ts'
import type { Site } from './site.ts'

/** Runs statements in a site's database, with the rights of the site. */
export async function withDatabase<T>(
  { dataDir }: Pick<Site, 'dataDir'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const store = await openEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), as: 'guest' })
  const client = new Client({ connectionString: store.appUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await store.stop()
  }
}
