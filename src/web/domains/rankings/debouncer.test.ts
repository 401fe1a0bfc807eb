import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDebouncer } from './debouncer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('[live.15] Of a burst only the last message is handled, once', async () => {
  const handle = vi.fn(async () => {})
  const debouncer = createDebouncer<number>(300, handle)
  for (const message of [1, 2, 3]) {
    debouncer.add(message)
    await vi.advanceTimersByTimeAsync(90)
  }
  expect(handle).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(handle.mock.calls).toEqual([[3]])
})

test('a stream without a pause is handled all the same', async () => {
  const handle = vi.fn(async () => {})
  const debouncer = createDebouncer<number>(300, handle)
  for (let message = 0; message < 20; message += 1) {
    debouncer.add(message)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(handle.mock.calls.length).toBeGreaterThanOrEqual(5)
})

test('messages that arrive while one is handled wait and become one', async () => {
  let done = () => {}
  const handle = vi.fn(() => new Promise<void>((resolve) => (done = resolve)))
  const debouncer = createDebouncer<number>(300, handle)
  debouncer.add(1)
  await vi.advanceTimersByTimeAsync(300)
  debouncer.add(2)
  debouncer.add(3)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(handle.mock.calls).toEqual([[1]])
  done()
  await vi.advanceTimersByTimeAsync(300)
  expect(handle.mock.calls).toEqual([[1], [3]])
})

test('a stopped debouncer drops the message that waits', async () => {
  const handle = vi.fn(async () => {})
  const debouncer = createDebouncer<number>(300, handle)
  debouncer.add(1)
  debouncer.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(handle).not.toHaveBeenCalled()
})
