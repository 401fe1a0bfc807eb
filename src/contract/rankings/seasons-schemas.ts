import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
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
  startsAt: dateTime('The start'),
  endsAt: dateTime('The end'),
}

/** Both times are ahead of now; [startsAt, endsAt) overlaps no other season. */
export const NewSeason = z
  .strictObject(fields)
  .check(
    z.refine(({ startsAt, endsAt }) => startsAt < endsAt, { error: seasonEndsTooEarly, path: ['endsAt'] }),
  )

export type NewSeason = z.infer<typeof NewSeason>

/** An absent field is unchanged. Only a coming season changes its start, and only before its end does it move. */
export const SeasonChange = z.strictObject({
  name: z.optional(fields.name),
  startsAt: z.optional(fields.startsAt),
  endsAt: z.optional(fields.endsAt),
})

export type SeasonChange = z.infer<typeof SeasonChange>

export const seasonSchemas = {
  list: { response: z.array(Season) },
  create: { body: NewSeason, response: Season },
  update: { params: IdParams, body: SeasonChange, response: Season },
  end: { params: IdParams, response: Season },
  undoEnd: { params: IdParams, response: Season },
  remove: { params: IdParams },
}
