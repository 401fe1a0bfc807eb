interface Said {
  readonly TEST_SIZE?: string | undefined
  readonly TEST_SEED?: string | undefined
}

/**
 * What of the tests is run: `small` in `npm test`; in the complete run `full`, or `sample` on a slow machine
 * (scripts/lib/test-stages.mjs), of which the seed chooses another one in each run.
 */
export function sizesOf({ TEST_SIZE: size, TEST_SEED: seed = '0' }: Said) {
  let asked = 0
  return {
    /** Returns `full` in the complete run on a machine that is quick enough, else `small`. */
    bySize: <T>(small: T, full: T): T => (size === 'full' ? full : small),
    /** Alternatives of which each proves its rule: all of them, of a sample one. */
    someOf: <T>(all: readonly T[]): readonly T[] =>
      size === 'sample' ? all.filter((_, at) => at === Number(seed) % all.length) : all,
    /** Whether something costly is done this time: always in the complete run, of a sample every third time. */
    isLookedAt(): boolean {
      asked += 1
      return size === 'sample' ? (asked + Number(seed)) % 3 === 0 : size === 'full'
    },
  }
}

export const { bySize, someOf, isLookedAt } = sizesOf(process.env)
