import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id, IdParams, IdText, Timestamp, wholeNumberText } from '../ids-schemas.ts'
import { SearchText } from '../rankings/leaderboard-schemas.ts'
import { milestoneFigures } from '../rankings/milestones.ts'
import { RatedAgain } from '../rankings/rating-figures-schemas.ts'
import { unratedReasons } from '../rankings/ratings.ts'
import { GameTypeSchema } from '../rankings/stats-schemas.ts'
import { sentence } from '../sentences.ts'
import {
  arrivalsPage,
  historyDays,
  latestMatches,
  matchesPage,
  maxLookedUp,
  opponentOrders,
} from './players.ts'

export const FoundPlayer = z.object({
  user: UserCard,
  stats: z.object({ wins: z.int(), points: z.int() }),
  /** The name in game by which the player was found, where it is none of today. */
  formerName: z.optional(z.string()),
})

export type FoundPlayer = z.infer<typeof FoundPlayer>

/** A player as a program looked them up. */
export const LookedUpPlayer = z.extend(z.omit(FoundPlayer, { formerName: true }), {
  /** The id or XUID that was asked for; the account may have another id by now. */
  asked: z.string(),
})

export type LookedUpPlayer = z.infer<typeof LookedUpPlayer>

/** A list in a query, separated by commas. */
const listText = (pattern: RegExp, error: string) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => [...new Set(text.split(','))]),
      z
        .array(z.string().check(z.regex(pattern, { error })))
        .check(
          z.maxLength(maxLookedUp, { error: sentence(msg`Name at most ${{ max: maxLookedUp }} players`) }),
        ),
    ),
  )

/** A channel on Twitch or YouTube of a player, as the content names it. */
export const Stream = z.object({ user: UserCard, link: z.string() })

export type Stream = z.infer<typeof Stream>

export const MatchResult = z.enum(['win', 'loss', 'draw'])

export type MatchResult = z.infer<typeof MatchResult>

export const InputMode = z.enum(['touch', 'controller', 'keyboard'])

/** A player's result in a match. `points` is the change, so it may be negative. */
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

/** A match with all its players, winners first. */
export const Match = z.object({
  matchId: z.uuid(),
  /** The mode that the match counts for. */
  gameType: GameTypeSchema,
  /** Name of that mode, which may have no board. */
  modeName: z.optional(z.string()),
  /** An unranked match is listed but changes no stats. */
  ranked: z.boolean(),
  /** A voided match is listed but changes no stats. */
  voided: z.boolean(),
  /** A match that staff excluded is listed but changes no stats. */
  excluded: z.optional(z.boolean()),
  startedAt: Timestamp,
  endedAt: Timestamp,
  players: z.array(MatchPlayer),
})

export type Match = z.infer<typeof Match>

/** A kill as the game server saw it; killer and victim are indexes into `players`. */
const MatchKill = z.object({
  at: Timestamp,
  killer: z.int(),
  victim: z.int(),
  cause: z.nullable(z.string()),
})

export type MatchKill = z.infer<typeof MatchKill>

/** What a match did to the rating of a player. */
export const MatchRating = z.object({
  userId: Id,
  before: z.number(),
  after: z.number(),
  deviationBefore: z.number(),
  deviationAfter: z.number(),
  /** Expected score before the match, from 0 to 1. */
  expected: z.number(),
  rerated: z.optional(RatedAgain),
})

export type MatchRating = z.infer<typeof MatchRating>

/** A match as a player's list shows it. */
export const ListedMatch = z.extend(Match, {
  /** By team; null when the game server sent none. */
  score: z.nullable(z.record(z.string(), z.int())),
  /** Empty when it is not rated. */
  ratings: z.array(MatchRating),
})

export type ListedMatch = z.infer<typeof ListedMatch>

/** A match with what its game server also sent; null and empty when it sent nothing. */
export const MatchDetails = z.extend(ListedMatch, {
  players: z.array(z.extend(MatchPlayer, { hits: z.nullable(z.int()) })),
  map: z.nullable(z.string()),
  region: z.nullable(z.string()),
  rounds: z.nullable(z.int()),
  /** Cups that it counts in. */
  cups: z.array(
    z.object({
      id: Id,
      title: z.string(),
      /** The match of the bracket that it belongs to, and all rounds of that; null in the table of an arena. */
      node: z.optional(z.nullable(z.object({ id: z.string(), rounds: z.array(z.string()) }))),
    }),
  ),
  /** In the order of time. */
  kills: z.array(MatchKill),
  /** Null until the match was looked at. */
  rated: z.nullable(z.boolean()),
  /** Why it is not rated; null while `rated` is not false. */
  unratedReason: z.nullable(z.enum(unratedReasons)),
})

export type MatchDetails = z.infer<typeof MatchDetails>

/** A UTC day with at least one ranked match. */
export const HistoryDay = z.object({
  date: z.iso.date(),
  /** Total points at the end of the day. */
  points: z.int(),
  wins: z.int(),
  losses: z.int(),
})

export type HistoryDay = z.infer<typeof HistoryDay>

export const PointsHistory = z.object({
  gameType: GameTypeSchema,
  /** Total points before the first day of `days`. */
  startPoints: z.int(),
  /** Oldest first; days without ranked matches are omitted. */
  days: z.array(HistoryDay),
})

export type PointsHistory = z.infer<typeof PointsHistory>

const record = { wins: z.int(), losses: z.int(), draws: z.int() }

/** What a player won against another: ranked 1v1 matches that are not void. */
export const HeadToHead = z.object({
  /** The newest season first, then the mode they met in most. */
  modes: z.array(
    z.object({
      mode: GameTypeSchema,
      modeName: z.string(),
      /** Null outside of seasons. */
      season: z.nullable(Id),
      ...record,
    }),
  ),
  /** Newest first. */
  recent: z.array(Match),
})

export type HeadToHead = z.infer<typeof HeadToHead>

/** Somebody whom a player met, with the record from the player's side. */
export const Opponent = z.object({
  user: UserCard,
  ...record,
  lastMatchAt: Timestamp,
  /** The player's results of the newest matches against them, the newest first. */
  recent: z.array(MatchResult),
})

export type Opponent = z.infer<typeof Opponent>

/** Somebody whom both compared players met, with the record of each against them. */
export const CommonOpponent = z.object({ user: UserCard, a: z.object(record), b: z.object(record) })

export type CommonOpponent = z.infer<typeof CommonOpponent>

/** What a player played with in their last matches, as game servers reported it; most used first. */
export const PlayerDevices = z.object({
  /** How many matches were looked at. */
  matches: z.int(),
  inputs: z.array(z.object({ input: InputMode, matches: z.int() })),
  devices: z.array(z.object({ device: z.string(), matches: z.int() })),
})

export type PlayerDevices = z.infer<typeof PlayerDevices>

/** A player's position on the board of a mode. */
export const Place = z.object({
  gameType: GameTypeSchema,
  position: z.int(),
  points: z.int(),
  /** The player just ahead; null for the first. */
  ahead: z.nullable(z.object({ user: UserCard, points: z.int() })),
})

export type Place = z.infer<typeof Place>

/** A milestone, and the match that earned it. */
export const Milestone = z.object({
  figure: z.enum(milestoneFigures),
  step: z.int(),
  matchId: z.uuid(),
  at: Timestamp,
})

export type Milestone = z.infer<typeof Milestone>

export type MatchNarrowing = Partial<
  Pick<z.infer<typeof playerSchemas.matches.query>, 'mode' | 'opponent' | 'result' | 'rated'>
>

export const playerSchemas = {
  list: {
    stable: { example: '/api/players?ids=1,2' },
    query: z
      .object({
        ids: z.optional(
          listText(/^[1-9][0-9]{0,8}$/, sentence(msg`Must be ids of players, separated by commas`)),
        ),
        xuids: z.optional(listText(/^[0-9]{1,20}$/, sentence(msg`Must be XUIDs, separated by commas`))),
      })
      .check(
        z.refine(({ ids, xuids }) => (ids === undefined) !== (xuids === undefined), {
          path: ['ids'],
          error: sentence(msg`Name either ids or xuids`),
        }),
      ),
    response: z.array(LookedUpPlayer),
  },
  search: {
    stable: { example: '/api/players/search?username=steve' },
    query: z.object({ username: SearchText, gameType: z._default(GameTypeSchema, 'overall') }),
    response: z.array(FoundPlayer),
  },
  matches: {
    stable: { example: '/api/players/1/matches?limit=5' },
    params: IdParams,
    query: z.object({
      before: z.optional(z.uuid({ error: sentence(msg`Must be the matchId of a match`) })),
      limit: z._default(wholeNumberText(1, matchesPage.max), matchesPage.default),
      mode: z.optional(GameTypeSchema),
      opponent: z.optional(IdText),
      result: z.optional(
        z.enum(['win', 'loss', 'draw'], { error: sentence(msg`result must be win, loss or draw`) }),
      ),
      rated: z.optional(z.enum(['yes', 'no'], { error: sentence(msg`rated must be yes or no`) })),
    }),
    response: z.array(ListedMatch),
  },
  opponents: {
    stable: { example: '/api/players/1/opponents' },
    params: IdParams,
    query: z.object({
      order: z._default(
        z.enum(opponentOrders, { error: sentence(msg`order must be met, lost or beaten`) }),
        'met',
      ),
    }),
    response: z.array(Opponent),
  },
  devices: { params: IdParams, response: PlayerDevices },
  places: { stable: { example: '/api/players/1/places' }, params: IdParams, response: z.array(Place) },
  milestones: {
    stable: { example: '/api/players/1/milestones' },
    params: IdParams,
    response: z.array(Milestone),
  },
  headToHead: {
    stable: { example: '/api/head-to-head/1/2' },
    params: z.object({ a: IdText, b: IdText }),
    response: HeadToHead,
  },
  commonOpponents: {
    stable: { example: '/api/head-to-head/1/2/opponents' },
    params: z.object({ a: IdText, b: IdText }),
    response: z.array(CommonOpponent),
  },
  pointsHistory: {
    stable: { example: '/api/players/1/points-history?days=30' },
    params: IdParams,
    query: z.object({
      gameType: z._default(GameTypeSchema, 'overall'),
      days: z._default(wholeNumberText(1, historyDays.max), historyDays.default),
    }),
    response: PointsHistory,
  },
  latest: {
    stable: { example: '/api/matches/latest?limit=5' },
    query: z.object({
      gameType: z._default(GameTypeSchema, 'overall'),
      limit: z._default(wholeNumberText(1, latestMatches.max), latestMatches.default),
    }),
    response: z.array(ListedMatch),
  },
  arrivals: {
    stable: { example: '/api/matches?limit=5' },
    query: z.object({
      /** `next` of the page before, or a time; absent: from the first match on. */
      since: z.optional(
        z.string().check(z.maxLength(200, { error: sentence(msg`That is too long for a cursor`) })),
      ),
      mode: z.optional(GameTypeSchema),
      limit: z._default(wholeNumberText(1, arrivalsPage.max), arrivalsPage.max),
    }),
    response: z.object({
      matches: z.array(ListedMatch),
      /** For `since`, also of an empty page: what arrives later comes after it. */
      next: z.string(),
      /** Whether more have arrived already. A page that is narrowed may be short, or empty, before the end. */
      more: z.boolean(),
    }),
  },
  streams: {
    response: z.array(Stream),
  },
  match: {
    stable: { example: '/api/matches/00000000-0000-4000-8000-000000000001' },
    params: z.object({ id: z.uuid({ error: sentence(msg`Must be the matchId of a match`) }) }),
    response: MatchDetails,
  },
}
