import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { RankSchema } from '../accounts/ranks-schemas.ts'
import { Id, IdParams, pageQuery, Timestamp } from '../ids-schemas.ts'
import { listFilters } from '../list-filters-schemas.ts'
import { sentence } from '../sentences.ts'
import { typedCode } from '../text.ts'
import { dateTime, multiLine } from '../written-schemas.ts'
import { appealLimits, appealOutcomes, appealStates } from './appeals.ts'
import { Takeover } from './moderation-schemas.ts'
import { punishmentKinds, punishmentStates } from './punishments.ts'

/** A punishment or a restriction of the site as it is now. */
export const Appealed = z.object({
  /** Null for a restriction. */
  punishmentId: z.nullable(z.uuid()),
  kind: z.enum([...punishmentKinds, 'restriction']),
  reason: z.string(),
  at: Timestamp,
  until: z.nullable(Timestamp),
  state: z.enum(punishmentStates),
})

export type Appealed = z.infer<typeof Appealed>

const message = {
  id: Id,
  isStaff: z.boolean(),
  text: z.string(),
  createdAt: Timestamp,
}

const common = {
  id: Id,
  state: z.enum(appealStates),
  isFinal: z.boolean(),
  about: Appealed,
  /** What staff said with the decision. */
  note: z.nullable(z.string()),
  createdAt: Timestamp,
  changedAt: Timestamp,
}

/** As the player sees it: staff have no names. */
export const OwnAppeal = z.object({
  ...common,
  messages: z.array(z.object(message)),
  /** Whether the player may write now: once, until staff reply. */
  mayWrite: z.boolean(),
})

export type OwnAppeal = z.infer<typeof OwnAppeal>

const Person = z.object({ id: Id, username: z.string(), rank: RankSchema })

export const Appeal = z.object({
  ...common,
  messages: z.array(z.object({ ...message, author: z.nullable(z.string()) })),
  /** Null for a deleted account. */
  player: z.nullable(Person),
  issuerId: z.nullable(Id),
  /** Who gave it, as named in game or on the site. */
  issuer: z.nullable(z.string()),
  reviewer: z.nullable(Person),
})

export type Appeal = z.infer<typeof Appeal>

/** What can be appealed, with its newest appeal. `again`: from when on it can be appealed; null for never. */
export const Appealable = z.object({
  about: Appealed,
  appeal: z.nullable(OwnAppeal),
  mayAppeal: z.boolean(),
  again: z.nullable(Timestamp),
})

export type Appealable = z.infer<typeof Appealable>

const text = multiLine({ name: 'Text', ...appealLimits.text })
const reply = multiLine({ name: 'Text', ...appealLimits.message })

const Code = z.pipe(
  z.string({ error: sentence(msg`Enter the 8-character code from the ban screen`) }),
  z.pipe(
    z.transform(typedCode),
    z
      .string()
      .check(z.maxLength(64, { error: sentence(msg`Enter the 8-character code from the ban screen`) })),
  ),
)

export const AppealText = z.object({ text })

export const AppealReply = z.object({ text: reply })

const NewAppeal = z
  .object({
    code: z.optional(Code),
    punishmentId: z.optional(z.uuid({ error: sentence(msg`Must be the id of a punishment`) })),
    /** The present restriction of the signed-in member. */
    restriction: z.optional(z.literal(true)),
    text,
  })
  .check(
    z.refine(
      ({ code, punishmentId, restriction }) =>
        [code, punishmentId, restriction].filter((one) => one !== undefined).length === 1,
      {
        error: sentence(msg`Say what you appeal: a code, a punishmentId, or your restriction`),
        path: ['code'],
      },
    ),
  )

const AppealDecision = z
  .object({
    outcome: z.enum(appealOutcomes, { error: sentence(msg`outcome must be upheld, reduced or lifted`) }),
    /** Read by the player. */
    note: multiLine({ name: 'Note', ...appealLimits.note }),
    /** The new end; only of a reduced one. */
    until: z._default(z.nullable(dateTime('The end')), null),
  })
  .check(
    z.refine(({ outcome, until }) => (outcome === 'reduced') === (until !== null), {
      error: sentence(msg`Only a reduced punishment has a new end, and needs one`),
      path: ['until'],
    }),
  )

const ByCode = z.object({ code: z.optional(Code) })

export const appealSchemas = {
  create: { body: NewAppeal, response: OwnAppeal },
  mine: { response: z.array(Appealable) },
  byCode: { response: Appealable },
  reply: {
    params: IdParams,
    body: z.object({ text: reply, code: z.optional(Code) }),
    response: OwnAppeal,
  },
  withdraw: { params: IdParams, body: ByCode, response: OwnAppeal },
  list: {
    query: z.extend(pageQuery(100, 50), {
      ...listFilters,
      state: z._default(
        z.enum(['open', 'closed'], { error: sentence(msg`state must be open or closed`) }),
        'open',
      ),
    }),
    response: z.array(Appeal),
  },
  one: { params: IdParams, response: Appeal },
  claim: { params: IdParams, body: Takeover, response: Appeal },
  ask: { params: IdParams, body: AppealReply, response: Appeal },
  decide: { params: IdParams, body: AppealDecision, response: Appeal },
  undo: { params: IdParams, response: Appeal },
}
