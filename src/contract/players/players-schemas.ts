import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { IdParams, Timestamp, wholeNumberText } from '../ids-schemas.ts'
import { SearchText } from '../rankings/leaderboard-schemas.ts'
import { GameTypeSchema, PlayedGameTypeSchema } from '../rankings/stats-schemas.ts'
import { historyDays, matchesPage } from './players.ts'

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
  gameType: PlayedGameTypeSchema,
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
  gameType: GameTypeSchema,
  /** Shown points before the first day below. */
  startPoints: z.int(),
  /** Oldest first; a day without ranked matches is left out. */
  days: z.array(HistoryDay),
})

export type PointsHistory = z.infer<typeof PointsHistory>

/** What the calls of `playerEndpoints` take and answer. */
export const playerSchemas = {
  search: {
    query: z.object({ username: SearchText, gameType: z._default(GameTypeSchema, 'overall') }),
    response: z.array(FoundPlayer),
  },
  matches: {
    params: IdParams,
    query: z.object({
      before: z.optional(z.uuid({ error: 'Must be the matchId of a match' })),
      limit: z._default(wholeNumberText(1, matchesPage.most), matchesPage.usual),
    }),
    response: z.array(Match),
  },
  pointsHistory: {
    params: IdParams,
    query: z.object({
      gameType: z._default(GameTypeSchema, 'overall'),
      days: z._default(wholeNumberText(1, historyDays.most), historyDays.usual),
    }),
    response: PointsHistory,
  },
  match: {
    params: z.object({ id: z.uuid({ error: 'Must be the matchId of a match' }) }),
    response: Match,
  },
}
