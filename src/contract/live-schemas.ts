import * as z from 'zod/mini'
import { Id } from './ids-schemas.ts'
import { GameTypeSchema, Stats } from './rankings/stats-schemas.ts'
import { formerStaffFeed, staffLists } from './staff-lists.ts'

/** When what the browser shows was read, in milliseconds: a `resync` follows if the channel had a message since. */
const since = z.optional(z.number())

/** Messages that a browser may send on `/ws` (docs/spec/rulings.md, WebSocket). */
export const ClientMessage = z.union([
  z.object({
    type: z.enum(['subscribe', 'unsubscribe']),
    channel: z.enum([
      'server_status',
      'staff',
      formerStaffFeed.channel,
      'modes',
      'comments',
      'notifications',
      'cups',
    ]),
    since,
  }),
  z.object({ type: z.enum(['subscribe', 'unsubscribe']), gameType: GameTypeSchema, since }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

const StatusUpdate = z.object({
  type: z.literal('server_status_update'),
  data: z.object({ playerCount: z.optional(z.number()), isOnline: z.boolean() }),
})

/** A player's stats after a match, sent for its game type and for `overall`. */
export const StatsUpdate = z.object({
  type: z.literal('stats_update'),
  gameType: GameTypeSchema,
  data: z.object({
    user: z.object({ id: Id, username: z.string() }),
    stats: z.pick(Stats, {
      winStreak: true,
      losses: true,
      wins: true,
      kills: true,
      deaths: true,
      points: true,
    }),
    lastResult: z.optional(z.enum(['win', 'loss', 'draw', 'void'])),
  }),
})
export type StatsUpdate = z.infer<typeof StatsUpdate>

/** Ratings of this mode changed; sent to subscribers of its game type. */
const RatingsUpdate = z.object({ type: z.literal('ratings_update'), gameType: GameTypeSchema })

/** A staff list changed. It has no content: clients reload the list, which checks their rights. */
const StaffUpdate = z.object({
  type: z.enum(['staff_update', formerStaffFeed.type]),
  list: z.enum(staffLists),
})

/** The modes changed, or their figures were computed again. It has no content: browsers fetch `GET /api/modes`. */
const ModesUpdate = z.object({ type: z.literal('modes_update') })

/** Comments on this post or news item were written or deleted; sent to subscribers of `comments`. */
const CommentsUpdate = z.object({
  type: z.literal('comments_update'),
  postId: z.nullable(Id),
  newsSlug: z.nullable(z.string()),
  commentCount: z.int(),
})

/** The member's notifications changed. It has no content: browsers fetch them again. */
const NotificationsUpdate = z.object({ type: z.literal('notifications_update') })

/** Messages may have been missed, as the server lost its own connection for a while. Browsers fetch what they show. */
const Resync = z.object({ type: z.literal('resync') })

/** A cup changed; sent to subscribers of `cups`. It has no content: browsers fetch the cup again. */
const CupUpdate = z.object({ type: z.literal('cup_update'), eventId: Id, version: z.int() })

/** Messages that the server sends on `/ws`. Browsers ignore unknown types. */
export const ServerMessage = z.union([
  RatingsUpdate,
  StatusUpdate,
  StatsUpdate,
  StaffUpdate,
  ModesUpdate,
  CommentsUpdate,
  NotificationsUpdate,
  CupUpdate,
  Resync,
  z.object({ type: z.literal('error'), message: z.string() }),
])
export type ServerMessage = z.infer<typeof ServerMessage>
