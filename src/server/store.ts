import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { appRole as embeddedAppRole } from './platform/embedded-postgres/roles.ts'
import { openEmbeddedPostgres } from './platform/embedded-postgres.ts'
import type { Logger } from './platform/logger.ts'
import { migrate } from './platform/migrations.ts'

/** The repository's or release's root: two levels above this module, as source (src/server) and as built (build/app). */
export const rootDir = fileURLToPath(new URL('../../', import.meta.url))

export interface Store {
  /** The role that reads and writes rows. */
  readonly appUrl: string
  /** Brings the schema up to date as its owner. */
  migrate(): Promise<void>
  /** Stops an embedded server when nobody else needs it. */
  close(): Promise<void>
}

/** The database that the configuration names, or the embedded one. `site`: the only site process of its data. */
export async function openStore(config: Config, log: Logger, as: 'site' | 'guest'): Promise<Store> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl, migrationDatabaseUrl } = config
    const separate = migrationDatabaseUrl !== undefined && new URL(databaseUrl).username
    return {
      appUrl: databaseUrl,
      migrate: () => runMigrations(migrationDatabaseUrl ?? databaseUrl, separate || undefined, log),
      close: async () => undefined,
    }
  }
  const embedded = await openEmbeddedPostgres({ dataDir: config.dataDir, log, as })
  return {
    appUrl: embedded.appUrl,
    migrate: () => runMigrations(embedded.ownerUrl, embeddedAppRole, log),
    close: embedded.stop,
  }
}

const runMigrations = (url: string, appRole: string | undefined, log: Logger) =>
  migrate({ url, directory: `${rootDir}migrations`, log, ...(appRole !== undefined && { appRole }) })
