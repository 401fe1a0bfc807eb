import { sql } from 'kysely'
import type { PingReply } from '../../../gateways/bedrock-ping.ts'
import type { Database } from '../../../platform/database.ts'
import type { StatusFacts } from './decide.ts'

type Reader = Pick<Database, 'sql'>

/** Reads all facts about the game server with the database time, which all ages refer to. */
export async function readStatusFacts(database: Reader): Promise<StatusFacts & { readonly now: Date }> {
  const { rows } = await sql<StatusRow>`
    SELECT now() AS now, row_to_json(game_ping) AS ping,
      (SELECT coalesce(json_agg(heartbeats), '[]') FROM heartbeats
        JOIN game_servers ON game_servers.id = heartbeats.server_id
        WHERE game_servers.revoked_at IS NULL) AS heartbeats
    FROM (SELECT) AS nothing LEFT JOIN game_ping ON true
  `.execute(database.sql)
  const { now, ping, heartbeats } = rows[0]!
  return {
    now,
    ping: ping && {
      respondedAt: ping.answered_at === null ? null : new Date(ping.answered_at),
      checkedAt: new Date(ping.checked_at),
      playerCount: ping.is_count_known ? ping.player_count : null,
      maxPlayers: ping.max_players,
      version: ping.version,
      motd: ping.motd,
      latencyMs: ping.latency_ms,
    },
    heartbeats: heartbeats.map((one) => ({
      receivedAt: new Date(one.received_at),
      nextPollMs: one.next_poll_ms,
      playerCount: one.player_count,
      maxPlayers: one.max_players,
      version: one.version,
    })),
  }
}

interface StatusRow {
  readonly now: Date
  readonly ping: {
    readonly answered_at: string | null
    readonly checked_at: string
    readonly player_count: number
    readonly is_count_known: boolean
    readonly max_players: number | null
    readonly version: string | null
    readonly motd: string | null
    readonly latency_ms: number | null
  } | null
  readonly heartbeats: readonly {
    readonly received_at: string
    readonly next_poll_ms: number
    readonly player_count: number
    readonly max_players: number | null
    readonly version: string | null
  }[]
}

/** Replaces the newest ping; undefined means that it failed. */
export async function storePing({ sql: db }: Reader, response: PingReply | undefined): Promise<void> {
  const values = {
    checked_at: sql<Date>`now()`,
    answered_at: response === undefined ? null : sql<Date>`now()`,
    player_count: response?.playerCount ?? 0,
    is_count_known: response?.playerCount !== null,
    max_players: response?.maxPlayers ?? null,
    version: response?.version ?? null,
    motd: response?.motd ?? null,
    latency_ms: response?.latencyMs ?? null,
  }
  await db
    .insertInto('game_ping')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute()
}
