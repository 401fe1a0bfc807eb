import { hostAndPort } from '../../../contract/content/site.ts'
import { eventAddress, openEndHours } from '../../../contract/events/events.ts'
import type { TagAuthority } from '../../platform/tag-authority.ts'
import { calendarText, calendarTime, contentLine } from './content-line.ts'
import type { CalendarEvent } from './queries.ts'

interface Host {
  readonly siteName: string
  readonly publicUrl: string
  /** Ends the event's id, and stays when the address changes. */
  readonly authority: Pick<TagAuthority, 'name'>
  readonly gameHost: string
  readonly gamePort: number
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
    `PRODID:-//${calendarText(host.siteName)}//Events//EN`,
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
    `URL:${host.publicUrl}${eventAddress(event.id)}`,
    `STATUS:${event.status === 'tba' ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(contentLine)
    .join('')
}
