import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { nameLine } from '../written-schemas.ts'
import { gameServerLimits, gameServerStates } from './game-servers.ts'

/** A game server's key, and how it does. The secret is shown once, when it is made. */
export const GameServerRecord = z.object({
  id: Id,
  name: z.string(),
  setsRanks: z.boolean(),
  /** Made with `key create --unlinks`: it unlinks players whom other keys linked. */
  unlinksOthers: z.boolean(),
  createdAt: Timestamp,
  revokedAt: z.nullable(Timestamp),
  state: z.enum(gameServerStates),
  /** The newest call or heartbeat; null: none yet. */
  lastSeenAt: z.nullable(Timestamp),
  /** Players of the newest heartbeat; null unless the server is online. */
  playerCount: z.nullable(z.int()),
  /** Mean of the last ten minutes. */
  eventsPerMinute: z.number(),
  /** How late accepted events of the last hour came, within a fifth; null: there were none. */
  medianLagMs: z.nullable(z.int()),
  /** Events rejected in the last 48 hours. */
  rejected: z.int(),
  /** Sent back as If-Match. */
  version: z.int(),
})

export type GameServerRecord = z.infer<typeof GameServerRecord>

export const GameServerRejection = z.object({
  at: Timestamp,
  /** Null: not one of the types that there are. */
  type: z.nullable(z.string()),
  reason: z.string(),
})

export type GameServerRejection = z.infer<typeof GameServerRejection>

/** A rank that a game server said and that the site does not know. */
export const UnknownRank = z.object({
  name: z.string(),
  /** The name of the game server. */
  server: z.string(),
  /** How often it was said. */
  count: z.int(),
  lastAt: Timestamp,
})

export type UnknownRank = z.infer<typeof UnknownRank>

const setsRanks = z.boolean({ error: sentence(msg`setsRanks must be true or false`) })

export const GameServerForm = z.strictObject({
  name: nameLine({ name: 'Name', min: 1, max: gameServerLimits.name }),
  setsRanks,
})

export type GameServerForm = z.infer<typeof GameServerForm>

export const gameServerSchemas = {
  list: { response: z.array(GameServerRecord) },
  create: {
    body: GameServerForm,
    response: z.object({ server: GameServerRecord, secret: z.string() }),
  },
  update: {
    versioned: true,
    params: IdParams,
    /** An absent field is unchanged. */
    body: z.partial(GameServerForm),
    response: GameServerRecord,
  },
  revoke: { params: IdParams, response: GameServerRecord },
  rejections: { params: IdParams, response: z.array(GameServerRejection) },
  unknownRanks: { response: z.array(UnknownRank) },
}
