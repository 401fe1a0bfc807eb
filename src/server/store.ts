import { fileURLToPath } from 'node:url'
import type { Config } from './config.ts'
import { makeDataDir, requireDataDir } from './platform/data-dir.ts'
import { appRole as embeddedAppRole } from './platform/database/embedded-postgres/roles.ts'
import { openEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import { migrate, type SchemaFiles } from './platform/database/migrations.ts'
import { connectWhenReachable, type DatabaseWait } from './platform/database/reachable-database.ts'
import type { Logger } from './platform/logs/logger.ts'

/** Root of the repository or release: two levels above this module, both in src/server and in build/app. */
export const rootDir = fileURLToPath(new URL('../../', import.meta.url))

/** How the schema's owner connects, and which role gets access to rows. */
export type SchemaOwner = SchemaFiles & { readonly url: string }

export interface Store {
  /** Connects with the role that reads and writes rows. */
  readonly appUrl: string
  readonly owner: SchemaOwner
  /** Waits until the schema's owner can connect. */
  reach(): Promise<void>
  /** Migrates as the schema's owner, as soon as the database can be reached and takes writes. */
  migrate(): Promise<void>
  /** Stops an embedded server when no other process uses it. Twice is once. @throws LeftBehindError */
  close(): Promise<void>
}

/** How a process that gets a signal to end interrupts what it does with the database. */
interface Interruption {
  /** Ends what has not begun to serve yet. */
  readonly stop?: AbortSignal
  /** Cuts every wait of a stop short. */
  readonly hurry?: AbortSignal
}

interface StoreOptions extends Interruption {
  /** Takes the sentence that says that the database is waited for; logs it by default. */
  readonly report?: (sentence: string) => void
}

/** A process is the only site, a command, or a command that may create the data directory. */
export type StoreUse = 'site' | 'guest' | 'first guest'

/** Opens the configured database, or the embedded one. */
export async function openStore(
  config: Config,
  log: Logger,
  as: StoreUse,
  { stop, hurry, report = (sentence) => log.warn(sentence) }: StoreOptions = {},
): Promise<Store> {
  const database: DatabaseWait = { waitMs: config.databaseWaitMs, report, stop }
  const storeOf = (appUrl: string, owner: SchemaOwner, close: () => Promise<void>): Store => ({
    appUrl,
    owner,
    async reach() {
      const { client } = await connectWhenReachable(owner.url, 'vulx', database)
      await client.end()
    },
    migrate: () => migrate({ ...owner, log, database }),
    close,
  })
  if (config.databaseUrl !== undefined) {
    const { databaseUrl, migrationDatabaseUrl } = config
    const separate = migrationDatabaseUrl !== undefined && new URL(databaseUrl).username
    const owner = ownerOf(migrationDatabaseUrl ?? databaseUrl, separate || undefined)
    return storeOf(databaseUrl, owner, async () => undefined)
  }
  const { dataDir } = config
  if (as === 'guest') requireDataDir(dataDir)
  else makeDataDir(dataDir)
  const embedded = await openEmbeddedPostgres({
    dataDir,
    log,
    as: as === 'site' ? 'site' : 'guest',
    // After a crash it recovers; giving up early would make it start over.
    readyMs: 2 * config.databaseWaitMs,
    stop,
    hurry,
  })
  return storeOf(embedded.appUrl, ownerOf(embedded.ownerUrl, embeddedAppRole), embedded.stop)
}

const ownerOf = (url: string, appRole: string | undefined): SchemaOwner => ({
  url,
  directory: `${rootDir}migrations`,
  sqlDirectory: `${rootDir}sql`,
  ...(appRole !== undefined && { appRole }),
})
