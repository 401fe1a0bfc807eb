import { msg } from '@lingui/core/macro'
import { type Weekday, weekdays } from '../../../../contract/cups/cup-templates.ts'
import type { Say } from '../cup-words.ts'

const dayMs = 86_400_000

/** Check-in opens this many minutes before the start; a date that is nearer is not made. */
const checkInMinutes = 30

const dayParts = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/** `Tue 1 Dec`: a date of a calendar, whatever the zone of the reader. `locale` is that of `useLocale`, as in all of these. */
export const formatCalendarDay = (date: string | number, locale = 'en-US') =>
  locale === 'en-US'
    ? new Intl.DateTimeFormat('en-GB', dayParts).format(new Date(date)).replace(',', '')
    : new Intl.DateTimeFormat(locale, dayParts).format(new Date(date))

/** `Tuesday` */
export const weekdayName = (weekday: Weekday, locale = 'en-US') =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    // 1 January 2024 was a Monday.
    Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday)),
  )

/** `Every Tuesday at 20:00, Europe/Berlin` */
export const everyWeek = (
  { weekday, time, timeZone }: Readonly<Record<'time' | 'timeZone', string>> & { weekday: Weekday },
  say: Say,
  locale = 'en-US',
) => say(msg`Every ${{ weekday: weekdayName(weekday, locale) }} at ${time}, ${timeZone}`)

/** What the clocks of a zone show; undefined for a zone that the browser does not know. */
function clockIn(timeZone: string, now: number): { today: number; minutes: number } | undefined {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
    }).formatToParts(now)
    const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
    return {
      today: Date.UTC(of('year'), of('month') - 1, of('day')),
      minutes: of('hour') * 60 + of('minute'),
    }
  } catch {
    return undefined
  }
}

/** The next three dates on which cups would be, in words; undefined while a field is not valid. */
export function nextDays(
  { weekday, time, timeZone }: { readonly weekday: string; readonly time: string; readonly timeZone: string },
  now: number,
  locale = 'en-US',
): string[] | undefined {
  const clock = clockIn(timeZone, now)
  const wanted = weekdays.indexOf(weekday as Weekday)
  const [hours, minutes] = time.split(':').map(Number)
  if (clock === undefined || wanted < 0 || hours === undefined || !Number.isFinite(minutes)) return undefined
  const ahead = (wanted - ((new Date(clock.today).getUTCDay() + 6) % 7) + 7) % 7
  const isTooSoon = ahead === 0 && hours * 60 + minutes! <= clock.minutes + checkInMinutes
  const first = clock.today + (isTooSoon ? 7 : ahead) * dayMs
  return [0, 7, 14].map((days) => formatCalendarDay(first + days * dayMs, locale))
}
