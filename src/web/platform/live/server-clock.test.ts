import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const minuteMs = 60_000
const serverStart = Date.parse('2026-01-05T15:04:00.250Z')

let clock: typeof import('./server-clock.ts')

beforeEach(async () => {
  vi.resetModules()
  clock = await import('./server-clock.ts')
})
afterEach(() => vi.useRealTimers())

/** The server's time in the header `Date` of an answer that takes so long, as a device reads it whose clock is off. */
function answer(offMs: number, serverMs: number, tookMs = 80) {
  vi.setSystemTime(serverMs + tookMs + offMs)
  const said = Math.floor((serverMs + tookMs / 2) / 1_000) * 1_000
  clock.noteServerTime(said, serverMs + offMs, serverMs + tookMs + offMs)
  return serverMs + tookMs
}

test.each([-20, -6, 0, 6, 20])(
  '[field.20] With a device clock that is %i minutes off the server is known to the second after one answer, and better after more',
  (minutes) => {
    vi.useFakeTimers()
    const off = minutes * minuteMs
    let now = answer(off, serverStart)
    expect(Math.abs(clock.serverNow() - now)).toBeLessThanOrEqual(1_000)
    for (const later of [300, 5_100, 9_450, 12_980]) now = answer(off, serverStart + later)
    expect(Math.abs(clock.serverNow() - now)).toBeLessThanOrEqual(300)
  },
)

test('[field.20] A device clock that may be right is believed to the millisecond', () => {
  vi.useFakeTimers()
  answer(0, serverStart)
  expect(clock.serverNow()).toBe(Date.now())
})

test('[field.20] When the device’s clock is set while a page is open, the next answer counts alone', () => {
  vi.useFakeTimers()
  answer(0, serverStart)
  const now = answer(7 * minuteMs, serverStart + 30_000)
  expect(Math.abs(clock.serverNow() - now)).toBeLessThanOrEqual(1_000)
})

test('[field.20] What says no time teaches nothing', () => {
  vi.useFakeTimers({ now: serverStart })
  clock.noteServerTime(Number.NaN, 0, 1)
  expect(clock.serverNow()).toBe(serverStart)
})

test('[field.21] Ages and countdowns on a page follow at once what is learned, and after a sleep', () => {
  vi.useFakeTimers({ now: serverStart })
  const ages = renderHook(() => clock.useClock())
  const seconds = renderHook(() => clock.useSeconds())
  const shown = () => [ages.result.current, seconds.result.current]
  const whole = serverStart - 250
  expect(shown()).toEqual([serverStart, whole])
  act(() => clock.noteServerTime(whole + 20 * minuteMs, serverStart, serverStart))
  for (const one of shown()) expect(Math.abs(one! - whole - 20 * minuteMs)).toBeLessThanOrEqual(1_000)
  vi.setSystemTime(serverStart + 3_600_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  for (const one of shown())
    expect(Math.abs(one! - whole - 3_600_000 - 20 * minuteMs)).toBeLessThanOrEqual(1_000)
  ages.unmount()
  seconds.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
