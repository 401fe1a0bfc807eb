import { hostAndPort } from '../../../contract/content/site.ts'
import { cupPath } from '../../../contract/cups/cups.ts'
import { eventAddress, openEndHours } from '../../../contract/events/events.ts'
import type { TagAuthority } from '../../platform/tag-authority.ts'
import type { CalendarEvent } from './queries.ts'

/** Octets of a line without its break (RFC 5545, 3.1). */
const maxOctets = 75

/** Folds a line between characters and ends it with CRLF. */
function contentLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const own = Buffer.byteLength(character)
    if (octets + own > maxOctets) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += own
  }
  return `${folded}\r\n`
}

/** Formats a TEXT value (3.3.11): line breaks as `\n`, separators escaped, other control characters removed. */
const calendarText = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are the characters that are left out.
    .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '')

/** Formats a DATE-TIME in UTC (3.3.5), such as 20260704T180000Z. */
const calendarTime = (iso: string) => `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`

interface Host {
  readonly siteName: string
  readonly publicUrl: string
  /** Ends the event's id, and stays when the address changes. */
  readonly authority: Pick<TagAuthority, 'name'>
  readonly gameHost: string
  readonly gamePort: number
  /** BCP 47, of the site. */
  readonly language: string
}

const hourMs = 3_600_000

/** Formats an event as an iCalendar file (RFC 5545), created at `now`. */
export function eventCalendar(event: CalendarEvent, host: Host, now: Date): string {
  const end = event.endDate ?? new Date(Date.parse(event.startDate) + openEndHours * hourMs).toISOString()
  const about = [event.description, ...event.rewards.map((reward) => `• ${reward}`)].filter(
    (part) => part !== '',
  )
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${calendarText(host.siteName)}//Events//${host.language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:event-${event.id}@${host.authority.name}`,
    `DTSTAMP:${calendarTime(now.toISOString())}`,
    `LAST-MODIFIED:${calendarTime(event.modifiedAt)}`,
    `SEQUENCE:${event.version - 1}`,
    `DTSTART:${calendarTime(event.startDate)}`,
    `DTEND:${calendarTime(end)}`,
    `SUMMARY:${calendarText(event.title)}`,
    ...(about.length === 0 ? [] : [`DESCRIPTION:${calendarText(about.join('\n'))}`]),
    `LOCATION:${calendarText(`Minecraft Bedrock: ${hostAndPort(host.gameHost, host.gamePort)}`)}`,
    `URL:${host.publicUrl}${event.isCup ? cupPath(event.id) : eventAddress(event.id)}`,
    `STATUS:${event.isCancelled ? 'CANCELLED' : event.status === 'tba' ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(contentLine)
    .join('')
}
