/** One promise, held against a run. */
export interface Result {
  readonly fault: string
  /** What was done, and which promise is measured. */
  readonly tried: string
  readonly bound: string
  readonly measured: string
  readonly passed: boolean
}

/** Collects the promises of one fault; prints each as it is known. */
export class Report {
  readonly results: Result[] = []

  constructor(private readonly fault: string) {}

  promise(tried: string, bound: string, measured: string, passed: boolean): void {
    const result = { fault: this.fault, tried, bound, measured, passed }
    this.results.push(result)
    console.log(`${passed ? 'ok    ' : 'FAILED'} ${this.fault}: ${tried}: ${measured} (${bound})`)
  }

  /** At most so many milliseconds; undefined: it never came. */
  within(tried: string, maxMs: number, ms: number | undefined): void {
    const measured = ms === undefined ? 'never' : `${(ms / 1000).toFixed(2)} s`
    this.promise(tried, `≤ ${maxMs / 1000} s`, measured, ms !== undefined && ms <= maxMs)
  }

  /** None of them. */
  none(tried: string, found: readonly string[]): void {
    const kinds = [...new Set(found)].slice(0, 3).join('; ')
    this.promise(tried, 'none', found.length === 0 ? 'none' : `${found.length}: ${kinds}`, found.length === 0)
  }
}
