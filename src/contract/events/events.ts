import { msg } from '@lingui/core/macro'
import { holds, type Viewer } from '../accounts/ranks.ts'
import { anchorOf } from '../links.ts'

export const eventLimits = {
  title: { min: 3, max: 100 },
  description: 2_000,
  rewards: 10,
  reward: 100,
  /** Maximum number of events in a response, and of participants in an event. */
  listed: 200,
  participants: 100,
  /** Participants of an event who are shown with their pictures; of a past one nobody else is sent. */
  faces: 5,
  /** Events that ended longer ago come on request. */
  recentDays: 60,
  /** Events that start later are not next yet. */
  soonDays: 7,
} as const

/** Follows the dates by the database's clock, unless staff set `tba` (docs/spec/rulings.md, Wire contract). */
export const eventStatuses = ['active', 'upcoming', 'past', 'tba'] as const

export type EventStatus = (typeof eventStatuses)[number]

/** An event without end date is active for this long. */
export const openEndHours = 24

export const hasEndedTooEarly = msg`The end must be after the start`

interface Dates {
  readonly startDate: string
  readonly endDate: string | null
}

/** Invalid dates pass: another check reports them. */
export const endsAfterStart = ({ startDate, endDate }: Dates) =>
  endDate === null || !(Date.parse(endDate) <= Date.parse(startDate))

export const canManageEvents = (viewer: Viewer | null) => holds(viewer, 'helper', 'events')

/** URL of an event, used in calendars and messages. */
export const eventAddress = (id: number) => `/events?event=${id}#event-${id}`

export const eventCalendarPath = (id: number | ':id') => `/api/events/${id}/event.ics`

/** Registered members are reminded this many minutes before the start. */
export const reminderMinutes = [60, 10] as const

/** Where an event is on its page. */
export const eventAnchor = (id: number) => anchorOf('event', id)
