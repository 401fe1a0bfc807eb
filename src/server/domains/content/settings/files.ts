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
  isMadeByStaff,
  isPageScope,
  isSettingScope,
  type SettingScope,
  settingScopes,
  slugOfScope,
  translatedBy,
} from '../../../../contract/content/settings.ts'
import { recordConsoleAudit } from '../../../platform/audit.ts'
import type { Database, Executor } from '../../../platform/database/database.ts'
import type { Languages } from '../../../platform/languages/languages.ts'
import type { LiveHub } from '../../../platform/live/live-hub.ts'
import { encodeImage, NotAnImageError } from '../../../platform/media/image.ts'
import { NotTextError, textOfFile } from '../../../platform/text-file.ts'
import { problemIn } from '../content.ts'
import type { NamedPicture } from '../pictures/pictures.ts'
import { findLookPicture, holdLookPicture, insertLookPicture } from '../pictures/queries.ts'
import { ContentError, type ContentProblem } from '../problem.ts'
import { settingsChannel } from '../secrets/secrets.ts'
import type { ContentStore } from '../store.ts'
import { baseOfNew, currentRevisions, insertRevision, lockRevisions } from './queries.ts'
import { picturesIn, settingRules } from './rules.ts'
import { namedInAudit } from './settings.ts'
import type { SavedSettings } from './state.ts'

const extension = '.yaml'
/** Larger than any value that can be stored. */
const maxFileBytes = 1_000_000

const fileOf = (scope: string) => `${scope}${extension}`
const scopeOf = (file: string) => file.slice(0, -extension.length)

const pictureFile = /^[0-9a-f]{64}\.(?:png|webp)$/
const pictureFileOf = (kind: LookPictureKind, hash: string) => basename(lookPicturePath(kind, hash))

const yamlFilesIn = async (directory: string) =>
  (await readdir(directory)).filter((name) => name.endsWith(extension)).toSorted()

/**
 * Writes each saved setting as a YAML file, with its pictures, and deletes the files of settings that are as shipped. The
 * same settings make the same bytes. Returns the scopes that were written.
 */
export async function exportSettings(
  { sql }: Pick<Database, 'sql'>,
  directory: string,
): Promise<readonly string[]> {
  const saved = [...(await currentRevisions(sql))].filter(([, { value }]) => value !== null)
  const scopes = saved.map(([scope]) => scope).toSorted()
  const pictures = saved.flatMap(([scope, { value }]) =>
    isSettingScope(scope) ? picturesIn(scope, value) : [],
  )
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

/** Stores the pictures that a setting names, from the same directory. @throws {ContentError} naming a file */
async function importPictures(
  executor: Executor,
  directory: string,
  { scope, pictures }: { scope: SettingScope; pictures: readonly NamedPicture[] },
): Promise<void> {
  for (const { kind, field, hash } of pictures) {
    const name = pictureFileOf(kind, hash)
    const wrong = (reason: string) => new ContentError([{ file: name, line: undefined, reason }])
    const bytes = await readFile(join(directory, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (bytes === undefined) {
      if (await holdLookPicture(executor, kind, hash)) continue
      throw wrong(`is missing, and ${fileOf(scope)} names it as ${field}`)
    }
    if (bytes.length > lookPictureLimits.logoBytes) throw wrong('is too large')
    // An exported picture is stored as it is, because its name is its hash. Anybody can write such a name, so it is also
    // decoded, in a process that no picture can harm.
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
  readonly database: Pick<Database, 'sql'>
  readonly live: Pick<LiveHub, 'publish'>
  readonly content: Pick<ContentStore, 'with'>
  readonly languages: Pick<Languages, 'available'>
}

/**
 * Makes a revision of each file whose setting differs, all or none. Settings without a file stay. Every process reloads.
 * Returns the scopes that changed.
 * @throws {ContentError} naming each file that is not valid
 */
export async function importSettings(
  { database, live, content, languages }: Site,
  directory: string,
): Promise<readonly SettingScope[]> {
  const values = await readSettings(directory)
  return database.sql.transaction().execute(async (transaction) => {
    await lockRevisions(transaction)
    const current = await currentRevisions(transaction)
    const stored = [...settingScopes, ...[...current.keys()].filter(isMadeByStaff)]
    const saved: SavedSettings = new Map([
      ...stored.map((scope) => [scope, current.get(scope)?.value] as const),
      ...values,
    ])
    const made = content.with(saved)
    const problems: ContentProblem[] = []
    for (const [scope, value] of values) {
      const { of } = translatedBy(scope) ?? {}
      if (of !== undefined && isPageScope(of) && saved.get(of) == null)
        problems.push({ file: fileOf(scope), line: undefined, reason: `there is no ${fileOf(of)}` })
      const problem = (await settingRules(scope).problem?.(value, languages)) ?? problemIn(made, scope)
      if (problem !== undefined)
        problems.push({ file: fileOf(scope), line: undefined, reason: problem.reason })
    }
    if ([...saved.keys()].filter(isPageScope).length > ownPageLimits.pages)
      problems.push({
        file: directory,
        line: undefined,
        reason: `there are ${ownPageLimits.pages} pages at most`,
      })
    if (problems.length > 0) throw new ContentError(problems)
    // Compared as text, because the order of keys matters.
    const changed = [...values].filter(
      ([scope, value]) => JSON.stringify(current.get(scope)?.value) !== JSON.stringify(value),
    )
    for (const [scope, value] of changed) {
      await importPictures(transaction, directory, { scope, pictures: picturesIn(scope, value) })
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
