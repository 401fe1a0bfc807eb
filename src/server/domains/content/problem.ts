/** A problem in a content file; lines and columns are one-based. */
export interface ContentProblem {
  readonly file: string
  /** Undefined for the whole file. */
  readonly line: number | undefined
  readonly reason: string
  /** Dotted path of the value that is wrong, where one is. */
  readonly field?: string
}

/** `content/rules.yaml:12: sections.1.title must not be empty.` */
export const formatProblem = ({ file, line, reason }: ContentProblem) =>
  `${file}${line === undefined ? '' : `:${line}`}: ${reason}`

/** Of a file of another language, which the site starts with. */
export const formatTranslationProblem = (problem: ContentProblem) =>
  `${formatProblem(problem)} (the words of the default language are shown)`

/** Content that the site cannot start with; lists every problem of every file. */
export class ContentError extends Error {
  constructor(readonly problems: readonly ContentProblem[]) {
    super(`The content is not valid:\n${problems.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`)
    this.name = 'ContentError'
  }
}
