import { stat } from 'node:fs/promises'
import type * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import { settingsChannel } from '../../domains/content/secrets/secrets.ts'
import { identitySetting } from '../../domains/content/settings/identity.ts'
import { currentRevisions } from '../../domains/content/settings/queries.ts'
import type { ContentStore } from '../../domains/content/store.ts'
import { recordConsoleAudit } from '../../platform/audit.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { LiveHub } from '../../platform/live/live-hub.ts'
import {
  Header,
  isRecordKind,
  problemOf,
  type RecordKind,
  recordKinds,
  records,
  type TransferRecord,
  unreadFields,
} from './format.ts'
import { bringMember } from './members.ts'
import { bringNews } from './news.ts'
import { bringPage } from './pages.ts'
import { bringPunishment } from './punishments.ts'
import { findBrought, insertBrought, lockImports, takeNotAudited, withSavepoint } from './queries.ts'
import { readLines } from './read-lines.ts'
import type { ImportScope, Outcome } from './records.ts'
import { bringRedirect, redirectId } from './redirects.ts'
import { RefusedRecord, TransferError } from './transfer-error.ts'

/** Records that are stored together: what is interrupted loses at most so many, which the next run brings. */
const batchSize = 100

export interface ImportSite {
  readonly database: Pick<Database, 'sql'>
  /** The identity that is saved counts, where no variable decides. */
  readonly config: Config
  readonly content: Pick<ContentStore, 'with'>
  readonly live: Pick<LiveHub, 'publish' | 'publishChange'>
}

export interface ImportOptions {
  /** Everything is done and taken back. */
  readonly dryRun: boolean
  readonly ranks: ReadonlyMap<string, string>
  readonly renameSuffix: string | undefined
}

export interface KindCounts {
  brought: number
  already: number
  refused: number
}

/** About a line of the file. */
export interface LineReport {
  readonly line: number
  /** Such as `member 12`; undefined for a line that is no record. */
  readonly record: string | undefined
  /** Whether it is not brought along at all. */
  readonly isRefused: boolean
  readonly text: string
}

export interface ImportReport {
  readonly source: string
  /** Of the site that the file says it is from. */
  readonly address: string | undefined
  readonly counts: Readonly<Record<RecordKind, KindCounts>>
  /** Lines that are no record. */
  unreadable: number
}

type Report = (line: LineReport) => void

interface ParsedRecord {
  readonly line: number
  readonly id: string
  readonly unread: readonly string[]
  readonly bring: (scope: ImportScope) => Promise<Outcome>
}

/** One entry per kind: how its lines are read and what stores them. */
const kinds: {
  readonly [Kind in RecordKind]: (value: unknown) => Pick<ParsedRecord, 'id' | 'bring'> | string
} = {
  member: (value) => parsed(records.member.safeParse(value), ({ id }) => id, bringMember),
  news: (value) => parsed(records.news.safeParse(value), ({ id }) => id, bringNews),
  page: (value) => parsed(records.page.safeParse(value), ({ id }) => id, bringPage),
  punishment: (value) => parsed(records.punishment.safeParse(value), ({ id }) => id, bringPunishment),
  redirect: (value) => parsed(records.redirect.safeParse(value), redirectId, bringRedirect),
}

type Checked<Record> =
  | { readonly success: true; readonly data: Record }
  | { readonly success: false; readonly error: Parameters<typeof problemOf>[0] }

function parsed<Record extends TransferRecord<RecordKind>>(
  result: Checked<Record>,
  idOf: (record: Record) => string,
  bring: (scope: ImportScope, record: Record) => Promise<Outcome>,
): Pick<ParsedRecord, 'id' | 'bring'> | string {
  if (!result.success) return problemOf(result.error)
  const { data } = result
  const id = idOf(data)
  if ([...id].length > 500) return 'id: must be 500 characters or less'
  return { id, bring: (scope) => bring(scope, data) }
}

/** @throws {TransferError} when the first line does not say what the file is */
async function readHeader(file: string): Promise<z.infer<typeof Header>> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new TransferError(`${file} is no file that can be read.`)
  for await (const { number, value, problem } of readLines(file)) {
    const checked = Header.safeParse(value)
    if (checked.success) return checked.data
    const why = problem === undefined ? problemOf(checked.error) : problem
    throw new TransferError(
      `Line ${number} of ${file} is not the head of an import ({"kind":"import","version":1,"source":"…"}): ${why}.`,
    )
  }
  throw new TransferError(`${file} is empty.`)
}

/** Lines that are no record of any kind are reported once, before anything is stored. */
async function reportUnreadable(file: string, report: Report): Promise<number> {
  let unreadable = 0
  let isFirst = true
  for await (const { number, value, problem } of readLines(file)) {
    const isHeader = isFirst
    isFirst = false
    if (isHeader || (value !== undefined && isRecordKind(value.kind))) continue
    unreadable += 1
    const kind = typeof value?.kind === 'string' ? JSON.stringify(value.kind.slice(0, 40)) : 'none'
    report({
      line: number,
      record: undefined,
      isRefused: true,
      text: problem ?? `its kind is ${kind}, not one of ${recordKinds.join(', ')}`,
    })
  }
  return unreadable
}

/** The records of a kind, a batch at a time. */
async function* batchesOf(
  file: string,
  kind: RecordKind,
  refused: (line: number, text: string) => void,
): AsyncGenerator<ParsedRecord[]> {
  let batch: ParsedRecord[] = []
  for await (const { number, value } of readLines(file)) {
    if (value?.kind !== kind) continue
    const record = kinds[kind](value)
    if (typeof record === 'string') {
      refused(number, record)
      continue
    }
    batch.push({ ...record, line: number, unread: unreadFields(kind, value) })
    if (batch.length === batchSize) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** Why the database or a rule of the site refuses a record; undefined for any other failure. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof RefusedRecord || error instanceof AppError) return error.message
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown }
  // Integrity constraints (class 23), such as a name that somebody took meanwhile, and values it cannot hold (class 22).
  const isAboutValues = typeof code === 'string' && /^2[23]/.test(code)
  return isAboutValues ? `the database refuses it (${String(constraint ?? code)})` : undefined
}

interface Batch {
  readonly transaction: Executor
  readonly kind: RecordKind
  readonly batch: readonly ParsedRecord[]
}

/**
 * Reads a file and stores what it holds, in batches: a run that was cut off is continued by the next one. A record that was
 * brought once is left as it is now. `report` gets a line for each record that is refused or loses something.
 * @throws {TransferError}
 */
export async function importFile(
  site: ImportSite,
  file: string,
  options: ImportOptions,
  report: Report,
): Promise<ImportReport> {
  const { source, address } = await readHeader(file)
  const saved = await currentRevisions(site.database.sql)
  const identity = identitySetting(site.config, saved.get('identity')?.value).used
  const config = { ...site.config, ...identity }
  const counts = Object.fromEntries(
    recordKinds.map((kind) => [kind, { brought: 0, already: 0, refused: 0 }]),
  ) as Record<RecordKind, KindCounts>
  const result: ImportReport = {
    source,
    address: address ?? undefined,
    counts,
    unreadable: await reportUnreadable(file, report),
  }

  const store = async ({ transaction, kind, batch }: Batch): Promise<() => void> => {
    await lockImports(transaction)
    const find: ImportScope['find'] = async (of, id) =>
      (await findBrought(transaction, { source, kind: of, ids: [id] })).get(id)
    const scope: ImportScope = { ...site, ...options, config, transaction, source, find }
    const known = new Set(
      (await findBrought(transaction, { source, kind, ids: batch.map(({ id }) => id) })).keys(),
    )
    const said: (() => void)[] = []
    let isChange = false
    for (const { id, line, unread, bring } of batch) {
      if (known.has(id)) {
        said.push(() => {
          counts[kind].already += 1
        })
        continue
      }
      known.add(id)
      const record = `${kind} ${JSON.stringify(id)}`
      try {
        const {
          userId = null,
          path = null,
          notes,
        } = await withSavepoint(transaction, async () => {
          const outcome = await bring(scope)
          await insertBrought(transaction, {
            source,
            kind,
            id,
            userId: outcome.userId ?? null,
            path: outcome.path ?? null,
          })
          return outcome
        })
        isChange ||= userId !== null || path !== null || kind === 'punishment'
        const all = [...notes, ...(unread.length > 0 ? [`not read: ${unread.join(', ')}`] : [])]
        said.push(() => {
          counts[kind].brought += 1
          for (const text of all) report({ line, record, isRefused: false, text })
        })
      } catch (error) {
        const text = refusalOf(error)
        if (text === undefined) throw error
        known.delete(id)
        said.push(() => {
          counts[kind].refused += 1
          report({ line, record, isRefused: true, text })
        })
      }
    }
    if (isChange) await site.live.publishChange(transaction)
    if (isChange && kind === 'page') await site.live.publish(settingsChannel, {}, transaction)
    return () => {
      for (const say of said) say()
    }
  }

  const audit = async (transaction: Executor) => {
    const brought = await takeNotAudited(transaction, source)
    if (Object.keys(brought).length === 0) return
    await recordConsoleAudit(transaction, {
      action: 'site.import',
      subject: { type: 'site', id: null },
      before: null,
      after: {
        source,
        members: brought.member ?? 0,
        news: brought.news ?? 0,
        pages: brought.page ?? 0,
        punishments: brought.punishment ?? 0,
        redirects: brought.redirect ?? 0,
      },
    })
  }

  const run = async (inTransaction: <T>(work: (transaction: Executor) => Promise<T>) => Promise<T>) => {
    for (const kind of recordKinds) {
      const refused = (line: number, text: string) => {
        counts[kind].refused += 1
        report({ line, record: kind, isRefused: true, text })
      }
      for await (const batch of batchesOf(file, kind, refused)) {
        // Said once it is stored.
        const say = await inTransaction((transaction) => store({ transaction, kind, batch }))
        say()
      }
    }
    await inTransaction(audit)
  }

  const { sql } = site.database
  if (options.dryRun) await tryAndTakeBack(sql, (transaction) => run((work) => work(transaction)))
  else await run((work) => sql.transaction().execute(work))
  return result
}

class TakenBack extends Error {}

/** Does the work in a transaction that is always rolled back. */
async function tryAndTakeBack(sql: Executor, work: (transaction: Executor) => Promise<void>): Promise<void> {
  try {
    await sql.transaction().execute(async (transaction) => {
      await work(transaction)
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
}
