/** What is wrong with a content file, and where: lines and columns count from 1. */
export interface ContentProblem {
  readonly file: string
  /** Undefined when the whole file is meant. */
  readonly line: number | undefined
  readonly reason: string
}

/** `content/rules.yaml:12: sections.1.title must not be empty.` */
export const sayProblem = ({ file, line, reason }: ContentProblem) =>
  `${file}${line === undefined ? '' : `:${line}`}: ${reason}`

/** Content that the site cannot start with: every problem of every file, a line each. */
export class ContentError extends Error {
  constructor(readonly problems: readonly ContentProblem[]) {
    super(`The content is not valid:\n${problems.map((problem) => `  ${sayProblem(problem)}`).join('\n')}`)
    this.name = 'ContentError'
  }
}
