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

test('A full queue answers 503, an owner without a place left 429; places are free again once the work has ended or failed', async () => {
  const limiter = new ConcurrencyLimiter(1, 2, 2)
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  const ann = [limiter.run(work, 'Ann'), limiter.run(() => Promise.reject(new Error('failed')), 'Ann')]
  await expect(limiter.run(work, 'Ann')).rejects.toMatchObject({ status: 429 })
  const ben = limiter.run(work, 'Ben')
  await expect(limiter.run(work)).rejects.toMatchObject({ status: 503 })
  ends.shift()!()
  await ann[0]
  await expect(ann[1]).rejects.toThrow('failed')
  // Ann has both places again, while Ben still has one.
  const again = [limiter.run(work, 'Ann'), limiter.run(work, 'Ann')]
  await expect(limiter.run(work, 'Ann')).rejects.toMatchObject({ status: 429 })
  for (const one of [ben, ...again]) {
    await expect.poll(() => ends.length).toBe(1)
    ends.shift()!()
    await one
  }
  await Promise.all([limiter.run(async () => {}), limiter.run(async () => {}, 'Ben')])
})
