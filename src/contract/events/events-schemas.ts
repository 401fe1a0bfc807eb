import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { cupPlayerStates, cupStages } from '../cups/cup-moves.ts'
import { Id, IdParams, pageQuery, Timestamp } from '../ids-schemas.ts'
import { recordWords, untranslated, wordIn } from '../record-words-schemas.ts'
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

/** Rewards are as many as in the default language. */
const words = recordWords({
  title: wordIn(fields.title),
  description: wordIn(fields.description),
  rewards: z.optional(
    z.pipe(
      fields.rewards,
      z.transform((rewards: string[]) => (rewards.length === 0 ? undefined : rewards)),
    ),
  ),
})

export type EventWords = z.infer<typeof words>

export const NewEvent = z
  .extend(NewEventFields, { words: z.optional(words) })
  .check(z.refine(endsAfterStart, { error: sentence(hasEndedTooEarly), path: ['endDate'] }))

export type NewEvent = z.infer<typeof NewEvent>

/** An event in a content file, which may be of an older release. Unknown keys are rejected because they are most likely typos. */
export const SeedEvent = z
  .strictObject({
    ...NewEventFields.shape,
    title: singleLine({ name: 'Title', ...eventLimits.title }),
  })
  .check(z.refine(endsAfterStart, { error: sentence(hasEndedTooEarly), path: ['endDate'] }))

/** An absent field is unchanged. The dates are compared after they are merged with the stored ones. */
export const EventChange = z.object({
  title: z.optional(fields.title),
  description: z.optional(fields.description),
  startDate: z.optional(fields.startDate),
  endDate: z.optional(fields.endDate),
  rewards: z.optional(fields.rewards),
  tba: z.optional(fields.tba),
  words: z.optional(words),
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
  /** Where its cup is, and how the viewer stands in it. */
  cup: z.optional(
    z.object({
      stage: z.enum(cupStages),
      /** Players of a side; above 1 teams take part. */
      size: z.int(),
      state: z.nullable(z.enum(cupPlayerStates)),
    }),
  ),
  untranslated,
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
  /** By language; without what is said in the default one. */
  words: z.record(
    z.string(),
    z.object({
      title: z.optional(z.string()),
      description: z.optional(z.string()),
      rewards: z.optional(z.array(z.string())),
    }),
  ),
  tba: z.boolean(),
  creator: Named,
  participantCount: z.int(),
  version: z.int(),
  createdAt: Timestamp,
  /** Its cup was cancelled. */
  isCancelled: z.optional(z.literal(true)),
  /** In lists. */
  interest: z.optional(EventInterestSchema),
})

export type EventRecord = z.infer<typeof EventRecord>

const RegistrationResponse = z.object({
  eventId: Id,
  status: z.enum(['registered', 'unregistered']),
})

export const eventSchemas = {
  list: {
    stable: { example: '/api/events' },
    query: z.extend(pageQuery(eventLimits.listed, eventLimits.listed), {
      /** Those that ended more than 60 days ago, instead of all others. */
      older: z.optional(z.literal('true', { error: sentence(msg`Must be true`) })),
      /** Those that are on or start within 7 days, instead; of participants only the viewer. */
      soon: z.optional(z.literal('true', { error: sentence(msg`Must be true`) })),
    }),
    response: z.array(Event),
  },
  show: { stable: { example: '/api/events/1' }, params: IdParams, response: Event },
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
    versioned: true,
    params: IdParams,
    body: EventChange,
    response: EventRecord,
  },
  remove: {
    versioned: true,
    params: IdParams,
  },
}
