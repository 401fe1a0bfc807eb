import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { queueAllRanks } from '../domains/accounts/ranks/queries/sent-ranks.ts'
import { tables } from '../domains.ts'
import { recordConsoleAudit } from '../platform/audit.ts'
import type { Manifest } from '../platform/database/backup/manifest.ts'
import { restoreBackup } from '../platform/database/backup/restore.ts'
import { writeBackup } from '../platform/database/backup/write.ts'
import { parseArguments } from './arguments.ts'
import {
  deleteListedAccounts,
  findDeletedAccountsLists,
  printDeletedAccounts,
  writeDeletedAccountsBeside,
} from './deleted-accounts.ts'
import { InterruptedError, withSchemaOwner } from './with-database.ts'

/** `backup <file>`: writes a snapshot of the site; returns the exit code. */
export function backupCommand(words: readonly string[], config: Config): Promise<number> {
  const file = resolve(parseArguments(words, 1).positionals[0]!)
  return interruptible('nothing was written', async () => {
    const { manifest, fileBytes, list } = await withSchemaOwner(
      config,
      async ({ url, directory }, signal) => {
        const written = await writeBackup({ url, directory, tables, file, signal })
        const hasList = written.manifest.tables.some(({ name }) => name === 'deleted_accounts')
        return { ...written, list: hasList ? await writeDeletedAccountsBeside(file, url) : undefined }
      },
    )
    console.log(`${sayContent(manifest)} saved in ${file} (${(fileBytes / 1e6).toFixed(1)} MB)`)
    if (list !== undefined) console.log(`The list of deleted accounts is next to it: ${list}`)
  })
}

/**
 * `restore <file> [--deleted <list>]`: restores into an empty database without accounts that were deleted since;
 * returns the exit code.
 */
export function restoreCommand(words: readonly string[], config: Config): Promise<number> {
  const { positionals, text } = parseArguments(words, 1, { deleted: { type: 'string' } })
  const file = resolve(positionals[0]!)
  const named = text('deleted')
  return interruptible('nothing was restored', async () => {
    const lists = await findDeletedAccountsLists(
      file,
      config.dataDir,
      named === undefined ? undefined : resolve(named),
    )
    let removed = 0
    const remove = deleteListedAccounts(lists, (count) => {
      removed = count
    })
    const amend: typeof remove = async (transaction, header) => {
      await remove(transaction, header)
      await queueAllRanks(transaction)
      await recordConsoleAudit(transaction, {
        action: 'backup.restore',
        subject: { type: 'backup', id: null },
        before: null,
        after: { takenAt: header.takenAt, deletedAgain: removed },
      })
    }
    const manifest = await withSchemaOwner(
      config,
      (owner, signal) => restoreBackup({ ...owner, tables, file, signal, amend }),
      { mayMake: true },
    )
    console.log(`${sayContent(manifest)} restored; now compare: npm run cli -- ledger verify`)
    console.log(printDeletedAccounts(lists, removed, manifest.header.takenAt))
  })
}

function sayContent({ tables, header }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const images = tables.find(({ name }) => name === 'media')?.rows ?? 0
  const count = (number: number) => number.toLocaleString('en')
  return `${count(rows)} rows of ${tables.length} tables, ${count(images)} images, as of ${header.takenAt},`
}

/** An interrupt undoes what was begun; the error says so. */
async function interruptible(outcome: string, work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error
    throw new InterruptedError(`Interrupted: ${outcome}`)
  }
}
