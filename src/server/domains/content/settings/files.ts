import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseDocument, stringify } from 'yaml'
import {
  type LookPictureKind,
  lookPictureLimits,
  lookPicturePath,
} from '../../../../contract/content/look-pictures.ts'
import { isReservedSlug, ownPageLimits } from '../../../../contract/content/own-pages.ts'
import {
  isPageScope,
  isSettingScope,
  type SettingScope,
  settingScopes,
  slugOfScope,
} from '../../../../contract/content/settings.ts'
import type { Config } from '../../../config.ts'
import { recordConsoleAudit } from '../../../platform/audit.ts'
import type { Database, Executor } from '../../../platform/database.ts'
import { encodeImage, NotAnImageError } from '../../../platform/image.ts'
import type { Languages } from '../../../platform/languages/languages.ts'
import type { LiveHub } from '../../../platform/live-hub.ts'
import { NotTextError, textOfFile } from '../../../platform/text-file.ts'
import { problemIn } from '../content.ts'
import { picturesOf } from '../pictures/pictures.ts'
import { findLookPicture, holdLookPicture, insertLookPicture } from '../pictures/queries.ts'
import { ContentError, type ContentProblem } from '../problem.ts'
import type { ContentStore } from '../store.ts'
import { configOf, identitiesOf } from './identity.ts'
import { languagesProblem } from './offered.ts'
import { baseOfNew, currentRevisions, insertRevision, lockRevisions } from './queries.ts'
import { namedInAudit, settingsChannel } from './settings.ts'
import type { SavedSettings } from './state.ts'

const extension = '.yaml'
/** More than the largest value that is stored. */
const maxFileBytes = 1_000_000

const fileOf = (scope: string) => `${scope}${extension}`
const scopeOf = (file: string) => file.slice(0, -extension.length)

const pictureFile = /^[0-9a-f]{64}\.(?:png|webp)$/
const pictureFileOf = (kind: LookPictureKind, hash: string) => basename(lookPicturePath(kind, hash))

const yamlFilesIn = async (directory: string) =>
  (await readdir(directory)).filter((name) => name.endsWith(extension)).toSorted()

/**
 * Writes each setting that was saved in the browser as a YAML file, with the pictures that it names, and deletes the
 * files of those that are as shipped. The same settings make the same bytes. Returns the settings that were written.
 */
export async function exportSettings(
  { sql }: Pick<Database, 'sql'>,
  directory: string,
): Promise<readonly string[]> {
  const saved = [...(await currentRevisions(sql))].filter(([, { value }]) => value !== null)
  const scopes = saved.map(([scope]) => scope).toSorted()
  const pictures = saved.flatMap(([scope, { value }]) => (scope === 'look' ? picturesOf(value) : []))
  await mkdir(directory, { recursive: true })
  for (const file of (await readdir(directory)).filter((name) => pictureFile.test(name)))
    if (!pictures.some(({ kind, hash }) => pictureFileOf(kind, hash) === file))
      await rm(join(directory, file))
  for (const { kind, hash } of pictures) {
    const found = await findLookPicture(sql, hash)
    if (found !== undefined) await writeFile(join(directory, pictureFileOf(kind, hash)), found.bytes)
  }
  for (const file of await yamlFilesIn(directory))
    if (isSettingScope(scopeOf(file)) && !scopes.includes(scopeOf(file))) await rm(join(directory, file))
  for (const [scope, { value }] of saved)
    await writeFile(join(directory, fileOf(scope)), stringify(value, { lineWidth: 0 }))
  return scopes
}

/** Stores the pictures of a look that lie beside it, as posting them does. @throws {ContentError} naming a file */
async function importPictures(executor: Executor, directory: string, look: unknown): Promise<void> {
  for (const { kind, field, hash } of picturesOf(look)) {
    const name = pictureFileOf(kind, hash)
    const wrong = (reason: string) => new ContentError([{ file: name, line: undefined, reason }])
    const bytes = await readFile(join(directory, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (bytes === undefined) {
      if (await holdLookPicture(executor, kind, hash)) continue
      throw wrong(`is missing, and ${fileOf('look')} names it as ${field}`)
    }
    if (bytes.length > lookPictureLimits.logoBytes) throw wrong('is too large')
    // Made by an export, so it is not changed: its name says what it holds. Anybody can write such a name, so it is
    // decoded, where no picture harms this process.
    const made = createHash('sha256').update(bytes).digest()
    const isMade = made.toString('hex') === hash && isPicture[kind](bytes) && (await isDecodable(bytes))
    if (!isMade) throw wrong('is not the picture that was exported')
    await insertLookPicture(executor, kind, { hash: made, bytes })
  }
}

const isPicture: Readonly<Record<LookPictureKind, (bytes: Buffer) => boolean>> = {
  logo: (bytes) => bytes.subarray(1, 4).toString('latin1') === 'PNG',
  hero: (bytes) => bytes.subarray(8, 12).toString('latin1') === 'WEBP',
}

const isDecodable = (bytes: Buffer) =>
  encodeImage(bytes, { side: 16, still: true }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotAnImageError) return false
      throw error
    },
  )

/** @throws {ContentError} naming every file that is no setting or no YAML */
async function readSettings(directory: string): Promise<Map<SettingScope, unknown>> {
  const values = new Map<SettingScope, unknown>()
  const problems: ContentProblem[] = []
  for (const file of await yamlFilesIn(directory)) {
    const scope = scopeOf(file)
    const wrong = (reason: string, line?: number) => problems.push({ file, line, reason })
    const { size } = await stat(join(directory, file))
    if (!isSettingScope(scope)) wrong('there is no such setting')
    else if (isPageScope(scope) && isReservedSlug(slugOfScope(scope)))
      wrong('this address is reserved for a page of the site')
    else if (size > maxFileBytes) wrong('is too large')
    else
      try {
        const document = parseDocument(textOfFile(await readFile(join(directory, file))))
        for (const { message, linePos } of document.errors) wrong(message, linePos?.[0].line)
        if (document.errors.length === 0) values.set(scope, document.toJS({ maxAliasCount: 0 }))
      } catch (error) {
        if (!(error instanceof NotTextError)) throw error
        wrong(error.message, error.line)
      }
  }
  if (problems.length > 0) throw new ContentError(problems)
  return values
}

interface Site {
  readonly config: Config
  readonly database: Pick<Database, 'sql'>
  readonly live: Pick<LiveHub, 'publish'>
  readonly content: Pick<ContentStore, 'with'>
  readonly languages: Pick<Languages, 'available'>
}

/**
 * Makes a revision of each file whose setting differs, all or none; settings without a file stay. Every process reads
 * them again. Returns the settings that changed.
 * @throws {ContentError} naming what is not valid
 */
export async function importSettings(
  { config, database, live, content, languages }: Site,
  directory: string,
): Promise<readonly SettingScope[]> {
  const values = await readSettings(directory)
  const identities = identitiesOf(config)
  return database.sql.transaction().execute(async (transaction) => {
    await lockRevisions(transaction)
    const current = await currentRevisions(transaction)
    const stored = [...settingScopes, ...[...current.keys()].filter(isPageScope)]
    const saved: SavedSettings = new Map([
      ...stored.map((scope) => [scope, current.get(scope)?.value] as const),
      ...values,
    ])
    const problems = problemsOf(saved, [...values.keys()], { identities, content })
    const wrong = values.has('languages') && (await languagesProblem(values.get('languages'), languages))
    if (wrong) problems.push(named('languages', wrong))
    if ([...saved.keys()].filter(isPageScope).length > ownPageLimits.pages)
      problems.push({
        file: directory,
        line: undefined,
        reason: `there are ${ownPageLimits.pages} pages at most`,
      })
    if (problems.length > 0) throw new ContentError(problems)
    // As text, because the order of keys means something.
    const changed = [...values].filter(
      ([scope, value]) => JSON.stringify(current.get(scope)?.value) !== JSON.stringify(value),
    )
    for (const [scope, value] of changed) {
      if (scope === 'look') await importPictures(transaction, directory, value)
      const before = current.get(scope)?.revision ?? null
      const base = before ?? (await baseOfNew(transaction, scope))
      const revision = await insertRevision(transaction, { scope, value, base, by: null })
      await recordConsoleAudit(transaction, {
        action: 'setting.save',
        subject: { type: 'setting', id: null },
        before: { ...namedInAudit(scope), revision: before },
        after: { ...namedInAudit(scope), revision },
      })
    }
    if (changed.length > 0) await live.publish(settingsChannel, {}, transaction)
    return changed.map(([scope]) => scope)
  })
}

const named = (scope: string, { field, reason }: ContentProblem): ContentProblem => ({
  file: fileOf(scope),
  line: undefined,
  reason: scope === 'languages' ? `${field}: ${reason}` : reason,
})

function problemsOf(
  saved: SavedSettings,
  scopes: readonly SettingScope[],
  { identities, content }: { identities: ReturnType<typeof identitiesOf>; content: Site['content'] },
): ContentProblem[] {
  const { identity, problem: wrong } = identities.with(saved.get('identity'))
  if (scopes.includes('identity') && wrong !== undefined) return [named('identity', wrong)]
  const made = content.with(saved, configOf(identity))
  return scopes.flatMap((scope) => {
    const problem = scope === 'identity' || scope === 'languages' ? undefined : problemIn(made, scope)
    return problem === undefined ? [] : [named(scope, problem)]
  })
}
