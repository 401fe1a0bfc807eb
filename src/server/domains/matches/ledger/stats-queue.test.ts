import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StatsQueue } from './stats-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a burst lets the newest four through, later ones at the next second at the latest', () => {
  const sent: number[] = []
  const queue = new StatsQueue<number>((message) => sent.push(message))
  queue.add([1, 2])
  expect(sent).toEqual([1, 2])
  queue.add([3, 4, 5, 6, 7, 8, 9])
  expect(sent).toEqual([1, 2, 6, 7])
  vi.advanceTimersByTime(500)
  queue.add([10, 11, 12])
  expect(sent).toHaveLength(4)
  vi.advanceTimersByTime(501)
  expect(sent).toEqual([1, 2, 6, 7, 9, 10, 11, 12])
  vi.advanceTimersByTime(5_000)
  expect(sent).toHaveLength(8)
})

test('[live.16] at most 4 messages in any second, none later than a second, the newest among them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 80 }), (pauses) => {
      const sent: { added: number; at: number; n: number }[] = []
      const queue = new StatsQueue<{ added: number; n: number }>((message) =>
        sent.push({ ...message, at: performance.now() }),
      )
      for (const [n, pause] of pauses.entries()) {
        vi.advanceTimersByTime(pause)
        queue.add([{ added: performance.now(), n }])
      }
      vi.advanceTimersByTime(2_000)
      for (const { at } of sent)
        expect(sent.filter((other) => other.at >= at && other.at < at + 1_000).length).toBeLessThanOrEqual(4)
      for (const { added, at } of sent) expect(at - added).toBeLessThanOrEqual(1_000)
      expect(sent.at(-1)?.n).toBe(pauses.length - 1)
    }),
    { numRuns: 200 },
  )
})

test('[live.16] the newest is sent even when the timer of a busy process is late', () => {
  const start = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (work: () => void, ms: number) => start(work, ms + 50))
  try {
    const sent: number[] = []
    const queue = new StatsQueue<number>((message) => sent.push(message))
    queue.add([1, 2, 3, 4])
    queue.add([5])
    vi.advanceTimersByTime(2_000)
    expect(sent).toEqual([1, 2, 3, 4, 5])
  } finally {
    vi.unstubAllGlobals()
  }
})

test('after closing nothing is sent', () => {
  const sent: number[] = []
  const queue = new StatsQueue<number>((message) => sent.push(message))
  queue.add([1, 2, 3, 4, 5])
  queue.add([6])
  queue.close()
  vi.advanceTimersByTime(5_000)
  expect(sent).toEqual([2, 3, 4, 5])
})
