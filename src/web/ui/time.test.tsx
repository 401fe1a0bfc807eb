import { act, render } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatAge, formatApplicationAge, formatDay } from './date-format.ts'
import { formatCount, formatPercent } from './format-count.ts'
import { RelativeTime } from './relative-time.tsx'
import { Time } from './time.tsx'

const iso = '2026-01-05T15:04:00.000Z'
const homeZone = process.env.TZ

beforeEach(() => {
  process.env.TZ = 'Asia/Tokyo'
})

afterEach(() => {
  if (homeZone === undefined) delete process.env.TZ
  else process.env.TZ = homeZone
  vi.useRealTimers()
})

test('[frame.40] Dates are shown in en-US with short month, day, year, hour and minute', () => {
  const { getByText } = render(<Time iso="2026-07-04T03:07:00.000Z" />)
  expect(getByText('Jul 4, 2026, 12:07 PM').getAttribute('datetime')).toBe('2026-07-04T03:07:00.000Z')
})

test("[frame.41] Dates are UTC in the server's HTML and in the visitor's zone after mounting, without a hydration warning", async () => {
  const place = document.createElement('div')
  place.innerHTML = renderToString(<Time iso={iso} />)
  expect(place.textContent).toBe('Jan 5, 2026, 3:04 PM')
  const mismatches: unknown[] = []
  const root = hydrateRoot(place, <Time iso={iso} />, {
    onRecoverableError: (error) => mismatches.push(error),
  })
  await act(async () => {})
  expect(place.textContent).toBe('Jan 6, 2026, 12:04 AM')
  expect(mismatches).toEqual([])
  act(() => root.unmount())
})

test("[frame.41] An age is the date itself in the server's HTML and counts after mounting, without a hydration warning", async () => {
  vi.useFakeTimers({ now: Date.parse(iso) + 3 * 60_000 })
  const place = document.createElement('div')
  place.innerHTML = renderToString(<RelativeTime iso={iso} />)
  expect(place.textContent).toBe('Jan 5, 2026, 3:04 PM')
  const mismatches: unknown[] = []
  const root = hydrateRoot(place, <RelativeTime iso={iso} />, {
    onRecoverableError: (error) => mismatches.push(error),
  })
  await act(async () => vi.advanceTimersByTime(0))
  expect(place.textContent).toBe('3 min ago')
  expect(mismatches).toEqual([])
  act(() => root.unmount())
})

test('[evening.20] Ages read just now, 1 min ago, 3 h ago, yesterday and 5 days ago; those of applications {n} day(s) ago, as specified', () => {
  const at = Date.parse(iso)
  const second = 1_000
  const minute = 60 * second
  const hour = 60 * minute
  const day = 24 * hour
  expect(formatAge(iso, at - 5 * second)).toBe('just now')
  expect(formatAge(iso, at + minute - 1)).toBe('just now')
  expect(formatAge(iso, at + minute)).toBe('1 min ago')
  expect(formatAge(iso, at + hour - 1)).toBe('59 min ago')
  expect(formatAge(iso, at + hour)).toBe('1 h ago')
  expect(formatAge(iso, at + day - 1)).toBe('23 h ago')
  expect(formatAge(iso, at + day)).toBe('yesterday')
  expect(formatAge(iso, at + 400 * day)).toBe('400 days ago')
  expect(formatApplicationAge(iso, at + day)).toBe('1 day(s) ago')
  expect(formatApplicationAge(iso, at + 2 * hour)).toBe('2 hour(s) ago')
  expect(formatApplicationAge(iso, at + minute)).toBe('1 minute(s) ago')
})

test('All ages of a page move with one clock, which stops when the last one leaves', () => {
  vi.useFakeTimers({ now: Date.parse(iso) + 30_000 })
  const before = vi.getTimerCount()
  const { container, unmount } = render(
    <>
      <RelativeTime iso={iso} />
      <RelativeTime iso="2026-01-05T14:04:00.000Z" />
    </>,
  )
  const ages = () => [...container.querySelectorAll('time')].map((time) => time.textContent)
  expect(ages()).toEqual(['just now', '1 h ago'])
  expect(vi.getTimerCount()).toBe(before + 1)
  act(() => vi.advanceTimersByTime(60 * 60_000))
  expect(ages()).toEqual(['1 h ago', '2 h ago'])
  unmount()
  expect(vi.getTimerCount()).toBe(before)
})

test('In other languages ages, days, figures and percent are as those write them', () => {
  const at = Date.parse(iso)
  const hour = 60 * 60_000
  const day = 24 * hour
  expect(['de', 'fr', 'pt-BR'].map((locale) => formatAge(iso, at + day, locale))).toEqual([
    'gestern',
    'hier',
    'ontem',
  ])
  expect(formatAge(iso, at, 'de')).toBe('jetzt')
  expect(formatApplicationAge(iso, at + 3 * hour, 'de')).toBe('vor 3 Stunden')
  expect(formatDay('2026-03-05T12:00:00Z', 'UTC', 'fr')).toBe('5 mars 2026')
  expect(formatCount(12_345, 'de')).toBe('12.345')
  expect(['en-US', 'de', 'pt-BR'].map((locale) => formatPercent(62.5, locale))).toEqual([
    '62.5%',
    '62,5\u00a0%',
    '62,5%',
  ])
  expect(formatPercent(37, 'en-US', 1)).toBe('37.0%')
})
