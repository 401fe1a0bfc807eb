import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id, IdParams, Timestamp, wholeNumberText } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { searchText } from '../text-schemas.ts'
import { inputs } from './inputs.ts'
import { leaderboardPage, orders, periods, searchLimits } from './leaderboard.ts'
import { LadderSchema, RatingFigures } from './rating-figures-schemas.ts'
import { GameTypeSchema, Stats } from './stats-schemas.ts'

export const Period = z.enum(periods)

export type Period = (typeof periods)[number]

const searchMessage = 'Type at least 3 characters to search'

/** Part of a shown name; length in code points. */
export const SearchText = searchText({
  max: searchLimits.max,
  tooShort: searchMessage,
  tooLong: 'Search for 64 characters or less',
})

const seasonError = 'period must be season, or season: and the id of one'

/** `season` is the present one, or the time between two; `season:<id>` one of GET /api/seasons. */
export const SeasonPeriod = z.union(
  [z.literal('season'), z.templateLiteral(['season:', z.string().check(z.regex(/^[1-9][0-9]{0,8}$/))])],
  { error: seasonError },
)

export type SeasonPeriod = z.infer<typeof SeasonPeriod>

const AnyPeriod = z.union([Period, SeasonPeriod], {
  error: sentence(msg`period must be all, month, week, season or season:${{ id: '<id>' }}`),
})

const boardQuery = {
  gameType: z._default(GameTypeSchema, 'overall'),
  /** Points have periods, ratings seasons. By default `all`, and `season` by rating. */
  period: z.optional(AnyPeriod),
  by: z._default(z.enum(orders, { error: sentence(msg`by must be points or rating`) }), 'points'),
  /** Only players with this main input: the first 1,000. Of a mode; not of a closed season. */
  input: z.optional(z.enum(inputs, { error: sentence(msg`input must be ${{ all: inputs.join(', ') }}`) })),
  /** Of ratings only. */
  ladder: z._default(LadderSchema, 'solo'),
}

export const LeaderboardQuery = z.object({
  ...boardQuery,
  limit: z._default(wholeNumberText(1, leaderboardPage.max), leaderboardPage.default),
  offset: z._default(wholeNumberText(0, 2_147_483_647), 0),
  /** Empty means no search. */
  search: z.optional(z.union([z.literal(''), SearchText])),
})

export const LeaderboardEntry = z.object({
  /** One-based position on the whole board, also in search results. */
  position: z.int(),
  user: UserCard,
  /** On a rating board those of all time. */
  stats: Stats,
  /** Places gained since the UTC day began; absent where it is not known, by input and in weeks and months. */
  moved: z.optional(z.int()),
  /** Where `by=rating`. */
  rating: z.optional(RatingFigures),
  /** In a search: the name in game by which the player was found, where it is none of today. */
  formerName: z.optional(z.string()),
})

export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

/**
 * Ordered by points, wins, fewer deaths, then id; by rating, lower deviation, wins, then id. `total` counts ranked
 * players, or hits of a search.
 */
export const Leaderboard = z.object({
  gameType: GameTypeSchema,
  period: AnyPeriod,
  by: z.optional(z.enum(orders)),
  ladder: z.optional(LadderSchema),
  input: z.optional(z.enum(inputs)),
  /** Of a rating board; null outside of seasons. */
  season: z.optional(z.nullable(Id)),
  /** Day of a rating board that goes on: who was idle for 30 days by then is not on it. */
  asOf: z.optional(Timestamp),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  entries: z.array(LeaderboardEntry),
  /** On the last page of a rating board that goes on: who is not on it yet, the surest rating first, as far as the limit. */
  provisional: z.optional(z.array(z.object({ user: UserCard, rating: RatingFigures }))),
})

export type Leaderboard = z.infer<typeof Leaderboard>

export const leaderboardSchemas = {
  page: {
    stable: { example: '/api/leaderboard?gameType=overall&limit=10' },
    query: LeaderboardQuery,
    response: Leaderboard,
  },
  around: {
    stable: { example: '/api/leaderboard/around/1' },
    params: IdParams,
    query: z.object(boardQuery),
    response: Leaderboard,
  },
}
