import { afterEach, expect, test, vi } from 'vitest'
import { ConcurrencyLimiter, longestWaitMs } from './concurrency-limiter.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('Who waits too long for a slot gets 503 with Retry-After, and the slot goes to the next', async () => {
  vi.useFakeTimers()
  const limiter = new ConcurrencyLimiter(1, 2)
  let end = (_result: string): void => undefined
  const running = new Promise<string>((resolve) => {
    end = resolve
  })
  const first = limiter.run(() => running)
  const second = limiter.run(() => Promise.resolve('second')).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(longestWaitMs - 1)
  const third = limiter.run(() => Promise.resolve('third'))
  await vi.advanceTimersByTimeAsync(1)
  expect(await second).toMatchObject({ status: 503, retryAfter: 2 })

  end('first')
  expect([await first, await third]).toEqual(['first', 'third'])
  // Nobody is left in the queue, and no timer runs on.
  expect([await limiter.run(() => Promise.resolve('fourth')), vi.getTimerCount()]).toEqual(['fourth', 0])
})
