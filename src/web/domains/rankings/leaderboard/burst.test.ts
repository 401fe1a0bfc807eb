import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDebouncer } from './use-live-board.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[live.15] Of a burst only the last message is handed on, once', async () => {
  const handOn = vi.fn(async () => {})
  const burst = createDebouncer<number>(300, handOn)
  for (const message of [1, 2, 3]) {
    burst.add(message)
    await vi.advanceTimersByTimeAsync(90)
  }
  expect(handOn).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(handOn.mock.calls).toEqual([[3]])
})

test('a stream without a pause is handed on all the same', async () => {
  const handOn = vi.fn(async () => {})
  const burst = createDebouncer<number>(300, handOn)
  for (let message = 0; message < 20; message += 1) {
    burst.add(message)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(handOn.mock.calls.length).toBeGreaterThanOrEqual(5)
})

test('while one is dealt with, the next ones wait and become one', async () => {
  let done = () => {}
  const handOn = vi.fn(() => new Promise<void>((resolve) => (done = resolve)))
  const burst = createDebouncer<number>(300, handOn)
  burst.add(1)
  await vi.advanceTimersByTimeAsync(300)
  burst.add(2)
  burst.add(3)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(handOn.mock.calls).toEqual([[1]])
  done()
  await vi.advanceTimersByTimeAsync(300)
  expect(handOn.mock.calls).toEqual([[1], [3]])
})

test('stopped, it forgets what it has', async () => {
  const handOn = vi.fn(async () => {})
  const burst = createDebouncer<number>(300, handOn)
  burst.add(1)
  burst.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(handOn).not.toHaveBeenCalled()
})
