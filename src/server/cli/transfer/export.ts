import { type FileHandle, open, rm } from 'node:fs/promises'
import type { OwnPageContent } from '../../../contract/content/own-pages-schemas.ts'
import { isPageScope, slugOfScope } from '../../../contract/content/settings.ts'
import type { Config } from '../../config.ts'
import { listRedirects } from '../../domains/content/redirects/queries.ts'
import { addressSetting } from '../../domains/content/settings/address.ts'
import { currentRevisions } from '../../domains/content/settings/queries.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { formatVersion, type RecordKind, recordKinds } from './format.ts'
import {
  countPunishmentsWithoutXuid,
  exportedMembers,
  exportedNews,
  exportedPunishments,
  exportedRestrictions,
  sourceOfSite,
} from './queries.ts'
import { TransferError } from './transfer-error.ts'

const pageSize = 500

type Rows = AsyncGenerator<readonly object[]>

async function* pagesOf(page: typeof exportedMembers, executor: Executor): Rows {
  let after = ''
  for (;;) {
    const rows = await page(executor, after, pageSize)
    yield rows.map(({ record }) => record)
    if (rows.length < pageSize) return
    after = rows.at(-1)!.cursor
  }
}

async function* ownPages(executor: Executor): Rows {
  yield [...(await currentRevisions(executor))].flatMap(([scope, { value, at }]) => {
    if (!isPageScope(scope)) return []
    const { title, description, text, isPublished } = value as OwnPageContent
    const slug = slugOfScope(scope)
    return [{ kind: 'page', id: slug, title, slug, description, markdown: text, isPublished, updatedAt: at }]
  })
}

async function* redirects(executor: Executor): Rows {
  let after = ''
  for (;;) {
    const rows = await listRedirects(executor, after, pageSize)
    yield rows.map(({ path, target, userId }) => ({
      kind: 'redirect',
      from: path,
      ...(userId === null ? { to: target } : { toMember: String(userId) }),
    }))
    if (rows.length < pageSize) return
    after = rows.at(-1)!.path
  }
}

async function* punishments(executor: Executor): Rows {
  yield* pagesOf(exportedPunishments, executor)
  yield* pagesOf(exportedRestrictions, executor)
}

const sources: { readonly [Kind in RecordKind]: (executor: Executor) => Rows } = {
  member: (executor) => pagesOf(exportedMembers, executor),
  news: (executor) => pagesOf(exportedNews, executor),
  page: ownPages,
  punishment: punishments,
  redirect: redirects,
}

export interface ExportReport {
  readonly counts: Readonly<Record<RecordKind, number>>
  /** Punishments of players whom the format cannot name. */
  readonly leftOut: number
}

/** @throws {TransferError} where the file is there already */
async function openNew(file: string): Promise<FileHandle> {
  try {
    // Readable by its owner alone: it holds addresses and password hashes.
    return await open(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new TransferError(`${file} is there already: name a new file.`)
  }
}

/** Writes what `import` reads, as of one moment. A file that could not be finished is removed. */
export async function exportTo(
  { sql }: Pick<Database, 'sql'>,
  config: Pick<Config, 'given' | 'publicUrl'>,
  file: string,
): Promise<ExportReport> {
  const handle = await openNew(file)
  try {
    const report = await sql
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (transaction) => {
        const counts = { member: 0, news: 0, page: 0, punishment: 0, redirect: 0 }
        const saved = await currentRevisions(transaction)
        const head = {
          kind: 'import',
          version: formatVersion,
          source: await sourceOfSite(transaction),
          address: addressSetting(config, saved.get('address')?.value).used,
        }
        await handle.write(`${JSON.stringify(head)}\n`)
        for (const kind of recordKinds)
          for await (const rows of sources[kind](transaction)) {
            counts[kind] += rows.length
            await handle.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
          }
        return { counts, leftOut: await countPunishmentsWithoutXuid(transaction) }
      })
    await handle.sync()
    return report
  } catch (error) {
    await rm(file)
    throw error
  } finally {
    await handle.close()
  }
}
