import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { openContent } from '../domains/content/store.ts'
import { LiveHub } from '../platform/live/live-hub.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { parseArguments, UsageError } from './arguments.ts'
import { exportTo } from './transfer/export.ts'
import { type RecordKind, recordKinds } from './transfer/format.ts'
import { type ImportOptions, importFile, type LineReport } from './transfer/import.ts'
import { readRankMapping } from './transfer/members.ts'
import { withDatabase } from './with-database.ts'

const plurals: Readonly<Record<RecordKind, string>> = {
  member: 'members',
  news: 'news',
  page: 'pages',
  punishment: 'punishments',
  redirect: 'redirects',
}

interface ImportWords extends Omit<ImportOptions, 'ranks'> {
  readonly file: string
  /** As `Old=New`. */
  readonly mappings: readonly string[]
}

/** @throws {UsageError} */
function readWords(words: readonly string[]): ImportWords {
  const options = {
    'dry-run': { type: 'boolean' },
    rank: { type: 'string', multiple: true },
    'rename-suffix': { type: 'string' },
  } as const
  const { values, positionals } = parsedWords(() =>
    parseArgs({ args: [...words], options, allowPositionals: true }),
  )
  if (positionals.length !== 1) throw new UsageError(`Expected 1 words, got ${positionals.length}`)
  const renameSuffix = values['rename-suffix']
  if (renameSuffix !== undefined && !/^[A-Za-z0-9_-]{1,16}$/.test(renameSuffix))
    throw new UsageError('--rename-suffix has up to 16 letters, digits, _ and -')
  return {
    file: resolve(positionals[0]!),
    dryRun: values['dry-run'] === true,
    mappings: values.rank ?? [],
    renameSuffix,
  }
}

/** Asked once the ranks of the site are known. @throws {UsageError} */
const ranksOf = (mappings: readonly string[]) =>
  new Map(
    mappings.map((written) => {
      const mapping = readRankMapping(written)
      if (typeof mapping === 'string') throw new UsageError(mapping)
      return [mapping.from, mapping.to] as const
    }),
  )

function parsedWords<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

/** Control characters of a file of others are not sent to the terminal. */
const visible = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')

const lineOf = ({ line, record, isRefused, text }: LineReport) =>
  visible(
    `line ${line}${record === undefined ? '' : `, ${record}`}: ${isRefused ? 'cannot be brought along: ' : ''}${text}`,
  )

/** `import <file>`; returns the exit code: 1 when something could not be brought along. */
export async function importCommand(words: readonly string[], config: Config): Promise<number> {
  const { file, mappings, ...options } = readWords(words)
  return withDatabase(
    config,
    async (database, url) => {
      const ranks = ranksOf(mappings)
      const log = createLogger('silent')
      const content = await openContent(config, log)
      try {
        const live = new LiveHub({ url, database, log })
        const { counts, unreadable, source, address } = await importFile(
          { database, config, content, live },
          file,
          { ...options, ranks },
          (line) => console.log(lineOf(line)),
        )
        const from = visible(address === undefined ? source : `${address} (${source})`)
        console.log(
          options.dryRun
            ? `A dry run of ${from}: nothing was stored. A run without --dry-run does this:`
            : `From ${from}:`,
        )
        for (const kind of recordKinds) {
          const { brought, already, refused } = counts[kind]
          console.log(
            `  ${plurals[kind]}: ${brought} brought, ${already} here already, ${refused} cannot be brought along`,
          )
        }
        if (unreadable > 0) console.log(`  lines that are no record: ${unreadable}`)
        const isWhole = unreadable === 0 && recordKinds.every((kind) => counts[kind].refused === 0)
        return isWhole ? 0 : 1
      } finally {
        await content.close()
      }
    },
    { noStatementTimeout: true },
  )
}

/** `export <file>`; returns the exit code. */
export async function exportCommand(words: readonly string[], config: Config): Promise<number> {
  const file = resolve(parseArguments(words, 1).positionals[0]!)
  return withDatabase(
    config,
    async (database) => {
      const { counts, leftOut } = await exportTo(database, config, file)
      console.log(
        `Written to ${file}: ${recordKinds.map((kind) => `${counts[kind]} ${plurals[kind]}`).join(', ')}`,
      )
      if (leftOut > 0)
        console.log(`Left out: ${leftOut} punishments of players whom the game never named by an XUID`)
      console.log('The file holds addresses and password hashes: keep it as you keep a backup.')
      return 0
    },
    { noStatementTimeout: true },
  )
}
