const parts = /^([^T ]+)[T ]([\d:.,]+)(.+)$/i
// A year may have a sign and six digits, as PHP and JavaScript write it at times. Days: by month, by week, by number.
const date =
  /^\+?(?<year>(?:00)?\d{4})(?:-?(?<month>\d\d)-?(?<day>\d\d)|-?W(?<week>\d\d)-?(?<weekday>[1-7])|-?(?<ordinal>\d{3}))$/i
const time =
  /^(?<hour>\d\d)(?::?(?<minute>[0-5]\d)(?::?(?<second>[0-5]\d|60))?)?(?:[.,](?<fraction>\d{1,30}))?$/
// Java adds the name of the zone in brackets (RFC 9557); the offset before it says the instant.
const zone =
  /^(?:Z|(?<sign>[+\-\u2212])(?<hours>[01]\d|2[0-3])(?::?(?<minutes>[0-5]\d))?)(?:\[[A-Za-z0-9_+\-/]{1,60}\])?$/i

const dayMs = 86_400_000
const minuteMs = 60_000

/** The start of a day in UTC, in milliseconds since 1970. Days and months beyond their last count on. */
const startOf = (year: number, month: number, day: number) => new Date(0).setUTCFullYear(year, month - 1, day)

/** Weeks begin on Monday; the first one of a year has its 4 January. */
function firstMonday(year: number): number {
  const fourth = startOf(year, 1, 4)
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs
}

/** Undefined where the calendar has no such day. */
function dayOf(text: string): number | undefined {
  const { year, month, day, week, weekday, ordinal } = date.exec(text)?.groups ?? {}
  if (year === undefined) return undefined
  const of = Number(year)
  const [found, from, to] =
    month !== undefined
      ? [
          startOf(of, Number(month), Number(day)),
          startOf(of, Number(month), 1),
          startOf(of, Number(month) + 1, 1),
        ]
      : week !== undefined
        ? [
            firstMonday(of) + (Number(week) * 7 + Number(weekday) - 8) * dayMs,
            firstMonday(of),
            firstMonday(of + 1),
          ]
        : [startOf(of, 1, Number(ordinal)), startOf(of, 1, 1), startOf(of + 1, 1, 1)]
  const isMonth = month === undefined || (Number(month) >= 1 && Number(month) <= 12)
  return isMonth && found >= from && found < to ? found : undefined
}

/** Since midnight; a fraction is one of the smallest unit that is written. */
function timeOf(text: string): { ms: number; fractionMs: number; isLeapSecond: boolean } | undefined {
  const { hour, minute, second, fraction = '' } = time.exec(text)?.groups ?? {}
  if (hour === undefined) return undefined
  const unitMs = second !== undefined ? 1_000 : minute !== undefined ? minuteMs : 60 * minuteMs
  const fractionMs = Math.floor((unitMs * Number(fraction.slice(0, 9).padEnd(9, '0'))) / 1e9)
  const ms = (Number(hour) * 60 + Number(minute ?? 0)) * minuteMs + Number(second ?? 0) * 1_000 + fractionMs
  const isLeapSecond = second === '60'
  return Number(hour) < 24 || ms === dayMs ? { ms, fractionMs, isLeapSecond } : undefined
}

/** Milliseconds to take off for UTC. */
function offsetOf(text: string): number | undefined {
  const found = zone.exec(text)
  if (found === null) return undefined
  const { sign, hours = 0, minutes = 0 } = found.groups ?? {}
  return (Number(hours) * 60 + Number(minutes)) * minuteMs * (sign === '+' ? 1 : -1)
}

/**
 * Reads a time as ISO 8601 allows it, and the languages of game servers write it: basic or extended, without seconds, with
 * a fraction after a point or comma, and with any offset. Returns milliseconds since 1970, without what is smaller;
 * undefined for what is no time, and for a time without a zone, which names no instant.
 */
export function readMoment(text: string): number | undefined {
  const [, dateText = '', timeText = '', zoneText = ''] = parts.exec(text) ?? []
  const [day, clock, offset] = [dayOf(dateText), timeOf(timeText), offsetOf(zoneText)]
  if (day === undefined || clock === undefined || offset === undefined) return undefined
  const ms = day + clock.ms - offset
  // Leap seconds are the last ones of a day in UTC.
  return clock.isLeapSecond && (ms - clock.fractionMs) % dayMs !== 0 ? undefined : ms
}
