import {
  type SettingScope,
  type SettingSource,
  settingNameOf,
} from '../../../../contract/content/settings.ts'
import { settingValues } from '../../../../contract/content/settings-schemas.ts'
import type { ContentProblem } from '../problem.ts'
import { checkYaml, type Placeholders } from '../yaml-file.ts'

/** Values saved in the browser, by scope. */
export type SavedSettings = ReadonlyMap<SettingScope, unknown>

/** The value of a setting as the editor shows it, and where it comes from. */
export interface SettingState {
  /** With placeholders. */
  readonly value: unknown
  /** What is in force without the saved value; absent where that is `value`. */
  readonly given?: unknown
  readonly source: SettingSource
  /** The variable or file that decides the whole setting. */
  readonly lockedBy?: string
  /** The variables or files that decide parts of it, by key. */
  readonly locked?: Readonly<Record<string, string>>
  /** Why the saved value is not in use. */
  readonly problem?: ContentProblem
}

/** What decides a setting before the browser does: all of it, or parts by key. */
interface Lock {
  readonly by: 'variable' | 'file'
  readonly whole?: string | undefined
  readonly parts?: Readonly<Record<string, string>>
}

interface Candidates {
  /** The value of variables and files, or else of the release. */
  readonly given: unknown
  readonly lock?: Lock | undefined
  /** The value saved in the browser. */
  readonly saved?: unknown
  /** Why it cannot be used. */
  readonly problem?: ContentProblem | undefined
}

/**
 * Decides where the value of any setting comes from. A variable or a file that the operator changed wins over the
 * browser, and the browser over the release.
 */
export function settingState({ given, lock, saved, problem }: Candidates): SettingState {
  const { by, whole, parts = {} } = lock ?? { by: 'file' }
  const isPartly = Object.keys(parts).length > 0
  const isSaved = saved != null && problem === undefined && whole === undefined
  return {
    value: isSaved ? saved : given,
    ...(isSaved && { given }),
    source: isSaved ? 'browser' : whole !== undefined || isPartly ? by : 'shipped',
    ...(whole !== undefined && { lockedBy: whole }),
    ...(isPartly && { locked: parts }),
    ...(problem !== undefined && { problem }),
  }
}

interface WrittenSetting extends Omit<Candidates, 'problem'> {
  readonly placeholders: Placeholders
  readonly defaults?: unknown
}

/** A setting saved like a content file. `used` is the saved value, filled in; undefined where something else decides. */
export function writtenSetting<T>(
  scope: SettingScope,
  { given, lock, saved, ...how }: WrittenSetting,
): { readonly used?: T; readonly state: SettingState } {
  if (saved == null || lock?.whole !== undefined) return { state: settingState({ given, lock }) }
  const schema = settingValues[settingNameOf(scope)]
  const checked = checkYaml<unknown>({ file: scope, text: JSON.stringify(saved), schema, ...how })
  if ('value' in checked) return { used: checked.value as T, state: settingState({ given, lock, saved }) }
  return { state: settingState({ given, lock, saved, problem: checked.problems[0] }) }
}
