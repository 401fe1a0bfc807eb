import * as z from 'zod/mini'
import { Id } from './ids.ts'
import { GameType, gameTypes, Stats } from './rankings/stats.ts'

/** What a browser may say on `/ws` (spec 7; rulings, WebSocket). */
export const ClientMessage = z.union([
  z.object({ type: z.enum(['subscribe', 'unsubscribe']), channel: z.enum(['server_status', 'desk']) }),
  z.object({ type: z.enum(['subscribe', 'unsubscribe']), gameType: GameType }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

export const StatusUpdate = z.object({
  type: z.literal('server_status_update'),
  data: z.object({ playerCount: z._default(z.number(), 0), isOnline: z.boolean() }),
})

/** A player's figures after a match, sent for its game type and for `overall` (rulings, WebSocket). */
export const StatsUpdate = z.object({
  type: z.literal('stats_update'),
  gameType: GameType,
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

/** The lists that staff watch. */
export const deskLists = ['reports', 'applications', 'moderation', 'contact'] as const
export type DeskList = (typeof deskLists)[number]

/** Something in a list of the staff desk is new or changed: no content, so that a look at the list decides who sees it. */
export const DeskUpdate = z.object({ type: z.literal('desk_update'), list: z.enum(deskLists) })

/** What the server says on `/ws`. Unknown types are skipped by the browser. */
export const ServerMessage = z.union([
  StatusUpdate,
  StatsUpdate,
  DeskUpdate,
  z.object({ type: z.literal('error'), message: z.string() }),
])
export type ServerMessage = z.infer<typeof ServerMessage>

type Raw = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Raw => typeof value === 'object' && value !== null
const isWhole = (value: unknown) => Number.isSafeInteger(value)
const isOneOf = (values: readonly unknown[], value: unknown) => values.includes(value)

const figures = ['winStreak', 'losses', 'wins', 'kills', 'deaths', 'points'] as const
const results = ['win', 'loss', 'draw', 'void', undefined] as const

/**
 * What `ServerMessage` would make of a parsed frame, or undefined. Written out, because every page hears messages and
 * few need zod; a test holds the two together.
 */
export function serverMessageOf(value: unknown): ServerMessage | undefined {
  if (!isRecord(value)) return undefined
  switch (value.type) {
    case 'server_status_update': {
      if (!isRecord(value.data) || typeof value.data.isOnline !== 'boolean') return undefined
      const { playerCount = 0, isOnline } = value.data
      if (typeof playerCount !== 'number' || !Number.isFinite(playerCount)) return undefined
      return { type: value.type, data: { playerCount, isOnline } }
    }
    case 'stats_update':
      return isStats(value) ? (value as unknown as StatsUpdate) : undefined
    case 'desk_update':
      return isOneOf(deskLists, value.list) ? { type: value.type, list: value.list as DeskList } : undefined
    case 'error':
      return typeof value.message === 'string' ? { type: value.type, message: value.message } : undefined
    default:
      return undefined
  }
}

function isStats({ gameType, data }: Raw): boolean {
  if (!isOneOf(gameTypes, gameType) || !isRecord(data)) return false
  const { user, stats, lastResult } = data
  if (!isRecord(user) || !isRecord(stats) || !isOneOf(results, lastResult)) return false
  const { id, username } = user
  const isId = isWhole(id) && (id as number) >= 1 && (id as number) <= 2_147_483_647
  return isId && typeof username === 'string' && figures.every((figure) => isWhole(stats[figure]))
}
