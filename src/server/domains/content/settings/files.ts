import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parseDocument, stringify } from 'yaml'
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
import type { Database } from '../../../platform/database.ts'
import type { LiveHub } from '../../../platform/live-hub.ts'
import { ContentError, type ContentProblem } from '../problem.ts'
import type { ContentStore } from '../store.ts'
import { configOf, identitiesOf } from './identity.ts'
import { baseOfNew, currentRevisions, insertRevision, lockRevisions } from './queries.ts'
import { namedInAudit, settingsChannel } from './settings.ts'
import type { SavedSettings } from './state.ts'

const extension = '.yaml'
/** More than the largest value that is stored. */
const maxFileBytes = 1_000_000

const fileOf = (scope: string) => `${scope}${extension}`
const scopeOf = (file: string) => file.slice(0, -extension.length)

const yamlFilesIn = async (directory: string) =>
  (await readdir(directory)).filter((name) => name.endsWith(extension)).toSorted()

/**
 * Writes each setting that was saved in the browser as a YAML file, and deletes the files of those that are as shipped.
 * The same settings make the same bytes. Returns the settings that were written.
 */
export async function exportSettings(
  { sql }: Pick<Database, 'sql'>,
  directory: string,
): Promise<readonly string[]> {
  const saved = [...(await currentRevisions(sql))].filter(([, { value }]) => value !== null)
  const scopes = saved.map(([scope]) => scope).toSorted()
  await mkdir(directory, { recursive: true })
  for (const file of await yamlFilesIn(directory))
    if (isSettingScope(scopeOf(file)) && !scopes.includes(scopeOf(file))) await rm(join(directory, file))
  for (const [scope, { value }] of saved)
    await writeFile(join(directory, fileOf(scope)), stringify(value, { lineWidth: 0 }))
  return scopes
}

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
      wrong('this address is kept for a page of the site itself')
    else if (size > maxFileBytes) wrong('is too large')
    else {
      const document = parseDocument(await readFile(join(directory, file), 'utf8'))
      for (const { message, linePos } of document.errors) wrong(message, linePos?.[0].line)
      if (document.errors.length === 0) values.set(scope, document.toJS({ maxAliasCount: 0 }))
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
}

/**
 * Makes a revision of each file whose setting differs, all or none; settings without a file stay. Every process reads
 * them again. Returns the settings that changed.
 * @throws {ContentError} naming what is not valid
 */
export async function importSettings(
  { config, database, live, content }: Site,
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
    if ([...saved.keys()].filter(isPageScope).length > ownPageLimits.pages)
      problems.push({
        file: directory,
        line: undefined,
        reason: `there are ${ownPageLimits.pages} pages at most`,
      })
    if (problems.length > 0) throw new ContentError(problems)
    const changed = [...values].filter(
      ([scope, value]) => !isDeepStrictEqual(current.get(scope)?.value, value),
    )
    for (const [scope, value] of changed) {
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

function problemsOf(
  saved: SavedSettings,
  scopes: readonly SettingScope[],
  { identities, content }: { identities: ReturnType<typeof identitiesOf>; content: Site['content'] },
): ContentProblem[] {
  const { identity, problem: wrong } = identities.with(saved.get('identity'))
  const named = (scope: string, { reason }: ContentProblem): ContentProblem => ({
    file: fileOf(scope),
    line: undefined,
    reason,
  })
  if (scopes.includes('identity') && wrong !== undefined) return [named('identity', wrong)]
  const { settings } = content.with(saved, configOf(identity))
  return scopes.flatMap((scope) => {
    const problem = scope === 'identity' ? undefined : settings[scope]?.problem
    return problem === undefined ? [] : [named(scope, problem)]
  })
}
