import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { VisitorCache } from './visitor-cache.ts'

const response = (text: string, { keep = true, bytes = text.length } = {}) => ({ text, keep, bytes })

/** A pending value that resolves on demand. */
function slow() {
  let finish: (text: string) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const made = new Promise<ReturnType<typeof response>>((resolve, reject) => {
    finish = (text) => resolve(response(text))
    fail = reject
  })
  return { make: () => made, finish, fail }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('answers for visitors', () => {
  const cacheOf = (maxBytes = 1000) => new VisitorCache<ReturnType<typeof response>>(maxBytes)
  const textOf = async (promise: Promise<{ text: string }>) => (await promise).text

  test('one is made once for all who ask while it is made and shortly after', async () => {
    const cache = cacheOf()
    const first = slow()
    const again = vi.fn(first.make)
    const both = Promise.all([cache.get('/', again), cache.get('/', again)])
    first.finish('home')
    await both
    expect(await textOf(cache.get('/', again))).toBe('home')
    expect(again).toHaveBeenCalledTimes(1)
  })

  test('one is shown for less than a second after its making began, however long it took', async () => {
    const cache = cacheOf()
    const first = slow()
    const requests = cache.get('/', first.make)
    vi.advanceTimersByTime(900)
    first.finish('old')
    await requests
    expect(await textOf(cache.get('/', async () => response('new')))).toBe('old')
    vi.advanceTimersByTime(60)
    expect(await textOf(cache.get('/', async () => response('new')))).toBe('new')
  })

  test('nobody joins a making that has taken a second', async () => {
    const cache = cacheOf()
    const stuck = slow()
    const patient = cache.get('/', stuck.make)
    vi.advanceTimersByTime(1_000)
    expect(await textOf(cache.get('/', async () => response('new')))).toBe('new')
    stuck.finish('old')
    expect(await textOf(patient)).toBe('old')
    expect(await textOf(cache.get('/', async () => response('other')))).toBe('new')
  })

  test('what was begun before a change is neither kept nor shown to those who ask after it', async () => {
    const cache = cacheOf()
    const before = slow()
    const early = cache.get('/', before.make)
    cache.invalidate()
    const late = cache.get('/', async () => response('after'))
    before.finish('before')
    expect(await textOf(early)).toBe('before')
    expect(await textOf(late)).toBe('after')
    expect(await textOf(cache.get('/', async () => response('third')))).toBe('after')
  })

  test('a change takes away everything that was kept', async () => {
    const cache = cacheOf()
    await cache.get('/', async () => response('before'))
    cache.invalidate()
    expect(cache.bytes).toBe(0)
    expect(await textOf(cache.get('/', async () => response('after')))).toBe('after')
  })

  test('a failure reaches everybody who waits and is not kept', async () => {
    const cache = cacheOf()
    const failing = slow()
    const both = [cache.get('/', failing.make), cache.get('/', failing.make)]
    failing.fail(new Error('no database'))
    for (const requests of both) await expect(requests).rejects.toThrow('no database')
    expect(await textOf(cache.get('/', async () => response('well')))).toBe('well')
  })

  test('what must not be kept is not', async () => {
    const cache = cacheOf()
    await cache.get('/gone', async () => response('404', { keep: false }))
    expect(await textOf(cache.get('/gone', async () => response('there')))).toBe('there')
  })

  test('the least recently used goes when all hold more bytes than there is room for', async () => {
    const cache = cacheOf(20)
    await cache.get('/a', async () => response('a', { bytes: 9 }))
    await cache.get('/b', async () => response('b', { bytes: 9 }))
    await cache.get('/a', async () => response('unused'))
    await cache.get('/c', async () => response('c', { bytes: 9 }))
    expect(cache.bytes).toBe(18)
    expect(await textOf(cache.get('/a', async () => response('new a')))).toBe('a')
    expect(await textOf(cache.get('/b', async () => response('new b')))).toBe('new b')
  })

  test('one that is made again does not count twice', async () => {
    const cache = cacheOf(20)
    for (let round = 0; round < 5; round += 1) {
      await cache.get('/a', async () => response('a', { bytes: 9 }))
      vi.advanceTimersByTime(1_000)
    }
    expect(cache.bytes).toBe(9)
  })

  test('an address longer than any of the site takes no room', async () => {
    const cache = cacheOf()
    await cache.get(`/${'x'.repeat(600)}`, async () => response('long'))
    expect(cache.bytes).toBe(0)
  })
})
