import { LanguagesContent, noSuchLanguage } from '../../../../contract/content/settings-schemas.ts'
import type { Config } from '../../../config.ts'
import type { Languages } from '../../../platform/languages/languages.ts'
import type { ContentProblem } from '../problem.ts'

export interface OfferedLanguages {
  /** The default first. */
  readonly tags: readonly string[]
  readonly problem?: ContentProblem
}

const wrong = (field: string, reason: string): ContentProblem => ({
  file: 'languages',
  line: undefined,
  field,
  reason,
})

const parse = (value: unknown) => {
  const { data, error } = LanguagesContent.safeParse(value)
  if (data !== undefined) return { data }
  const [issue] = error.issues
  return { problem: wrong(issue?.path.join('.') ?? '', issue?.message ?? '') }
}

export const languagesContentOf = ([first = 'en', ...others]: readonly string[]): LanguagesContent => ({
  default: first,
  offered: [first, ...others],
})

/** The languages that a process offers with each saved value. Ask it before anything saved is in `config`. */
export function offeredLanguagesOf({ languages, given }: Pick<Config, 'languages' | 'given'>) {
  const lockedBy = given.has('LANGUAGES') ? 'LANGUAGES' : undefined
  return {
    lockedBy,
    /** The variable decides, and what is not valid is left out and named. */
    with(saved: unknown): OfferedLanguages {
      if (saved == null || lockedBy !== undefined) return { tags: languages }
      const { data, problem } = parse(saved)
      if (data === undefined) return { tags: languages, problem }
      return { tags: [data.default, ...data.offered.filter((tag) => tag !== data.default)] }
    },
  }
}

/** Why a value cannot be saved; undefined for nothing. */
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
