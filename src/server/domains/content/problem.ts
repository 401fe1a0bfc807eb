import { msg } from '@lingui/core/macro'
import { saidWith, type Text } from '../../../contract/languages.ts'
import { sayInEnglish } from '../../platform/languages/say.ts'

/** A problem in a content file; lines and columns are one-based. */
export interface ContentProblem {
  readonly file: string
  /** Undefined for the whole file. */
  readonly line: number | undefined
  /** In English, as logs and commands show it. */
  readonly reason: string
  /** The reason in the language of the reader; absent where it is in English alone. */
  readonly text?: Text
  /** Dotted path of the value that is wrong, where one is. */
  readonly field?: string
}

const isPredicate = (sentence: string) => /^(?:must|is|has|lacks)\b/.test(sentence)

/** Returns what is wrong with a field, or with the whole file when `named` is empty. `absence`: it has no value. */
export function fieldProblem(
  named: string,
  text: Text,
  absence?: 'missing' | 'empty',
): Pick<ContentProblem, 'reason' | 'text'> {
  const sentence = sayInEnglish(text)
  const isSubject = isPredicate(sentence)
  const subject = named || 'The file'
  const reason =
    absence === undefined
      ? `${subject}${isSubject ? '' : ':'} ${sentence}.`
      : `${subject} is ${absence}: ${isSubject ? 'it ' : ''}${sentence}.`
  // Messages of Zod have no translation. A sentence is in one language.
  if (typeof text === 'string' || !isSubject) return { reason }
  const field = named || saidWith(msg`The file`)
  const problem = saidWith(text)
  if (absence === 'missing') return { reason, text: msg`${field} is missing: it ${problem}.` }
  if (absence === 'empty') return { reason, text: msg`${field} is empty: it ${problem}.` }
  return { reason, text: msg`${field} ${problem}.` }
}

/** `content/rules.yaml:12: sections.1.title must not be empty.` */
export const formatProblem = ({ file, line, reason }: ContentProblem) =>
  `${file}${line === undefined ? '' : `:${line}`}: ${reason}`

/** Of a file of another language, which the site starts with. */
export const formatTranslationProblem = (problem: ContentProblem) =>
  `${formatProblem(problem)} (the words of the default language are shown)`

/** Of a text that is shown as it is written, because rendering it would take too long. */
export const unrenderedProblem = (
  file: string,
  field: string | undefined,
  reason: string,
): ContentProblem => ({
  file,
  line: undefined,
  reason,
  ...(field !== undefined && { field }),
})

export const formatUnrenderedProblem = (problem: ContentProblem) =>
  `${formatProblem(problem)} (the text is shown as it is written, not as Markdown)`

/** Content that the site cannot start with; lists every problem of every file. */
export class ContentError extends Error {
  constructor(readonly problems: readonly ContentProblem[]) {
    super(`The content is not valid:\n${problems.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`)
    this.name = 'ContentError'
  }
}
