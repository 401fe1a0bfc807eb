import * as z from 'zod/mini'
import { Timestamp } from '../ids-schemas.ts'

/** The game server's status. Offline: `playerCount` 0, unknown fields null (docs/spec/rulings.md, Wire contract). */
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

export const statusSchemas = {
  show: {
    response: ServerStatus,
  },
}
