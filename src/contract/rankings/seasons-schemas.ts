import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { dateTime, nameLine } from '../written-schemas.ts'
import { LadderSchema } from './rating-figures-schemas.ts'
import { seasonEndsTooEarly, seasonLimits, seasonStates } from './seasons.ts'
import { GameTypeSchema } from './stats-schemas.ts'

/** First of a rating board at the end of a season. */
export const Champion = z.object({
  mode: GameTypeSchema,
  ladder: LadderSchema,
  user: UserCard,
  rating: z.number(),
  tier: z.string(),
  tierColour: z.string(),
})

export type Champion = z.infer<typeof Champion>

export const Season = z.object({
  id: Id,
  name: z.string(),
  startsAt: Timestamp,
  /** Matches that end at this moment or later do not count. */
  endsAt: Timestamp,
  state: z.enum(seasonStates),
  /** Of a season that was ended early, while that can be undone: when it would end. */
  plannedEnd: z.optional(Timestamp),
  /** Of listed modes, in their order; empty until the season is closed. */
  champions: z.array(Champion),
  version: z.int(),
})

export type Season = z.infer<typeof Season>

const fields = {
  name: nameLine({ name: 'Name', min: 1, max: seasonLimits.name }),
  // Forms say what the first of them says.
  startsAt: z.union([dateTime('The start'), z.literal('now')], {
    error: sentence(msg`The start must be a time, or now`),
  }),
  endsAt: dateTime('The end'),
}

/** The start is `now` or ahead of it, as is the end; [startsAt, endsAt) overlaps no other season. */
export const NewSeason = z.strictObject(fields).check(
  z.refine(({ startsAt, endsAt }) => startsAt === 'now' || startsAt < endsAt, {
    error: sentence(seasonEndsTooEarly),
    path: ['endsAt'],
  }),
)

export type NewSeason = z.infer<typeof NewSeason>

/** An absent field is unchanged. Only a coming season changes its start, and only before its end does it move. */
const SeasonChange = z.strictObject({
  name: z.optional(fields.name),
  startsAt: z.optional(fields.startsAt),
  endsAt: z.optional(fields.endsAt),
})

export type SeasonChange = z.infer<typeof SeasonChange>

export const seasonSchemas = {
  list: { stable: { example: '/api/seasons' }, response: z.array(Season) },
  create: { body: NewSeason, response: Season },
  update: { versioned: true, params: IdParams, body: SeasonChange, response: Season },
  end: { versioned: true, params: IdParams, response: Season },
  undoEnd: { versioned: true, params: IdParams, response: Season },
  remove: { versioned: true, params: IdParams },
}
