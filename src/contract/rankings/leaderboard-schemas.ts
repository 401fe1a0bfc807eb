import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { IdParams, wholeNumberText } from '../ids-schemas.ts'
import { codePoints } from '../text.ts'
import { leaderboardPage, periods, searchLimits } from './leaderboard.ts'
import { GameTypeSchema, Stats } from './stats-schemas.ts'

export const Period = z.enum(periods)

export type Period = (typeof periods)[number]

const searchMessage = 'Type at least 3 characters to search'

/** Part of a shown name; length in code points. */
export const SearchText = z.string({ error: searchMessage }).check(
  z.refine((text) => codePoints(text.trim()) >= searchLimits.min, { error: searchMessage }),
  z.refine((text) => codePoints(text) <= searchLimits.max, {
    error: 'Search for 64 characters or less',
  }),
)

const boardQuery = {
  gameType: z._default(GameTypeSchema, 'overall'),
  period: z._default(Period, 'all'),
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
  stats: Stats,
})

export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

/** Ordered by points, wins, fewer deaths, then id. `total` counts ranked players, or hits of a search. */
export const Leaderboard = z.object({
  gameType: GameTypeSchema,
  period: Period,
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  entries: z.array(LeaderboardEntry),
})

export type Leaderboard = z.infer<typeof Leaderboard>

export const leaderboardSchemas = {
  page: {
    query: LeaderboardQuery,
    response: Leaderboard,
  },
  around: {
    params: IdParams,
    query: z.object(boardQuery),
    response: Leaderboard,
  },
}
