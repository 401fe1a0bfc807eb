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

test('after closing nothing is sent', () => {
  const sent: number[] = []
  const queue = new StatsQueue<number>((message) => sent.push(message))
  queue.add([1, 2, 3, 4, 5])
  queue.add([6])
  queue.close()
  vi.advanceTimersByTime(5_000)
  expect(sent).toEqual([2, 3, 4, 5])
})
