/** One for each language and zone that is asked for: making one takes longer than writing a hundred dates with it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: 'UTC' | undefined, locale: string): Intl.DateTimeFormat {
  const name = `${locale} ${timeZone}`
  const known = formats.get(name)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  })
  formats.set(name, format)
  return format
}

/** `Jan 5, 2026, 3:04 PM`: en-US with short month, day, year, hour and minute. */
export const formatDate = (iso: string, timeZone?: 'UTC', locale = 'en-US') =>
  formatIn(timeZone, locale)
    .format(new Date(iso))
    // Some engines put a narrow no-break space before AM and PM; server and browser have to agree.
    .replace(/\u202f/g, ' ')

const day = { month: 'short', day: 'numeric', year: 'numeric' } as const
const utcDays = new Map<string, Intl.DateTimeFormat>()

function utcDayIn(locale: string): Intl.DateTimeFormat {
  const known = utcDays.get(locale)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' })
  utcDays.set(locale, format)
  return format
}

const utcDay = utcDayIn('en-US')
const shortUtcDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
let ownDay: Intl.DateTimeFormat | undefined

/** `Jan 5, 2026`: the day of a moment. Use `useZone` for the zone. */
export function formatDay(iso: string, timeZone: 'UTC' | undefined): string {
  if (timeZone === 'UTC') return utcDay.format(new Date(iso))
  ownDay ??= new Intl.DateTimeFormat('en-US', day)
  return ownDay.format(new Date(iso))
}

/** `Jan 5, 2026 (UTC)`: for what is counted by days of UTC wherever it is read. */
export const formatUtcDay = (iso: string, locale = 'en-US') =>
  `${utcDayIn(locale).format(new Date(iso))} (UTC)`

/** `Jan 5 (UTC)` */
export const formatShortUtcDay = (iso: string) => `${shortUtcDay.format(new Date(iso))} (UTC)`

const minute = 60_000
const hour = 60 * minute
const wholeDay = 24 * hour

/** How old something is, in words. A time ahead of the visitor's clock is `just now`. */
function ageIn(
  iso: string,
  now: number,
  words: Readonly<Record<'days' | 'hours' | 'minutes', (count: number) => string>>,
): string {
  const age = now - Date.parse(iso)
  if (age >= wholeDay) return words.days(Math.floor(age / wholeDay))
  if (age >= hour) return words.hours(Math.floor(age / hour))
  if (age >= minute) return words.minutes(Math.floor(age / minute))
  return 'just now'
}

/** `1 min ago`, `3 h ago`, `yesterday`, `5 days ago`. */
export const formatAge = (iso: string, now: number) =>
  ageIn(iso, now, {
    days: (count) => (count === 1 ? 'yesterday' : `${count} days ago`),
    hours: (count) => `${count} h ago`,
    minutes: (count) => `${count} min ago`,
  })

/** `{n} day(s) ago`, with this very plural: specified for applications. */
export const formatApplicationAge = (iso: string, now: number) =>
  ageIn(iso, now, {
    days: (count) => `${count} day(s) ago`,
    hours: (count) => `${count} hour(s) ago`,
    minutes: (count) => `${count} minute(s) ago`,
  })
