import * as z from 'zod/mini'
import { RankSchema } from '../accounts/ranks-schemas.ts'
import { Id, IdParams, pageQuery, Timestamp } from '../ids-schemas.ts'
import { ModeKey } from '../network/modes-schemas.ts'
import { dateTime, multiLine } from '../written-schemas.ts'
import { rulingLimits, rulingStates } from './rulings.ts'

export const RulingAction = z.enum(['exclude', 'restore'], { error: 'action must be exclude or restore' })

const MatchIds = z
  .array(z.uuid({ error: 'matchIds must be the ids of matches' }), {
    error: 'matchIds must be the ids of matches',
  })
  .check(
    z.minLength(1, { error: 'Name at least one match' }),
    z.maxLength(rulingLimits.matchIds, { error: `At most ${rulingLimits.matchIds} matches, or a span` }),
  )

/** The matches of a player that ended from `from` to `to`, of every mode unless one is named. */
export const RulingSpan = z
  .strictObject({
    userId: Id,
    from: dateTime('The start'),
    to: dateTime('The end'),
    mode: z.optional(z.nullable(ModeKey)),
  })
  .check(
    z.refine(({ from, to }) => from <= to, { error: 'The end must not be before the start', path: ['to'] }),
  )

/** Read by staff and by the players of the matches. */
const reason = multiLine({ name: 'Reason', ...rulingLimits.reason })

export const RulingReason = z.object({ reason })

export const NewRuling = z
  .strictObject({
    matchIds: z.optional(MatchIds),
    span: z.optional(RulingSpan),
    action: RulingAction,
    reason,
  })
  .check(
    z.refine(({ matchIds, span }) => (matchIds === undefined) !== (span === undefined), {
      error: 'Name either matchIds or a span',
      path: ['matchIds'],
    }),
  )

export type NewRuling = z.infer<typeof NewRuling>

const Person = z.object({ id: Id, username: z.string(), rank: RankSchema })

export const Ruling = z.object({
  id: Id,
  action: RulingAction,
  reason: z.string(),
  state: z.enum(rulingStates),
  /** Number of its matches, and of those that are applied. */
  matches: z.int(),
  done: z.int(),
  /** Up to ten of the matches, newest first. */
  matchIds: z.array(z.uuid()),
  span: z.nullable(
    z.object({ user: z.nullable(Person), from: Timestamp, to: Timestamp, mode: z.nullable(z.string()) }),
  ),
  /** Null for a deleted account, here and below. */
  madeBy: z.nullable(Person),
  createdAt: Timestamp,
  /** Who let it take effect or refused it; also null while it waits. */
  decidedBy: z.nullable(Person),
})

export type Ruling = z.infer<typeof Ruling>

export const rulingSchemas = {
  list: { query: pageQuery(100, 50), response: z.array(Ruling) },
  create: { body: NewRuling, response: Ruling },
  confirm: { params: IdParams, response: Ruling },
  refuse: { params: IdParams, response: Ruling },
}
