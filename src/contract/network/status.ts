import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../ids.ts'

/** The game server as the site knows it; offline: `playerCount` 0, unknown fields null (rulings, Wire contract). */
export const ServerStatus = z.object({
  isOnline: z.boolean(),
  playerCount: z.int(),
  maxPlayers: z.nullable(z.int()),
  version: z.nullable(z.string()),
  motd: z.nullable(z.string()),
  latencyMs: z.nullable(z.int()),
  source: z.nullable(z.enum(['ping', 'heartbeat'])),
  checkedAt: z.nullable(Timestamp),
})
export type ServerStatus = z.infer<typeof ServerStatus>

export const statusEndpoints = {
  show: endpoint({
    method: 'GET',
    path: '/api/minecraft/status',
    access: 'public',
    sameForAll: true,
    summary: 'Is the game server online, and with how many players',
    status: 200,
    answer: ServerStatus,
  }),
}
