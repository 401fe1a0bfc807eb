const isFull = process.env.TEST_SIZE === 'full'
const seed = Number(process.env.TEST_SEED ?? 1)

/** Returns `full` in the complete run (TEST_SIZE=full, as `npm run test:all` sets it), else `small`. */
export const bySize = <T>(small: T, full: T): T => (isFull ? full : small)

/** Mulberry32 (public domain): a small generator whose sequence follows from its seed. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Returns all rows of a table in the complete run, else `count` of them in their order. Which ones follows from
 * TEST_SEED, which `npm test` draws and prints.
 */
export function sampled<T>(rows: readonly T[], count: number): readonly T[] {
  if (isFull || rows.length <= count) return rows
  const random = randomFrom(seed)
  const drawn = rows.map((row, index) => ({ row, index, order: random() }))
  return drawn
    .sort((a, b) => a.order - b.order)
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ row }) => row)
}
