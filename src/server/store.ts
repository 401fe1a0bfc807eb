import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { appRole as embeddedAppRole } from './platform/embedded-postgres/roles.ts'
import { openEmbeddedPostgres } from './platform/embedded-postgres.ts'
import type { Logger } from './platform/logger.ts'
import { type MigrateOptions, migrate } from './platform/migrations.ts'

/** The repository's or release's root: two levels above this module, as source (src/server) and as built (build/app). */
export const rootDir = fileURLToPath(new URL('../../', import.meta.url))

/** How the schema's owner reaches the database, and whom it gives rows. */
export type SchemaOwner = Pick<MigrateOptions, 'url' | 'directory' | 'appRole'>

export interface Store {
  /** The role that reads and writes rows. */
  readonly appUrl: string
  readonly owner: SchemaOwner
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
    const owner = ownerOf(migrationDatabaseUrl ?? databaseUrl, separate || undefined)
    return {
      appUrl: databaseUrl,
      owner,
      migrate: () => migrate({ ...owner, log }),
      close: async () => undefined,
    }
  }
  const embedded = await openEmbeddedPostgres({ dataDir: config.dataDir, log, as })
  const owner = ownerOf(embedded.ownerUrl, embeddedAppRole)
  return {
    appUrl: embedded.appUrl,
    owner,
    migrate: () => migrate({ ...owner, log }),
    close: embedded.stop,
  }
}

const ownerOf = (url: string, appRole: string | undefined): SchemaOwner => ({
  url,
  directory: `${rootDir}migrations`,
  ...(appRole !== undefined && { appRole }),
})
