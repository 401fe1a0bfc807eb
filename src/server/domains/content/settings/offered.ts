import { LanguagesContent, noSuchLanguage } from '../../../../contract/content/settings-schemas.ts'
import type { Text } from '../../../../contract/languages.ts'
import { textOf } from '../../../../contract/sentences.ts'
import type { Config } from '../../../config.ts'
import type { Languages } from '../../../platform/languages/languages.ts'
import { sayInEnglish } from '../../../platform/languages/say.ts'
import type { ContentProblem } from '../problem.ts'
import { type SettingState, settingState } from './state.ts'

const wrong = (field: string, text: Text): ContentProblem => ({
  file: 'languages',
  line: undefined,
  field,
  reason: field === '' ? sayInEnglish(text) : `${field}: ${sayInEnglish(text)}`,
  text,
})

function parse(value: unknown) {
  const { data, error } = LanguagesContent.safeParse(value)
  if (data !== undefined) return { data }
  const [issue] = error.issues
  return { problem: wrong(issue?.path.join('.') ?? '', textOf(issue?.message ?? '')) }
}

/**
 * The offered languages, the default first.
 * @param config as the process started with it, before saved languages are applied
 */
export function languagesSetting(
  { languages, given: variables }: Pick<Config, 'languages' | 'given'>,
  saved: unknown,
): { readonly used: readonly string[]; readonly state: SettingState } {
  const [first = 'en', ...others] = languages
  const given: LanguagesContent = { default: first, offered: [first, ...others] }
  const whole = variables.has('LANGUAGES') ? 'LANGUAGES' : undefined
  const parsed = saved == null || whole !== undefined ? undefined : parse(saved)
  const { data, problem } = parsed ?? {}
  return {
    used: data === undefined ? languages : [...new Set([data.default, ...data.offered])],
    state: settingState({ given, lock: { by: 'variable', whole }, saved, problem }),
  }
}

/** Why languages cannot be saved: the value is not valid, or one has no file. */
export async function languagesProblem(
  value: unknown,
  languages: Pick<Languages, 'available'>,
): Promise<ContentProblem | undefined> {
  const { data, problem } = parse(value)
  if (data === undefined) return problem
  const available = new Set((await languages.available()).map(({ tag }) => tag))
  const missing = data.offered.findIndex((tag) => !available.has(tag))
  return missing === -1 ? undefined : wrong(`offered.${missing}`, noSuchLanguage)
}
