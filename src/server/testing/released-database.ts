import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { appRole } from '../platform/database/embedded-postgres/roles.ts'
import { lastReplaced, migrate } from '../platform/database/migrations.ts'
import { rootDir } from '../store.ts'

const baselineFile = '0000_baseline.sql'

/** Makes an empty database what release 0.2.0 left, without functions, views and triggers. */
export async function makeReleased(url: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'baseline-'))
  await cp(`${rootDir}migrations/${baselineFile}`, join(directory, baselineFile))
  await migrate({ url, appRole, directory, log: { info: () => undefined } })
  await rm(directory, { recursive: true })
  const { number, name, checksum } = lastReplaced
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('DELETE FROM schema_migrations')
    await client.query(
      `INSERT INTO schema_migrations (number, name, checksum) VALUES (1, 'users', 'x'), ($1, $2, $3)`,
      [number, name, checksum],
    )
  } finally {
    await client.end()
  }
}
