import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { passes, retryAfterSeconds } from './failures.ts'

afterEach(() => vi.useRealTimers())

describe('[inputs.06] Retry-After', () => {
  test.each([
    ['120', 120],
    [' 0 ', 0],
    ['1.5', 1.5],
    ['999999999', 3_600],
    ['Thu, 26 Nov 2026 11:01:30 GMT', 90],
    ['Thursday, 26-Nov-26 11:01:30 GMT', 90],
    ['Thu Nov 26 11:01:30 2026', 90],
    ['Fri, 27 Nov 2026 11:00:00 GMT', 3_600],
    ['Thu, 26 Nov 2026 10:00:00 GMT', 0],
  ])('%j is %d seconds', (header, seconds) => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 26, 11) })
    expect(retryAfterSeconds(header)).toBe(seconds)
  })

  test.each([
    null,
    undefined,
    '',
    ' ',
    '-5',
    '1e9',
    '0x10',
    'soon',
    'Infinity',
    '2026-11-26T11:00:00Z',
    'Thu, 99 Foo',
  ])('%j says nothing', (header) => {
    expect(retryAfterSeconds(header)).toBeUndefined()
  })

  test('no header makes the reader fail or wait for more than an hour', () => {
    const date = fc.date({ noInvalidDate: true }).map((one) => one.toUTCString())
    const text = fc.oneof(fc.string(), fc.nat().map(String), fc.double().map(String), date)
    fc.assert(
      fc.property(text, (header) => {
        const seconds = retryAfterSeconds(header)
        if (seconds !== undefined) expect(seconds >= 0 && seconds <= 3_600).toBe(true)
      }),
    )
  })
})

test('[inputs.06] of the statuses below 500, 408, 425 and 429 pass; all from 500 on do', () => {
  const all = Array.from({ length: 500 }, (_, index) => index + 100)
  expect(all.filter((status) => status < 500 && passes(status))).toEqual([408, 425, 429])
  expect(all.filter((status) => status >= 500).every(passes)).toBe(true)
})
