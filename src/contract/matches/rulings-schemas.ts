import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { RankSchema } from '../accounts/ranks-schemas.ts'
import { Id, IdParams, pageQuery, Timestamp } from '../ids-schemas.ts'
import { ModeKey } from '../network/modes-schemas.ts'
import { sentence } from '../sentences.ts'
import { dateTime, multiLine } from '../written-schemas.ts'
import { rulingLimits, rulingStates } from './rulings.ts'

const RulingAction = z.enum(['exclude', 'restore'], {
  error: sentence(msg`action must be exclude or restore`),
})

const MatchIds = z
  .array(z.uuid({ error: sentence(msg`matchIds must be the ids of matches`) }), {
    error: sentence(msg`matchIds must be the ids of matches`),
  })
  .check(
    z.minLength(1, { error: sentence(msg`Name at least one match`) }),
    z.maxLength(rulingLimits.matchIds, {
      error: sentence(msg`At most ${{ matchIds: rulingLimits.matchIds }} matches, or a span`),
    }),
  )

/** The matches of a player that ended from `from` to `to`, of every mode unless one is named. */
const RulingSpan = z
  .strictObject({
    userId: Id,
    from: dateTime('The start'),
    to: dateTime('The end'),
    mode: z.optional(z.nullable(ModeKey)),
  })
  .check(
    z.refine(({ from, to }) => from <= to, {
      error: sentence(msg`The end must not be before the start`),
      path: ['to'],
    }),
  )

/** Read by staff and by the players of the matches. */
const reason = multiLine({ name: 'Reason', ...rulingLimits.reason })

export const RulingReason = z.object({ reason })

/** Which matches: named, of a player's span, or those of an earlier ruling that are excluded still. */
const about = {
  matchIds: z.optional(MatchIds),
  span: z.optional(RulingSpan),
  rulingId: z.optional(Id),
  action: RulingAction,
}

interface About {
  readonly matchIds?: unknown
  readonly span?: unknown
  readonly rulingId?: unknown
  readonly action: string
}

const namesOneForm = z.refine<About>(
  ({ matchIds, span, rulingId }: About) =>
    [matchIds, span, rulingId].filter((form) => form !== undefined).length === 1,
  { error: sentence(msg`Name either matchIds, a span or a rulingId`), path: ['matchIds'] },
)

const restoresRuling = z.refine<About>(
  ({ rulingId, action }: About) => rulingId === undefined || action === 'restore',
  { error: sentence(msg`The matches of a ruling can only be restored`), path: ['rulingId'] },
)

export const NewRuling = z.strictObject({ ...about, reason }).check(namesOneForm, restoresRuling)

export const RulingAbout = z.strictObject(about).check(namesOneForm, restoresRuling)

export type RulingAbout = z.infer<typeof RulingAbout>

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

/** What a ruling would change. */
export const RulingPreview = z.object({
  matches: z.int(),
  /** Those that count in ratings. */
  rated: z.int(),
  /** Who played in them: ten with the most of these matches, and how many played in all. */
  players: z.array(z.object({ user: Person, matches: z.int() })),
  playersInAll: z.int(),
  /** Whether a second person would have to confirm it. */
  waits: z.boolean(),
})

export type RulingPreview = z.infer<typeof RulingPreview>

export const rulingSchemas = {
  list: { query: pageQuery(100, 50), response: z.array(Ruling) },
  preview: { body: RulingAbout, response: RulingPreview },
  create: { body: NewRuling, response: Ruling },
  confirm: { params: IdParams, response: Ruling },
  refuse: { params: IdParams, response: Ruling },
}
