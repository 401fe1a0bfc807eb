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
  /** The site accepts no writes at the moment. Left out while it does. */
  isReadOnly: z.optional(z.literal(true)),
})

export type ServerStatus = z.infer<typeof ServerStatus>

/** What is asked and answered in a time: `answered` ≤ `asked`, both 0 where nobody asked. */
const counts = { asked: z.int(), answered: z.int() }

export const StatusHistory = z.object({
  /** The last 24 hours in quarters of an hour, oldest first. Players: the most at once; null where nobody asked. */
  steps: z.array(z.object({ at: Timestamp, players: z.nullable(z.int()), ...counts })),
  /** The most players at once in the last 30 days, and the hour that had them. */
  peak: z.nullable(z.object({ players: z.int(), hour: Timestamp })),
  /** The last 90 days of UTC, oldest first. */
  days: z.array(z.object({ day: z.string(), ...counts })),
})

export type StatusHistory = z.infer<typeof StatusHistory>

export const statusSchemas = {
  show: { stable: { example: '/api/minecraft/status' }, response: ServerStatus },
  history: { stable: { example: '/api/status/history' }, response: StatusHistory },
}
