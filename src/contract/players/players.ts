import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, Timestamp, wholeNumberText } from '../ids.ts'
import { SearchText } from '../rankings/leaderboard.ts'
import { GameType, PlayedGameType } from '../rankings/stats.ts'
import { UserCard } from '../accounts/users.ts'

/** Search results at most (rulings, Wire contract). */
export const mostFound = 20

/** Matches on one page of a player's history, and the most that one call answers. */
export const matchesPage = { usual: 10, most: 50 } as const

/** Days of the points chart. */
export const historyDays = { usual: 90, most: 366 } as const

export const FoundPlayer = z.object({
  user: UserCard,
  stats: z.object({ wins: z.int(), points: z.int() }),
})
export type FoundPlayer = z.infer<typeof FoundPlayer>

export const MatchResult = z.enum(['win', 'loss', 'draw'])
export type MatchResult = z.infer<typeof MatchResult>

export const InputMode = z.enum(['touch', 'controller', 'keyboard'])

/** One player's part in a match. `points` may be negative: it is what the match gave or took. */
export const MatchPlayer = z.object({
  user: UserCard,
  team: z.nullable(z.string()),
  result: MatchResult,
  kills: z.int(),
  deaths: z.int(),
  assists: z.int(),
  points: z.int(),
  input: z.nullable(InputMode),
  pingMs: z.nullable(z.int()),
})
export type MatchPlayer = z.infer<typeof MatchPlayer>

/** A match with everybody in it, winners first. */
export const Match = z.object({
  matchId: z.uuid(),
  gameType: PlayedGameType,
  /** An unranked match is history only: it changes no figure. */
  ranked: z.boolean(),
  /** A voided match stays visible and counts nowhere. */
  voided: z.boolean(),
  startedAt: Timestamp,
  endedAt: Timestamp,
  players: z.array(MatchPlayer),
})
export type Match = z.infer<typeof Match>

/** One UTC day on which the player played. */
export const HistoryDay = z.object({
  date: z.iso.date(),
  /** Shown points at the end of the day. */
  points: z.int(),
  wins: z.int(),
  losses: z.int(),
})
export type HistoryDay = z.infer<typeof HistoryDay>

export const PointsHistory = z.object({
  gameType: GameType,
  /** Shown points before the first day below. */
  startPoints: z.int(),
  /** Oldest first; a day without ranked matches is left out. */
  days: z.array(HistoryDay),
})
export type PointsHistory = z.infer<typeof PointsHistory>

export const playerEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/players/search',
    access: 'public',
    sameForAll: true,
    summary: 'Members and players by a part of their name: exact, then prefix, then inside',
    query: z.object({ username: SearchText, gameType: z._default(GameType, 'overall') }),
    limit: 'search',
    status: 200,
    answer: z.array(FoundPlayer),
  }),
  /** `before` is the matchId of the last one seen; the Link header has the next page. */
  matches: endpoint({
    method: 'GET',
    path: '/api/players/:id/matches',
    access: 'public',
    sameForAll: true,
    summary: "A player's matches, newest first, with everybody in them",
    params: IdParams,
    query: z.object({
      before: z.optional(z.uuid({ error: 'Must be the matchId of a match' })),
      limit: z._default(wholeNumberText(1, matchesPage.most), matchesPage.usual),
    }),
    status: 200,
    answer: z.array(Match),
  }),
  pointsHistory: endpoint({
    method: 'GET',
    path: '/api/players/:id/points-history',
    access: 'public',
    sameForAll: true,
    summary: "A player's points by day, over the last days",
    params: IdParams,
    query: z.object({
      gameType: z._default(GameType, 'overall'),
      days: z._default(wholeNumberText(1, historyDays.most), historyDays.usual),
    }),
    status: 200,
    answer: PointsHistory,
  }),
  match: endpoint({
    method: 'GET',
    path: '/api/matches/:id',
    access: 'public',
    sameForAll: true,
    summary: 'A match by its matchId',
    params: z.object({ id: z.uuid({ error: 'Must be the matchId of a match' }) }),
    status: 200,
    answer: Match,
  }),
}
