import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams, pageQuery, Timestamp } from '../ids.ts'
import { isStaff } from '../accounts/ranks.ts'
import { writtenLine, writtenText } from '../written.ts'

export const eventLimits = {
  title: { least: 3, most: 100 },
  description: 2_000,
  rewards: 10,
  reward: 100,
  /** Inclusive, in UTC: whatever lies beyond is a slip of the pen. */
  years: { from: 2000, to: 2099 },
  /** Events of one answer, and participants of one event (rulings, Lists are bounded). */
  listed: 200,
  participants: 100,
} as const

/** Follows the dates by the database's clock, unless staff say that they are not settled (rulings). */
export const eventStatuses = ['active', 'upcoming', 'past', 'tba'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** An event without an end date is active for this long (rulings). */
export const openEndHours = 24

/** Any time zone comes in; UTC is stored. */
const when = (name: string) => {
  const { from, to } = eventLimits.years
  const error = `${name} must be a date with time, like 2026-07-04T18:00:00Z`
  return z.pipe(
    z.iso.datetime({ offset: true, error }),
    z.pipe(
      z.transform((text: string) => new Date(text).toISOString()),
      z.string().check(
        z.refine((text) => Number(text.slice(0, 4)) >= from && Number(text.slice(0, 4)) <= to, {
          error: `${name} must be between ${from} and ${to}`,
        }),
      ),
    ),
  )
}

const fields = {
  title: writtenLine({ name: 'Title', ...eventLimits.title }),
  description: writtenText({ name: 'Description', most: eventLimits.description }),
  startDate: when('The start'),
  endDate: z.nullable(when('The end')),
  rewards: z
    .array(writtenLine({ name: 'A reward', least: 1, most: eventLimits.reward }))
    .check(z.maxLength(eventLimits.rewards, { error: `At most ${eventLimits.rewards} rewards` })),
  tba: z.boolean(),
}

export const endsTooEarly = 'The end must be after the start'

interface Dates {
  readonly startDate: string
  readonly endDate: string | null
}

/** Of what is no date nothing is said here. */
export const endsAfterStart = ({ startDate, endDate }: Dates) =>
  endDate === null || !(Date.parse(endDate) <= Date.parse(startDate))

const NewEventFields = z.object({
  ...fields,
  description: z._default(fields.description, ''),
  endDate: z._default(fields.endDate, null),
  rewards: z._default(fields.rewards, []),
  tba: z._default(fields.tba, false),
})

export const NewEvent = NewEventFields.check(
  z.refine(endsAfterStart, { error: endsTooEarly, path: ['endDate'] }),
)
export type NewEvent = z.infer<typeof NewEvent>

/** The same in a content file, where a key that is no field is a mistake worth telling. */
export const SeedEvent = z
  .strictObject(NewEventFields.shape)
  .check(z.refine(endsAfterStart, { error: endsTooEarly, path: ['endDate'] }))

/** A field that is absent stays as it is. The dates are compared once it is known what they become. */
export const EventChange = z.object({
  title: z.optional(fields.title),
  description: z.optional(fields.description),
  startDate: z.optional(fields.startDate),
  endDate: z.optional(fields.endDate),
  rewards: z.optional(fields.rewards),
  tba: z.optional(fields.tba),
})
export type EventChange = z.infer<typeof EventChange>

/** `username` is the shown name (rulings, In-game identity). */
const Named = z.object({ username: z.string() })

export const Participant = z.object({ userId: Id, status: z.literal('registered'), user: Named })
export type Participant = z.infer<typeof Participant>

/** An event as everybody sees it. */
export const Event = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  status: z.enum(eventStatuses),
  startDate: Timestamp,
  endDate: z.nullable(Timestamp),
  rewards: z.array(z.string()),
  /** The team, where the event came with the site or its creator's account is gone. */
  creator: Named,
  /** The viewer first, then the earliest; at most 100 of `participantCount`. */
  participants: z.array(Participant),
  participantCount: z.int(),
})
export type Event = z.infer<typeof Event>

/** An event as staff manage it. */
export const EventRecord = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  status: z.enum(eventStatuses),
  startDate: Timestamp,
  endDate: z.nullable(Timestamp),
  rewards: z.array(z.string()),
  tba: z.boolean(),
  creator: Named,
  participantCount: z.int(),
  version: z.int(),
  createdAt: Timestamp,
})
export type EventRecord = z.infer<typeof EventRecord>

export const RegistrationAnswer = z.object({
  eventId: Id,
  status: z.enum(['registered', 'unregistered']),
})

/** Staff, of any rank (rulings). */
export const canManageEvents = isStaff

/** Where the page shows one event; links in calendars and messages lead there. */
export const eventAddress = (id: number) => `/events?event=${id}#event-${id}`

export const eventCalendarPath = (id: number | ':id') => `/api/events/${id}/event.ics`

export const eventEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/events',
    access: 'public',
    summary: 'Events with their participants, newest first',
    query: pageQuery(eventLimits.listed, eventLimits.listed),
    status: 200,
    answer: z.array(Event),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/events/:id',
    access: 'public',
    summary: 'One event',
    params: IdParams,
    status: 200,
    answer: Event,
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/events/:id/register',
    access: 'member',
    summary: 'Register for an event; again is fine',
    params: IdParams,
    status: 200,
    answer: RegistrationAnswer,
  }),
  unregister: endpoint({
    method: 'DELETE',
    path: '/api/events/:id/register',
    access: 'member',
    summary: 'Leave an event; again is fine',
    params: IdParams,
    status: 200,
    answer: RegistrationAnswer,
  }),
  manage: endpoint({
    method: 'GET',
    path: '/api/admin/events',
    access: 'staff',
    summary: 'Events as staff manage them, newest first',
    query: pageQuery(eventLimits.listed, 50),
    status: 200,
    answer: z.array(EventRecord),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/events',
    access: 'staff',
    summary: 'Create an event',
    body: NewEvent,
    status: 201,
    answer: EventRecord,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/events/:id',
    access: 'staff',
    summary: 'Change an event; If-Match names the version that is meant',
    params: IdParams,
    body: EventChange,
    status: 200,
    answer: EventRecord,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/events/:id',
    access: 'staff',
    summary: 'Delete an event with its registrations',
    params: IdParams,
    status: 204,
  }),
}
