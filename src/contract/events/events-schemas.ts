import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams, pageQuery, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { dateTime, multiLine, nameLine, singleLine } from '../written-schemas.ts'
import { endsAfterStart, eventLimits, eventStatuses, hasEndedTooEarly } from './events.ts'
import { EventInterestSchema } from './interest-schemas.ts'

const fields = {
  title: nameLine({ name: 'Title', ...eventLimits.title }),
  description: multiLine({ name: 'Description', max: eventLimits.description }),
  startDate: dateTime('The start'),
  endDate: z.nullable(dateTime('The end')),
  rewards: z.array(singleLine({ name: 'A reward', min: 1, max: eventLimits.reward })).check(
    z.maxLength(eventLimits.rewards, {
      error: sentence(msg`At most ${{ rewards: eventLimits.rewards }} rewards`),
    }),
  ),
  tba: z.boolean(),
}

const NewEventFields = z.object({
  ...fields,
  description: z._default(fields.description, ''),
  endDate: z._default(fields.endDate, null),
  rewards: z._default(fields.rewards, []),
  tba: z._default(fields.tba, false),
})

export const NewEvent = NewEventFields.check(
  z.refine(endsAfterStart, { error: hasEndedTooEarly, path: ['endDate'] }),
)

export type NewEvent = z.infer<typeof NewEvent>

/** An event in a content file, which may be of an older release. Unknown keys are rejected because they are most likely typos. */
export const SeedEvent = z
  .strictObject({
    ...NewEventFields.shape,
    title: singleLine({ name: 'Title', ...eventLimits.title }),
  })
  .check(z.refine(endsAfterStart, { error: hasEndedTooEarly, path: ['endDate'] }))

/** An absent field is unchanged. The dates are compared after they are merged with the stored ones. */
export const EventChange = z.object({
  title: z.optional(fields.title),
  description: z.optional(fields.description),
  startDate: z.optional(fields.startDate),
  endDate: z.optional(fields.endDate),
  rewards: z.optional(fields.rewards),
  tba: z.optional(fields.tba),
})

export type EventChange = z.infer<typeof EventChange>

/** `username` is the shown name. */
const Named = z.object({ username: z.string() })

export const Participant = z.object({
  userId: Id,
  status: z.literal('registered'),
  /** The first few come with their pictures. */
  user: z.extend(Named, { avatarUrl: z.nullable(z.string()) }),
})

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
  /** The team for a seeded event, or when the creator's account was deleted. */
  creator: Named,
  /** The viewer first, then by time of registration; at most 100 of `participantCount`, 5 when it is past. */
  participants: z.array(Participant),
  participantCount: z.int(),
  isCup: z.optional(z.literal(true)),
  /** For a viewer of the staff. */
  interest: z.optional(EventInterestSchema),
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
  /** In lists. */
  interest: z.optional(EventInterestSchema),
})

export type EventRecord = z.infer<typeof EventRecord>

export const RegistrationResponse = z.object({
  eventId: Id,
  status: z.enum(['registered', 'unregistered']),
})

export const eventSchemas = {
  list: {
    query: z.extend(pageQuery(eventLimits.listed, eventLimits.listed), {
      /** Those that ended more than 60 days ago, instead of all others. */
      older: z.optional(z.literal('true', { error: sentence(msg`Must be true`) })),
    }),
    response: z.array(Event),
  },
  show: {
    params: IdParams,
    response: Event,
  },
  register: {
    params: IdParams,
    response: RegistrationResponse,
  },
  unregister: {
    params: IdParams,
    response: RegistrationResponse,
  },
  manage: {
    query: pageQuery(eventLimits.listed, 50),
    response: z.array(EventRecord),
  },
  create: {
    body: NewEvent,
    response: EventRecord,
  },
  update: {
    params: IdParams,
    body: EventChange,
    response: EventRecord,
  },
  remove: {
    params: IdParams,
  },
}
