import type { Tally } from './tally.ts'
import type { Target } from './target.ts'

/** One run of one set. */
export interface Round {
  readonly target: Target
  readonly tally: Tally
  readonly seed: number
  /** The long form takes minutes, the short one seconds. */
  readonly isLong: boolean
}

/** How many cases: few in the short form, many in the long one. */
export const caseCount = ({ isLong }: Round, short: number, long: number): number => (isLong ? long : short)

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Works on items, `width` at a time. */
export async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>) {
  const rest = [...items]
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
    }),
  )
}
