import { expect } from 'vitest'

/**
 * Seconds until the next attempt: a pause is up to a tenth longer than the formula says, and an hour at most. A slow
 * machine reads it later.
 */
export const pauseOf = (seconds: number): number =>
  expect.toSatisfy(
    (actual: number) =>
      actual > seconds - 9 && actual <= Math.max(seconds, Math.min(Math.ceil(seconds * 1.1), 3_600)),
    `about ${seconds} s`,
  )
