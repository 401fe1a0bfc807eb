const parts = {
  moment: { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  day: { month: 'short', day: 'numeric', year: 'numeric' },
  shortDay: { month: 'short', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>

/** Each made once: making one takes longer than writing a hundred dates with it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatted(
  at: string | number,
  shown: keyof typeof parts,
  timeZone: 'UTC' | undefined,
  locale: string,
): string {
  const name = `${locale} ${timeZone} ${shown}`
  let format = formats.get(name)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, { ...parts[shown], timeZone })
    formats.set(name, format)
  }
  return format.format(new Date(at))
}

/** `Jan 5, 2026, 3:04 PM`: short month, day, year, hour and minute. `locale` is that of `useLocale`, as in all of these. */
export const formatDate = (iso: string, timeZone?: 'UTC', locale = 'en-US') =>
  formatted(iso, 'moment', timeZone, locale)
    // Some engines put a narrow no-break space before AM and PM; server and browser have to agree.
    .replace(/\u202f/g, ' ')

/** `Jan 5, 2026`: the day of a moment. Use `useZone` for the zone. */
export const formatDay = (iso: string, timeZone: 'UTC' | undefined, locale = 'en-US') =>
  formatted(iso, 'day', timeZone, locale)

/** `Jan 5, 2026 (UTC)`: for what is counted by days of UTC wherever it is read. */
export const formatUtcDay = (iso: string, locale = 'en-US') => `${formatted(iso, 'day', 'UTC', locale)} (UTC)`

/** `Jan 5 (UTC)` */
export const formatShortUtcDay = (iso: string, locale = 'en-US') =>
  `${formatted(iso, 'shortDay', 'UTC', locale)} (UTC)`

const minute = 60_000
const hour = 60 * minute
const wholeDay = 24 * hour

type Ages = Readonly<Record<'day' | 'hour' | 'minute', (count: number) => string>>

/** Other languages than English, by language and length: only there `Intl` decides the words. */
const ages = new Map<string, Intl.RelativeTimeFormat>()

function agesIn(locale: string, style: 'short' | 'long'): Intl.RelativeTimeFormat {
  const name = `${locale} ${style}`
  const known = ages.get(name)
  if (known !== undefined) return known
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style })
  ages.set(name, format)
  return format
}

interface Near {
  /** The moment it is; null: not known yet. */
  readonly now: number | null
  /** The beginning of what ends then. */
  readonly since?: string | undefined
}

/** The number of the day of a moment in its zone: where clocks change, a day is no 24 hours. */
function dayOf(at: string | number, timeZone: 'UTC' | undefined): number {
  const date = new Date(at)
  return Math.floor((+date - (timeZone ? 0 : date.getTimezoneOffset() * minute)) / wholeDay)
}

/** `today 3:04 PM`, `tomorrow 3:04 PM`, `3:04 PM` on the day of `since`, else the whole date. As `datesInPlace` writes it. */
export function formatNear(
  iso: string,
  { now, since }: Near,
  timeZone: 'UTC' | undefined,
  locale: string,
): string {
  const day = dayOf(iso, timeZone)
  const time = formatted(iso, 'time', timeZone, locale).replace(/\u202f/g, ' ')
  if (since !== undefined && day === dayOf(since, timeZone)) return time
  const days = now === null ? -1 : day - dayOf(now, timeZone)
  return days !== 0 && days !== 1
    ? formatDate(iso, timeZone, locale)
    : `${agesIn(locale, 'long').format(days, 'day')} ${time}`
}

/** How old something is, in words. A time ahead of the visitor's clock is `just now`. */
function ageIn(iso: string, now: number, locale: string, style: 'short' | 'long', english: Ages): string {
  const age = now - Date.parse(iso)
  const [count, unit] =
    age >= wholeDay
      ? ([Math.floor(age / wholeDay), 'day'] as const)
      : age >= hour
        ? ([Math.floor(age / hour), 'hour'] as const)
        : [Math.max(0, Math.floor(age / minute)), 'minute' as const]
  if (locale !== 'en-US') {
    const format = agesIn(locale, unit === 'day' ? 'long' : style)
    return count === 0 ? format.format(0, 'second') : format.format(-count, unit)
  }
  return count === 0 ? 'just now' : english[unit](count)
}

/** `1 min ago`, `3 h ago`, `yesterday`, `5 days ago`. */
export const formatAge = (iso: string, now: number, locale = 'en-US') =>
  ageIn(iso, now, locale, 'short', {
    day: (count) => (count === 1 ? 'yesterday' : `${count} days ago`),
    hour: (count) => `${count} h ago`,
    minute: (count) => `${count} min ago`,
  })

/** `{n} day(s) ago`, with this very plural: specified for applications. */
export const formatApplicationAge = (iso: string, now: number, locale = 'en-US') =>
  ageIn(iso, now, locale, 'long', {
    day: (count) => `${count} day(s) ago`,
    hour: (count) => `${count} hour(s) ago`,
    minute: (count) => `${count} minute(s) ago`,
  })
