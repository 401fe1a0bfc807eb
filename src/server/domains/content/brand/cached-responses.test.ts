import { expect, test } from 'vitest'
import { ConcurrencyLimiter } from '../../../platform/http/concurrency-limiter.ts'
import { CachedResponses } from './cached-responses.ts'

const from = (owner: string) => ({ owner, takeLimit: async () => undefined })
const bytes = (length: number) => async () => Buffer.alloc(length, 1)

test('What is asked for twice at once is made once, and then kept', async () => {
  const kept = new CachedResponses(1_000, new ConcurrencyLimiter(2, 10))
  let made = 0
  const make = async () => {
    made += 1
    await new Promise((resolve) => setTimeout(resolve, 5))
    return Buffer.from('image')
  }
  const responses = await Promise.all([kept.get('a', make), kept.get('a', make), kept.get('a', make)])
  expect(new Set(responses).size).toBe(1)
  expect((await kept.get('a', make)).body.toString()).toBe('image')
  expect(made).toBe(1)
})

test('No more than the limit is kept, and the least recently asked for goes first', async () => {
  const kept = new CachedResponses(100, new ConcurrencyLimiter(2, 10))
  const made: string[] = []
  const ask = (key: string, length: number) =>
    kept.get(key, async () => {
      made.push(key)
      return Buffer.alloc(length)
    })
  for (const key of ['a', 'b', 'a']) await ask(key, 50)
  await ask('c', 40)
  expect(kept.bytes).toBe(90)
  for (const key of ['a', 'c', 'b']) await ask(key, 50)
  expect(made).toEqual(['a', 'b', 'c', 'b'])
  await ask('too large', 101)
  expect(kept.bytes).toBe(0)
})

test('What failed is not kept: the next one tries again', async () => {
  const kept = new CachedResponses(100, new ConcurrencyLimiter(2, 10))
  await expect(kept.get('a', () => Promise.reject(new Error('no paint')))).rejects.toThrow('no paint')
  expect((await kept.get('a', bytes(3))).body).toHaveLength(3)
})

test('At most two are made at once, and one network cannot fill the queue', async () => {
  const kept = new CachedResponses(1_000, new ConcurrencyLimiter(2, 40, 3))
  let running = 0
  let max = 0
  const make = async () => {
    running += 1
    max = Math.max(max, running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    return Buffer.alloc(1)
  }
  const requests = ['a', 'b', 'c', 'd'].map((key) => kept.get(key, make, from('one network')))
  const others = ['e', 'f'].map((key) => kept.get(key, make, from(`network ${key}`)))
  const outcomes = await Promise.allSettled([...requests, ...others])
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(outcomes[3]).toMatchObject({ reason: { status: 429 } })
  expect(max).toBe(2)
})

test('An asker is charged for what is made for them alone, and their refusal is nobody else’s', async () => {
  const kept = new CachedResponses(1_000, new ConcurrencyLimiter(1, 10))
  let charged = 0
  const asker = {
    owner: 'somebody',
    async takeLimit() {
      charged += 1
    },
  }
  const refused = { owner: 'greedy', takeLimit: () => Promise.reject(new Error('too much')) }
  const outcomes = await Promise.allSettled([
    kept.get('a', bytes(3), refused),
    kept.get('a', bytes(3), asker),
    kept.get('b', bytes(3), refused),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  expect((await kept.get('a', bytes(3), refused)).body).toHaveLength(3)
  await kept.get('a', bytes(3), asker)
  expect([charged, kept.bytes]).toEqual([1, 3])
})
