import * as z from 'zod/mini'
import { Id } from './ids-schemas.ts'
import { staffLists } from './live.ts'
import { GameTypeSchema, Stats } from './rankings/stats-schemas.ts'

/** What a browser may say on `/ws` (docs/spec/rulings.md, WebSocket). */
export const ClientMessage = z.union([
  z.object({ type: z.enum(['subscribe', 'unsubscribe']), channel: z.enum(['server_status', 'desk']) }),
  z.object({ type: z.enum(['subscribe', 'unsubscribe']), gameType: GameTypeSchema }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

export const StatusUpdate = z.object({
  type: z.literal('server_status_update'),
  data: z.object({ playerCount: z.optional(z.number()), isOnline: z.boolean() }),
})

/** A player's figures after a match, sent for its game type and for `overall` (docs/spec/rulings.md, WebSocket). */
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

/** Something in a list of the staff desk is new or changed: no content, so that a look at the list decides who sees it. */
export const StaffUpdate = z.object({ type: z.literal('desk_update'), list: z.enum(staffLists) })

/** What the server says on `/ws`. Unknown types are skipped by the browser. */
export const ServerMessage = z.union([
  StatusUpdate,
  StatsUpdate,
  StaffUpdate,
  z.object({ type: z.literal('error'), message: z.string() }),
])
export type ServerMessage = z.infer<typeof ServerMessage>
