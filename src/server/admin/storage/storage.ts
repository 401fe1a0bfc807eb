import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Storage } from '../../../contract/admin/admin-schemas.ts'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { readDatabaseSize, storeDatabaseSize } from './queries.ts'

/** The disk of a directory; null before anything was stored there. */
export async function readDisk(directory: string): Promise<Storage['disk']> {
  if (!existsSync(directory)) return null
  const { bavail, blocks, bsize } = await statfs(directory)
  return blocks === 0 ? null : { freeBytes: bavail * bsize, bytes: blocks * bsize }
}

export async function readStorage({
  config,
  database,
}: Pick<Context, 'config' | 'database'>): Promise<Storage> {
  const [disk, size] = await Promise.all([
    // The check for outages logs what is wrong with it.
    readDisk(config.dataDir).catch(() => null),
    readDatabaseSize(database.sql),
  ])
  return { disk, database: size }
}

/** Each hour, so that a day has its size although the site was restarted. */
export const databaseSizeJob = ({ database }: Pick<Context, 'database'>): Job => ({
  name: 'size of the database',
  everyMs: 3_600_000,
  work: () => storeDatabaseSize(database.sql),
})
