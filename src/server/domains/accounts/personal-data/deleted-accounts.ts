import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from '../../../context.ts'
import { makeDirectory } from '../../../platform/data-dir.ts'
import { type DeletedEntry, readDeletedEntries } from './queries/deleted-accounts.ts'
import type { Open } from './queries/deletion.ts'

/** Told to every process when an account was deleted, so that each keeps its own copy of the list. */
export const deletedAccountsChannel = 'account_deleted'

/** The name of the list, in `DATA_DIR` and beside backups. */
export const deletedAccountsFile = 'deleted-accounts'

const title = 'deleted accounts, complete until'
const entryLine = /^(\S+) (account|identity) ([A-Za-z0-9_-]{43})$/

export interface DeletedAccounts {
  /** Deletions after this moment are not in the list. */
  readonly until: Date
  readonly entries: readonly DeletedEntry[]
}

/** A list that cannot be read; the message is for whoever gave it. */
export class DeletedAccountsError extends Error {}

/** Undefined when there is no such file. @throws {DeletedAccountsError} */
export async function readDeletedAccounts(path: string): Promise<DeletedAccounts | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    // ENOTDIR: a DATA_DIR that is a file, which the start of the database says better.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw new DeletedAccountsError(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  const lines = text.split('\n').filter((line) => line !== '')
  const until = new Date(lines[0]?.startsWith(title) ? lines[0].slice(title.length).trim() : Number.NaN)
  if (Number.isNaN(until.getTime()))
    throw new DeletedAccountsError(`${path} is not a list of deleted accounts: its first line is another`)
  const entries = lines.slice(1).map((line, index): DeletedEntry => {
    const [, time = '', kind, hash = ''] = entryLine.exec(line) ?? []
    const at = new Date(time)
    if (Number.isNaN(at.getTime()))
      throw new DeletedAccountsError(
        `${path} is not a list of deleted accounts: line ${index + 2} is damaged`,
      )
    return { kind: kind === 'account' ? 'account' : 'identity', hash, at }
  })
  return { until, entries }
}

/**
 * Brings the list in a file up to date with the database. What only the file knows stays: a restored database has
 * forgotten the deletions that came after its backup. The file is replaced as a whole, so that it is never half.
 * @throws {DeletedAccountsError} when the file that is there is something else
 */
export async function writeDeletedAccounts(executor: Open, path: string): Promise<void> {
  const known = await readDeletedAccounts(path)
  const { until, entries } = await readDeletedEntries(executor)
  const lines = new Map([...(known?.entries ?? []), ...entries].map((entry) => [entry.hash, lineOf(entry)]))
  const text = [`${title} ${until.toISOString()}`, ...lines.values(), ''].join('\n')
  const partial = `${path}.${process.pid}.partial`
  try {
    const file = await open(partial, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  const directory = await open(dirname(path), 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

const lineOf = ({ at, kind, hash }: DeletedEntry) => `${at.toISOString()} ${kind} ${hash}`

/**
 * Keeps the list in `DATA_DIR`: now, after each deletion in any process, and whenever `write` is called. A disk that
 * takes nothing must not undo a deletion: the next call writes what is missing.
 */
export function syncDeletedAccountsFile({ config, database, live, log }: Context) {
  const path = join(config.dataDir, deletedAccountsFile)
  let writing = Promise.resolve()
  const write = () => {
    writing = writing
      .then(async () => {
        makeDirectory(config.dataDir, 0o700)
        await writeDeletedAccounts(database.sql, path)
      })
      .catch((error: unknown) => {
        log.warn(
          { err: error },
          'the list of deleted accounts was not written; the next attempt comes in ten minutes',
        )
      })
    return writing
  }
  const stop = live.listen(deletedAccountsChannel, () => void write())
  return {
    write,
    /** Waits for what is being written. */
    async close() {
      stop()
      await writing
    },
  }
}
