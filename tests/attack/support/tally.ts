export interface Failure {
  readonly attack: string
  readonly why: string
}

/** Enough to see what is wrong; the rest is counted. */
const maxFailuresKept = 40

/** The cases of one set of attacks: how many were tried, how many the site withstood, and how the others ended. */
export class Tally {
  tried = 0
  passed = 0
  readonly failures: Failure[] = []
  /** What was measured on the way. */
  readonly figures: Record<string, number | string> = {}

  constructor(readonly set: string) {}

  /** One case; `complaint` undefined: withstood. */
  note(attack: string, complaint: string | undefined): boolean {
    this.tried += 1
    if (complaint === undefined) this.passed += 1
    else if (this.failures.length < maxFailuresKept) this.failures.push({ attack, why: complaint })
    return complaint === undefined
  }

  /** One case that is withstood when `work` finds nothing to complain of and does not throw. */
  async check(
    attack: string,
    work: () => Promise<string | undefined> | string | undefined,
  ): Promise<boolean> {
    try {
      return this.note(attack, await work())
    } catch (error) {
      return this.note(attack, `ended with ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  /** Many cases that were judged elsewhere. */
  add(tried: number, failures: readonly Failure[]): void {
    this.tried += tried
    this.passed += tried - failures.length
    this.failures.push(...failures.slice(0, maxFailuresKept - this.failures.length))
  }
}

/** A complaint unless two values are the same. */
export const unless = (found: unknown, expected: unknown, about: string): string | undefined =>
  Object.is(found, expected)
    ? undefined
    : `${about} is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`

/** The first complaint of several. */
export const firstOf = (...complaints: readonly (string | undefined)[]): string | undefined =>
  complaints.find((complaint) => complaint !== undefined)
