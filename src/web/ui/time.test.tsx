import { act, render } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SiteLanguage } from '../../contract/languages.ts'
import { datesInPlace } from '../platform/dates-in-place.ts'
import { serverTimeName, TimeOfDocument } from '../platform/live/server-clock.ts'
import { TranslationProvider } from '../platform/translation.tsx'
import { formatAge, formatApplicationAge, formatDay, formatNear } from './date-format.ts'
import { formatCount, formatPercent } from './format-count.ts'
import { RelativeTime } from './relative-time.tsx'
import { NearTime, Time } from './time.tsx'

const iso = '2026-01-05T15:04:00.000Z'
const homeZone = process.env.TZ

beforeEach(() => {
  process.env.TZ = 'Asia/Tokyo'
})

afterEach(() => {
  if (homeZone === undefined) delete process.env.TZ
  else process.env.TZ = homeZone
  vi.useRealTimers()
  vi.restoreAllMocks()
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

test.each([
  ['en', ['en-GB', 'en'], '6 Jan 2026, 0:04'],
  ['en', ['de-DE', 'en'], 'Jan 6, 2026, 12:04 AM'],
  ['de', ['de-AT'], '6. Jän. 2026, 0:04'],
  ['en', ['en-US@posix', 'en-GB'], '6 Jan 2026, 0:04'],
])(
  '[tonight.43] [tonight.44] Dates of a page in %s for a browser of %j are in its region and zone before the first paint, and stay so',
  async (lang, languages, shown) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
    document.documentElement.lang = lang
    const page = (
      <TranslationProvider language={{ tag: lang } as SiteLanguage}>
        <Time iso={iso} />
      </TranslationProvider>
    )
    const place = document.createElement('div')
    document.body.append(place)
    place.innerHTML = renderToString(page)
    // biome-ignore lint/security/noGlobalEval: a document runs it as a script
    globalThis.eval(datesInPlace)
    expect(place.textContent).toBe(shown)
    const mismatches: unknown[] = []
    const root = hydrateRoot(place, page, { onRecoverableError: (error) => mismatches.push(error) })
    expect(place.textContent).toBe(shown)
    await act(async () => {})
    expect(place.textContent).toBe(shown)
    expect(mismatches).toEqual([])
    act(() => root.unmount())
    place.remove()
    document.documentElement.lang = 'en'
  },
)

test.each([
  [
    'en',
    ['en-US'],
    ['today 11:00 PM – 11:30 PM', 'today 11:00 PM – tomorrow 1:00 AM', 'Jan 9, 2026, 11:00 PM'],
  ],
  ['de', ['de-DE'], ['heute 23:00 – 23:30', 'heute 23:00 – morgen 1:00', '9. Jan. 2026, 23:00']],
] as const)(
  '[tonight.16] What is today or tomorrow says so, and an end on the day of its start is a time alone: a page in %s, before the first paint and after it',
  async (lang, languages, shown) => {
    const now = Date.parse('2026-01-06T03:00:00+09:00')
    vi.useFakeTimers({ now, toFake: ['Date'] })
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([...languages])
    document.documentElement.lang = lang
    const start = '2026-01-06T23:00:00+09:00'
    const range = (end: string) => (
      <p>
        <NearTime iso={start} /> – <NearTime iso={end} since={start} />
      </p>
    )
    const page = (
      <TranslationProvider language={{ tag: lang } as SiteLanguage}>
        <TimeOfDocument value={now}>
          {range('2026-01-06T23:30:00+09:00')}
          {range('2026-01-07T01:00:00+09:00')}
          <p>
            <NearTime iso="2026-01-09T23:00:00+09:00" />
          </p>
        </TimeOfDocument>
      </TranslationProvider>
    )
    const place = document.createElement('div')
    document.body.append(place)
    place.innerHTML = `<meta name="${serverTimeName}" content="${now}" />`
    const head = place.firstElementChild!
    document.head.append(head)
    place.innerHTML = renderToString(page)
    // biome-ignore lint/security/noGlobalEval: a document runs it as a script
    globalThis.eval(datesInPlace)
    head.remove()
    const lines = () => [...place.querySelectorAll('p')].map(({ textContent }) => textContent)
    expect(lines()).toEqual(shown)
    const mismatches: unknown[] = []
    const root = hydrateRoot(place, page, { onRecoverableError: (error) => mismatches.push(error) })
    expect(lines()).toEqual(shown)
    await act(async () => {})
    expect(lines()).toEqual(shown)
    expect(mismatches).toEqual([])
    act(() => root.unmount())
    place.remove()
    document.documentElement.lang = 'en'
  },
)

test('[tonight.45] An age is counted from when the document was made until the page is alive', async () => {
  const at = Date.parse(iso) + 3 * 60_000
  vi.useFakeTimers({ now: at + 60_000 })
  const page = (
    <TimeOfDocument value={at}>
      <RelativeTime iso={iso} />
    </TimeOfDocument>
  )
  const place = document.createElement('div')
  place.innerHTML = renderToString(page)
  expect(place.textContent).toBe('3 min ago')
  const root = hydrateRoot(place, page)
  await act(async () => vi.advanceTimersByTime(0))
  expect(place.textContent).toBe('4 min ago')
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

test.each([
  ['2026-03-28T23:30:00+01:00', '2026-03-29T20:00:00+02:00', 'tomorrow 20:00'],
  ['2026-10-25T00:30:00+02:00', '2026-10-25T20:00:00+01:00', 'today 20:00'],
  ['2026-10-25T00:30:00+02:00', '2026-10-26T20:00:00+01:00', 'tomorrow 20:00'],
])('[tonight.16] Where clocks change, at %s, the time %s is %s', (from, at, shown) => {
  process.env.TZ = 'Europe/Berlin'
  const now = Date.parse(from)
  // A region that no other test writes dates of: a format keeps the zone that it was made in.
  expect(formatNear(at, { now }, undefined, 'en-GB')).toBe(shown)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB'])
  document.head.innerHTML = `<meta name="${serverTimeName}" content="${now}" />`
  document.body.innerHTML = `<time datetime="${at}" data-moment="near"></time>`
  // biome-ignore lint/security/noGlobalEval: a document runs it as a script
  globalThis.eval(datesInPlace)
  expect(document.body.textContent).toBe(shown)
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})
