import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { migrationStatus } from '../migrations.ts'
import type { TablePolicies } from '../tables.ts'
import { BackupError } from './backup-error.ts'
import { withOwnConnection } from './connection.ts'
import { format, writeFrames } from './file.ts'
import { frame } from './frames.ts'
import { recordBackup } from './last-backup.ts'
import type { Header, Manifest, TableSum } from './manifest.ts'
import { copyOut, counters, type SavedTable, savedTables, tableNames } from './tables.ts'

export interface WriteOptions {
  /** Connects as the role that owns the schema. */
  readonly url: string
  /** Directory of this release's migrations. */
  readonly directory: string
  readonly tables: TablePolicies
  readonly file: string
  /** Aborts the backup and removes the unfinished file. */
  readonly signal: AbortSignal
}

export interface BackupSummary {
  readonly manifest: Manifest
  readonly fileBytes: number
}

/**
 * Writes a consistent snapshot into a new file while the site runs, and records its time. The schema is not
 * migrated, so that a new release can back up the data of the previous one.
 * @throws {BackupError} @throws {MigrationError}
 */
export async function writeBackup({
  url,
  directory,
  tables,
  file,
  signal,
}: WriteOptions): Promise<BackupSummary> {
  // A newer schema may contain secrets that this release does not know to exclude.
  const { current } = await migrationStatus(url, directory)
  if (current === 0) throw new BackupError('There is nothing to back up: the database is empty')
  return withOwnConnection(url, signal, async (client) => {
    const snapshot = await openSnapshot(client, tables)
    const fileBytes = await writeFrames(file, snapshot.frames(), signal)
    await client.query('COMMIT')
    const manifest = snapshot.manifest()
    try {
      await recordBackup(client, manifest.header.takenAt, fileBytes)
    } catch (cause) {
      const why = (cause as Error).message
      throw new BackupError(`${file} is complete, but its time could not be recorded: ${why}`, { cause })
    }
    return { manifest, fileBytes }
  })
}

interface Snapshot {
  frames(): AsyncGenerator<Buffer>
  /** Available after the last frame. */
  manifest(): Manifest
}

async function openSnapshot(client: Client, policies: TablePolicies): Promise<Snapshot> {
  const names = await tableNames(client)
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // Holds the locks until the end, so that no migration changes a table in between. The snapshot begins with the first
  // SELECT, after the locks.
  const locked = names.map((name) => `public.${client.escapeIdentifier(name)}`).join(', ')
  await client.query(`LOCK TABLE ${locked} IN ACCESS SHARE MODE`)
  const { rows } = await client.query<{ takenAt: Date; migration: number; postgres: string }>(`
    SELECT now() AS "takenAt", max(number) AS migration, current_setting('server_version') AS postgres
    FROM schema_migrations
  `)
  const [row] = rows
  if (row === undefined) throw new BackupError('The database has no migration history')
  const header: Header = { ...row, takenAt: row.takenAt.toISOString() }
  const tables = await savedTables(client, policies)
  // Synchronized scans start large tables anywhere, which would change their checksum.
  await client.query('SET LOCAL synchronize_seqscans = off')

  let manifest: Manifest | undefined
  return {
    async *frames() {
      yield frame('header', header)
      const sums: TableSum[] = []
      for (const table of tables) {
        const sum = yield* tableFrames(client, table, policies)
        sums.push(sum)
      }
      // Sequences are not part of the snapshot. Read last, they are at least as high as every saved row.
      manifest = { format, header, tables: sums, counters: await counters(client, policies) }
      yield frame('manifest', manifest)
    },
    manifest() {
      if (manifest === undefined) throw new Error('the manifest is made with the last frame')
      return manifest
    },
  }
}

async function* tableFrames(
  client: Client,
  table: SavedTable,
  policies: TablePolicies,
): AsyncGenerator<Buffer, TableSum> {
  yield frame('table', table)
  const hash = createHash('sha256')
  let bytes = 0
  const rows = client.query(copyTo(copyOut(client, table, policies)))
  for await (const piece of rows as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
    yield frame('rows', piece)
  }
  const sum = { name: table.name, rows: await counted(client, rows), bytes, sha256: hash.digest('hex') }
  yield frame('end', sum)
  return sum
}

/** The row count is available when the query ends, after the last row. */
async function counted(client: Client, stream: { readonly rowCount: number }): Promise<number> {
  await client.query('SELECT')
  return stream.rowCount
}
