import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from '../../../context.ts'
import { makeDirectory } from '../../../platform/data-dir.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { textOfFile } from '../../../platform/text-file.ts'
import { type DeletedEntry, readDeletedEntries } from './queries/deleted-accounts.ts'

/** Notifies all processes of a deletion, so that each updates its copy of the list. */
export const deletedAccountsChannel = 'account_deleted'

/** File name in `DATA_DIR` and next to backups. */
export const deletedAccountsFile = 'deleted-accounts'

const title = 'deleted accounts, complete until'
const entryLine = /^(\S+) (account|identity|pending) ([A-Za-z0-9_-]{43})$/

export interface DeletedAccounts {
  /** The list is complete up to this moment. */
  readonly until: Date
  readonly entries: readonly DeletedEntry[]
}

/** An unreadable list. The message is for the operator. */
export class DeletedAccountsError extends Error {}

/** Undefined when the file does not exist. @throws {DeletedAccountsError} */
export async function readDeletedAccounts(path: string): Promise<DeletedAccounts | undefined> {
  let text: string
  try {
    text = textOfFile(await readFile(path))
  } catch (error) {
    // ENOTDIR: DATA_DIR is a file, which the start of the database reports better.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw new DeletedAccountsError(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  const lines = text.split('\n').filter((line) => line !== '')
  const until = new Date(lines[0]?.startsWith(title) ? lines[0].slice(title.length).trim() : Number.NaN)
  if (Number.isNaN(until.getTime()))
    throw new DeletedAccountsError(`${path} is not a list of deleted accounts: unexpected first line`)
  const entries = lines.slice(1).map((line, index): DeletedEntry => {
    const [, time = '', kind, hash = ''] = entryLine.exec(line) ?? []
    const at = new Date(time)
    if (Number.isNaN(at.getTime()))
      throw new DeletedAccountsError(
        `${path} is not a list of deleted accounts: line ${index + 2} is damaged`,
      )
    return { kind: kind as DeletedEntry['kind'], hash, at }
  })
  return { until, entries }
}

/**
 * Merges the deletions of the database into the file. Entries that only the file has remain, because a
 * restored database lacks deletions since its backup, but for pending ones: those are of accounts that were restored, or
 * are deleted by now. The file is replaced atomically.
 * @throws {DeletedAccountsError} when the existing file is something else
 */
export async function writeDeletedAccounts(executor: Executor, path: string): Promise<void> {
  const known = await readDeletedAccounts(path)
  const { until, entries } = await readDeletedEntries(executor)
  const kept = known?.entries.filter(({ kind }) => kind !== 'pending') ?? []
  const lines = new Map([...kept, ...entries].map((entry) => [entry.hash, lineOf(entry)]))
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

type Needs = Pick<Context, 'config' | 'database'>

/** Brings the list in `DATA_DIR` up to date. One write at a time in a process: they share the partial file. */
export async function updateDeletedAccountsList({ config, database }: Needs): Promise<void> {
  makeDirectory(config.dataDir, 0o700)
  await writeDeletedAccounts(database.sql, join(config.dataDir, deletedAccountsFile))
}

/** After each deletion in any process. A full disk does not undo a deletion; the next run writes what is missing. */
export const deletedAccountsJob = (context: Needs): Job => ({
  name: 'list of deleted accounts',
  everyMs: 10 * 60_000,
  wakeOn: deletedAccountsChannel,
  work: () => updateDeletedAccountsList(context),
})
