import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ownValue } from '../../../../contract/own-value.ts'
import type { Executor } from '../database.ts'
import {
  acquireMigrationLock,
  lastReplaced,
  migrateInTransaction,
  newestMigration,
  type SchemaFiles,
} from '../migrations.ts'
import type { TablePolicies } from '../tables.ts'
import { BackupError } from './backup-error.ts'
import { kyselyOn, withOwnConnection } from './connection.ts'
import { emptySchema, requireEmptyDatabase } from './empty.ts'
import { openBackup } from './file.ts'
import type { Frame } from './frames.ts'
import { recordBackup } from './last-backup.ts'
import { Header, Manifest, parseFrame, TableStart, TableSum } from './manifest.ts'
import { copyIn, restartCounters, type SavedTable } from './tables.ts'

export interface RestoreOptions extends SchemaFiles {
  /** Connects as the role that owns the schema. */
  readonly url: string
  readonly tables: TablePolicies
  readonly file: string
  /** Aborts the restore; the database is left unchanged. */
  readonly signal: AbortSignal
  /** Modifies the restored rows in the same transaction. */
  readonly amend?: (restored: Executor, header: Header) => Promise<void>
}

/**
 * Restores a backup into an empty database. After verifying the file, one transaction creates the schema of the backup,
 * loads and verifies the rows and migrates to this release, under the migration lock so that no site starts.
 * @throws {BackupError} @throws {MigrationError}
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { file, url, directory, signal } = options
  const backup = await openBackup(file, signal)
  try {
    const fileBytes = (await stat(file)).size
    return await withOwnConnection(url, signal, async (client) => {
      await acquireMigrationLock(client, 60_000)
      const frames = backup.frames()
      const header = parseFrame(await next(frames), 'header', Header)
      const newest = newestMigration(directory)
      if (header.migration > newest)
        throw new BackupError(
          `The backup has migration ${header.migration}, this release knows none after ${newest}: restore it with a newer release`,
        )
      if (header.migration < lastReplaced.number)
        throw new BackupError(
          'The backup is older than release 0.2.0: restore it with that release, then start this one',
        )
      await client.query('BEGIN')
      const current = await requireEmptyDatabase(client, options.tables)
      if (current > header.migration) await emptySchema(client)
      await migrateInTransaction(client, { directory, upTo: header.migration })
      const manifest = await load(client, frames, options.tables)
      await restartCounters(client, manifest.counters)
      await migrateInTransaction(client, options)
      await options.amend?.(kyselyOn(client), header)
      await recordBackup(client, header.takenAt, fileBytes)
      // The planner has no statistics about the new rows yet.
      await client.query('ANALYZE')
      await client.query('COMMIT')
      return manifest
    })
  } finally {
    await backup.close()
  }
}

const next = async (frames: AsyncGenerator<Frame>): Promise<Frame | undefined> => {
  const { done, value } = await frames.next()
  return done ? undefined : value
}

/** Loads all tables up to the manifest, and compares them with it. */
async function load(
  client: Client,
  frames: AsyncGenerator<Frame>,
  policies: TablePolicies,
): Promise<Manifest> {
  const sums: TableSum[] = []
  for (;;) {
    const frame = await next(frames)
    if (frame?.kind === 'manifest') {
      const manifest = parseFrame(frame, 'manifest', Manifest)
      if (JSON.stringify(manifest.tables) !== JSON.stringify(sums))
        throw new BackupError('The manifest of the backup lists other tables than the backup contains')
      return manifest
    }
    const table = parseFrame(frame, 'table', TableStart)
    const isFilled = ownValue(policies, table.name)?.filledByMigrations === true
    sums.push(await loadTable(client, table, frames, isFilled))
  }
}

async function loadTable(
  client: Client,
  table: SavedTable,
  frames: AsyncGenerator<Frame>,
  isFilled: boolean,
): Promise<TableSum> {
  const name = client.escapeIdentifier(table.name)
  const hash = createHash('sha256')
  let stated: TableSum | undefined
  let bytes = 0
  async function* rows() {
    for (;;) {
      const frame = await next(frames)
      if (frame?.kind !== 'rows') {
        stated = parseFrame(frame, 'end', TableSum)
        return
      }
      hash.update(frame.content)
      bytes += frame.content.length
      yield frame.content
    }
  }
  // Triggers already ran when the rows were first stored; their effects are in the backup.
  await client.query(`ALTER TABLE public.${name} DISABLE TRIGGER USER`)
  if (isFilled) await client.query(`DELETE FROM public.${name}`)
  const sink = client.query(copyFrom(copyIn(client, table)))
  await pipeline(rows, sink)
  await client.query(`ALTER TABLE public.${name} ENABLE TRIGGER USER`)
  const sum: TableSum = { name: table.name, rows: sink.rowCount, bytes, sha256: hash.digest('hex') }
  if (JSON.stringify(sum) !== JSON.stringify(stated))
    throw new BackupError(`The rows of ${table.name} do not match the manifest of the backup`)
  return sum
}
