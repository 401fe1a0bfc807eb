import { dirname, join } from 'node:path'
import {
  type DeletedAccounts,
  deletedAccountsFile,
  readDeletedAccounts,
  writeDeletedAccounts,
} from '../domains/accounts/personal-data/deleted-accounts.ts'
import { BackupError } from '../platform/database/backup/backup-error.ts'
import type { RestoreOptions } from '../platform/database/backup/restore.ts'
import { openDatabase } from '../platform/database/database.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { newestList, removeListedAccounts } from './remove-listed-accounts.ts'

/** Updates the list of deleted accounts next to a backup. */
export async function writeDeletedAccountsBeside(backup: string, url: string): Promise<string> {
  const path = join(dirname(backup), deletedAccountsFile)
  const database = openDatabase({ url, log: createLogger('silent'), max: 1 })
  try {
    await writeDeletedAccounts(database.sql, path)
    return path
  } finally {
    await database.close()
  }
}

interface FoundList extends DeletedAccounts {
  readonly path: string
}

/** Returns existing lists: the given one, the one next to the backup, and the one in `DATA_DIR`. */
export async function findDeletedAccountsLists(
  backup: string,
  dataDir: string,
  named: string | undefined,
): Promise<FoundList[]> {
  const paths = new Set([
    ...(named === undefined ? [] : [named]),
    join(dirname(backup), deletedAccountsFile),
    join(dataDir, deletedAccountsFile),
  ])
  const lists: FoundList[] = []
  for (const path of paths) {
    const list = await readDeletedAccounts(path)
    if (list !== undefined) lists.push({ ...list, path })
    else if (path === named) throw new BackupError(`There is no file ${path}`)
  }
  return lists
}

/** Deletes the listed accounts again after a restore; `removed` receives their number. */
export const deleteListedAccounts =
  (lists: readonly FoundList[], removed: (count: number) => void): NonNullable<RestoreOptions['amend']> =>
  async (transaction, { takenAt }) => {
    removed(await removeListedAccounts(transaction, lists, new Date(takenAt)))
  }

/** Prints how a restore treated deleted accounts. */
export function printDeletedAccounts(lists: readonly FoundList[], count: number, takenAt: string): string {
  const first = newestList(lists)
  if (first === undefined)
    return `No list of deleted accounts was found: accounts that were deleted after ${takenAt} are back. \
If you have the list (${deletedAccountsFile}, in DATA_DIR and beside each backup), restore once more into an empty \
database with --deleted <list>; else ask those members to delete their accounts again`
  const again =
    count === 1
      ? '1 account of the list was deleted again'
      : `${count} accounts of the list were deleted again`
  return `${again} (${lists.map(({ path }) => path).join(', ')}); \
the list is complete until ${first.until.toISOString()}: accounts that were deleted later are back`
}
