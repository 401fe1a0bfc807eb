import { type RawBuilder, sql } from 'kysely'
import type { ServerStatus, StatusHistory } from '../../../../contract/network/status-schemas.ts'
import type { PingReply } from '../../../gateways/bedrock-ping.ts'
import type { Database } from '../../../platform/database/database.ts'
import { readUnlessAway } from '../../../platform/database/database-outage.ts'
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

/**
 * Counts a question to the game server, for 48 hours by the minute and 400 days by the hour, and stores whether it is
 * online: a change of that is an event (sql/doors/queue_webhooks_of_row.sql).
 */
export async function noteStatus(
  { sql: db }: Reader,
  { isOnline, playerCount }: ServerStatus,
): Promise<void> {
  const figures = sql`1, ${isOnline ? 1 : 0}, ${playerCount}`
  const added = sql`
    asked = old.asked + 1, answered = old.answered + excluded.answered,
    players = greatest(old.players, excluded.players)`
  await sql`
    WITH minutes AS (
      INSERT INTO status_minutes AS old (minute, asked, answered, players)
      VALUES (date_trunc('minute', now()), ${figures})
      ON CONFLICT (minute) DO UPDATE SET ${added}),
    state AS (UPDATE game_ping SET is_online = ${isOnline} WHERE is_online IS DISTINCT FROM ${isOnline})
    INSERT INTO status_hours AS old (hour, asked, answered, players)
    VALUES (date_trunc('hour', now(), 'UTC'), ${figures})
    ON CONFLICT (hour) DO UPDATE SET ${added}
  `.execute(db)
}

interface HistoryRow {
  readonly steps: StatusHistory['steps']
  readonly peak: StatusHistory['peak']
  readonly days: StatusHistory['days']
}

/** What `noteStatus` counted. What nobody asked is 0 of 0. */
export async function readStatusHistory({ sql: db }: Reader): Promise<StatusHistory> {
  const { rows } = await readUnlessAway(
    () => statusHistory(sql`status_minutes`).execute(db),
    () => statusHistory(sql`(SELECT * FROM status_hours WHERE false) AS none (minute)`).execute(db),
  )
  return rows[0]!
}

function statusHistory(minutes: RawBuilder<unknown>) {
  const utc = sql.raw(`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`)
  return sql<HistoryRow>`
    SELECT
      (SELECT json_agg(json_build_object('at', to_char(step AT TIME ZONE 'UTC', ${utc}), 'players', players,
          'asked', coalesce(asked, 0), 'answered', coalesce(answered, 0)) ORDER BY step)
        FROM (SELECT date_bin('15 minutes', now(), 'epoch') - n * interval '15 minutes' AS step
          FROM generate_series(0, 95) AS n) AS steps
        LEFT JOIN (SELECT date_bin('15 minutes', minute, 'epoch') AS step, max(players) AS players,
            sum(asked) AS asked, sum(answered) AS answered
          FROM ${minutes} WHERE minute > now() - interval '25 hours' GROUP BY 1) AS counted USING (step)
      ) AS steps,
      (SELECT json_build_object('players', players, 'hour', to_char(hour AT TIME ZONE 'UTC', ${utc}))
        FROM status_hours WHERE hour > now() - interval '30 days' AND answered > 0
        ORDER BY players DESC, hour DESC LIMIT 1) AS peak,
      (SELECT json_agg(json_build_object('day', day::text, 'asked', coalesce(asked, 0),
          'answered', coalesce(answered, 0)) ORDER BY day)
        FROM (SELECT (now() AT TIME ZONE 'UTC')::date - n AS day FROM generate_series(0, 89) AS n) AS days
        LEFT JOIN (SELECT (hour AT TIME ZONE 'UTC')::date AS day, sum(asked) AS asked, sum(answered) AS answered
          FROM status_hours WHERE hour > now() - interval '91 days' GROUP BY 1) AS counted USING (day)
      ) AS days
  `
}

/** Deletes what is older than it is kept. */
export async function sweepStatusHistory({ sql: db }: Reader): Promise<void> {
  await sql`DELETE FROM status_minutes WHERE minute < now() - interval '48 hours'`.execute(db)
  await sql`DELETE FROM status_hours WHERE hour < now() - interval '400 days'`.execute(db)
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
