import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../config.ts'

/** Where the site puts the backups that it makes by itself. */
export const backupsDirectory = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backups')

/** Of UTC, without what a file system may not take; sorts by time. */
export const backupName = (at: Date) => `site-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

const pattern = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/
const unfinished = /^site-.*\.partial$/

export interface BackupOnDisk {
  readonly name: string
  readonly bytes: number
  readonly madeAt: Date
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Backups of the site, the newest first. Other files are nobody's business. */
export async function listBackups(directory: string): Promise<BackupOnDisk[]> {
  const names = (await namesIn(directory)).filter((name) => pattern.test(name)).toSorted()
  const found = await Promise.all(
    names.map(async (name) => {
      const { size, mtime } = await stat(join(directory, name))
      return { name, bytes: size, madeAt: mtime }
    }),
  )
  return found.toReversed()
}

/** Deletes all but the newest, and what a process that was killed left unfinished a day ago. */
export async function pruneBackups(directory: string, kept: number): Promise<void> {
  for (const { name } of (await listBackups(directory)).slice(kept)) await rm(join(directory, name))
  for (const name of (await namesIn(directory)).filter((one) => unfinished.test(one))) {
    const path = join(directory, name)
    if (Date.now() - (await stat(path)).mtimeMs > 86_400_000) await rm(path, { force: true })
  }
}
