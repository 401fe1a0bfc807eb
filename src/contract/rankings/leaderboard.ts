import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, wholeNumberText } from '../ids.ts'
import { GameType, Stats } from './stats.ts'
import { codePoints } from '../text.ts'
import { UserCard } from '../accounts/users.ts'

/** All time, the running UTC calendar month, the running ISO week (rulings, Wire contract). */
export const periods = ['all', 'month', 'week'] as const
export const Period = z.enum(periods)
export type Period = (typeof periods)[number]

/** Rows of a page, page buttons, and the most that one call answers (spec 9; rulings, Lists). */
export const leaderboardPage = { usual: 5, most: 100, buttons: 5 } as const

/** Players shown while the real number is not known, or under maintenance (rulings, Placeholders). */
export const leaderboardPlaceholderTotal = 245

/** Neighbours on each side of the player whom `around` shows. */
export const neighbours = 2

/** The shortest search that means something; the browser sends nothing shorter (spec 9). */
export const searchLimits = { least: 3, most: 64 } as const
const searchMessage = 'Type at least 3 characters to search'

/** A part of a shown name, in code points. */
export const SearchText = z.string({ error: searchMessage }).check(
  z.refine((text) => codePoints(text.trim()) >= searchLimits.least, { error: searchMessage }),
  z.refine((text) => codePoints(text) <= searchLimits.most, {
    error: 'Search for 64 characters or less',
  }),
)

const boardQuery = {
  gameType: z._default(GameType, 'overall'),
  period: z._default(Period, 'all'),
}

export const LeaderboardQuery = z.object({
  ...boardQuery,
  limit: z._default(wholeNumberText(1, leaderboardPage.most), leaderboardPage.usual),
  offset: z._default(wholeNumberText(0, 2_147_483_647), 0),
  /** Empty is no search. */
  search: z.optional(z.union([z.literal(''), SearchText])),
})

export const LeaderboardEntry = z.object({
  /** From 1; the true one, also in a search. */
  position: z.int(),
  user: UserCard,
  stats: Stats,
})
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>

/** Ordered by shown points, then wins, then fewer deaths, then id. `total`: ranked players, or matches of the search. */
export const Leaderboard = z.object({
  gameType: GameType,
  period: Period,
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  entries: z.array(LeaderboardEntry),
})
export type Leaderboard = z.infer<typeof Leaderboard>

/** Who is on a board: `around` answers no entries for a known player who has not played there. */
export const leaderboardEndpoints = {
  page: endpoint({
    method: 'GET',
    path: '/api/leaderboard',
    access: 'public',
    sameForAll: true,
    summary: 'A page of a board; a search keeps true positions and counts at most 1,000 matches',
    query: LeaderboardQuery,
    status: 200,
    answer: Leaderboard,
  }),
  around: endpoint({
    method: 'GET',
    path: '/api/leaderboard/around/:id',
    access: 'public',
    sameForAll: true,
    summary: 'A player on a board with two neighbours each side',
    params: IdParams,
    query: z.object(boardQuery),
    status: 200,
    answer: Leaderboard,
  }),
}
