import { join } from 'node:path'
import { backupLimits } from '../../../../contract/admin/backups.ts'
import type { Context } from '../../../context.ts'
import { makeDirectory } from '../../data-dir.ts'
import type { Job } from '../../jobs/jobs.ts'
import { backupName, backupsDirectory, pruneBackups } from './directory.ts'
import { backupChannel, claimBackup, finishBackup } from './plan.ts'
import { type WriteOptions, writeBackup } from './write.ts'

const reasonOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 500)

/** Makes the backups that Owners request, and one a day; the newest stay. */
export const backupsJob = (
  { config, database, log }: Pick<Context, 'config' | 'database' | 'log'>,
  source: Pick<WriteOptions, 'url' | 'directory' | 'tables'>,
): Job => ({
  name: 'backups',
  everyMs: 60_000,
  wakeOn: backupChannel,
  async work(stopping) {
    if (!(await claimBackup(database.sql))) return
    const directory = backupsDirectory(config)
    let failure: string | null = null
    try {
      makeDirectory(directory, 0o700)
      const file = join(directory, backupName(new Date()))
      const { fileBytes } = await writeBackup({ ...source, file, signal: stopping })
      await pruneBackups(directory, backupLimits.kept)
      log.info({ file, bytes: fileBytes }, 'made a backup')
    } catch (error) {
      failure = reasonOf(error)
      throw error
    } finally {
      await finishBackup(database.sql, failure)
    }
  },
})
