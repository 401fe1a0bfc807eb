import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id, Timestamp } from '../ids-schemas.ts'
import { PlayerPresence } from '../matches/presence-schemas.ts'
import { LadderSchema, ratingFigures } from '../rankings/rating-figures-schemas.ts'
import { GameTypeSchema } from '../rankings/stats-schemas.ts'
import { Match } from './players-schemas.ts'

/** Where a member is, and what is next for them. "Today" is the UTC day. */
export const Today = z.object({
  /** The member on the all-time board of all modes; null before the first match that counts. */
  board: z.nullable(
    z.object({
      position: z.int(),
      /** Places gained since the day began; null where it is not known. */
      moved: z.nullable(z.int()),
      points: z.int(),
      /** Points, wins and losses of matches that ended today. */
      gained: z.int(),
      wins: z.int(),
      losses: z.int(),
      winStreak: z.int(),
      bestStreak: z.int(),
      /** Who is just ahead; null for the first. */
      ahead: z.nullable(z.object({ user: UserCard, points: z.int() })),
    }),
  ),
  /** What changed on that board since the visit before; null on the first, and without a position then or now. */
  since: z.nullable(
    z.object({
      /** When that visit ended. */
      at: Timestamp,
      /** Places gained. */
      moved: z.int(),
      gained: z.int(),
      /** Players just ahead who were just behind, the nearest first. */
      passedBy: z.array(UserCard),
    }),
  ),
  /** Of the mode that was rated last; null without a rating in this season. */
  rating: z.nullable(
    z.object({
      mode: GameTypeSchema,
      ladder: LadderSchema,
      ...ratingFigures,
      /** One-based; null for who is not on the board. */
      position: z.nullable(z.int()),
      gained: z.number(),
    }),
  ),
  lastMatch: z.nullable(Match),
  /** The season that is running. */
  season: z.nullable(z.object({ name: z.string(), endsAt: Timestamp })),
  /** The next event that has a date, or the one that is on. */
  event: z.nullable(
    z.object({ id: Id, title: z.string(), startDate: Timestamp, endDate: z.nullable(Timestamp) }),
  ),
  /** Whether the member follows anybody. */
  isFollowing: z.boolean(),
  /** Followed players on a game server who may be named, the newest first. */
  online: z.array(z.extend(PlayerPresence, { user: UserCard })),
})

export type Today = z.infer<typeof Today>

export const todaySchemas = {
  show: { response: Today },
  visit: {},
}
