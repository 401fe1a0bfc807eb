import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { makeDataDir, requireDataDir } from './platform/data-dir.ts'
import { appRole as embeddedAppRole } from './platform/embedded-postgres/roles.ts'
import { openEmbeddedPostgres } from './platform/embedded-postgres.ts'
import type { Logger } from './platform/logger.ts'
import { type MigrateOptions, migrate } from './platform/migrations.ts'

/** Root of the repository or release: two levels above this module, both in src/server and in build/app. */
export const rootDir = fileURLToPath(new URL('../../', import.meta.url))

/** How the schema's owner connects, and which role gets access to rows. */
export type SchemaOwner = Pick<MigrateOptions, 'url' | 'directory' | 'appRole'>

export interface Store {
  /** Connects with the role that reads and writes rows. */
  readonly appUrl: string
  readonly owner: SchemaOwner
  /** Migrates as the schema's owner. */
  migrate(): Promise<void>
  /** Stops an embedded server when no other process uses it. */
  close(): Promise<void>
}

/** A process is the only site, a command, or a command that may create the data directory. */
export type StoreUse = 'site' | 'guest' | 'first guest'

/** Opens the configured database, or the embedded one. */
export async function openStore(config: Config, log: Logger, as: StoreUse): Promise<Store> {
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
  const { dataDir } = config
  if (as === 'guest') requireDataDir(dataDir)
  else makeDataDir(dataDir)
  const embedded = await openEmbeddedPostgres({ dataDir, log, as: as === 'site' ? 'site' : 'guest' })
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
