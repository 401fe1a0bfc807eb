import { type RawBuilder, sql } from 'kysely'
import { gameServerLimits } from '../../../../contract/matches/game-servers.ts'
import type {
  GameServerRecord,
  GameServerRejection,
} from '../../../../contract/matches/game-servers-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { lagOfEntry } from './lag.ts'

/** What a game server sent in a minute. */
export interface TrafficMinute {
  readonly serverId: number
  readonly minute: Date
  accepted: number
  duplicate: number
  rejected: number
  retry: number
  /** Accepted events per step of lateness (`lag.ts`). */
  readonly lags: number[]
  /** The latest rejections, in order of time. */
  readonly rejections: GameServerRejection[]
}

/** Adds counts to minutes; the newest rejections of a minute stay. */
export async function addMinutes(executor: Executor, minutes: readonly TrafficMinute[]): Promise<void> {
  await sql`
    INSERT INTO ingest_minutes AS old (server_id, minute, accepted, duplicate, rejected, retry, lags, rejections)
    SELECT server_id, minute, accepted, duplicate, rejected, retry,
      ARRAY(SELECT lag::integer FROM jsonb_array_elements_text(lags) WITH ORDINALITY AS one (lag, n) ORDER BY n), rejections
    FROM jsonb_to_recordset(${JSON.stringify(
      minutes.map(({ serverId, ...minute }) => ({ ...minute, server_id: serverId })),
    )}::jsonb) AS added (server_id integer, minute timestamptz, accepted integer, duplicate integer, rejected integer,
      retry integer, lags jsonb, rejections jsonb)
    JOIN game_servers ON game_servers.id = server_id
    ON CONFLICT (server_id, minute) DO UPDATE SET accepted = old.accepted + excluded.accepted,
      duplicate = old.duplicate + excluded.duplicate, rejected = old.rejected + excluded.rejected,
      retry = old.retry + excluded.retry,
      lags = ARRAY(SELECT coalesce(a, 0) + coalesce(b, 0)
        FROM unnest(old.lags, excluded.lags) WITH ORDINALITY AS both_lags (a, b, n) ORDER BY n),
      rejections = (SELECT coalesce(jsonb_agg(one ORDER BY n), '[]') FROM (
        SELECT one, n FROM jsonb_array_elements(old.rejections || excluded.rejections) WITH ORDINALITY AS every (one, n)
        ORDER BY n DESC LIMIT ${gameServerLimits.rejections}) AS newest)
  `.execute(executor)
}

interface ServerRow extends Omit<GameServerRecord, 'createdAt' | 'revokedAt' | 'lastSeenAt' | 'medianLagMs'> {
  readonly createdAt: Date
  readonly revokedAt: Date | null
  readonly lastSeenAt: Date | null
  /** Entry of the histogram that the median is in. */
  readonly medianEntry: number | null
}

const recordOf = ({
  createdAt,
  revokedAt,
  lastSeenAt,
  medianEntry,
  ...row
}: ServerRow): GameServerRecord => ({
  ...row,
  createdAt: createdAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  medianLagMs: medianEntry === null ? null : lagOfEntry(medianEntry),
})

const servers = (where: RawBuilder<unknown>): RawBuilder<ServerRow> => sql`
  SELECT server.id, server.name, sets_ranks AS "setsRanks", unlinks_others AS "unlinksOthers", server.version,
    server.created_at AS "createdAt", revoked_at AS "revokedAt",
    greatest(last_used_at, received_at) AS "lastSeenAt",
    CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN received_at IS NULL THEN 'waiting'
      WHEN is_online THEN 'online' ELSE 'silent' END AS state,
    CASE WHEN revoked_at IS NULL AND is_online THEN player_count END AS "playerCount",
    coalesce(round(lately.events / 10.0, 1), 0)::float8 AS "eventsPerMinute",
    lag.entry AS "medianEntry", coalesce(lately.rejected, 0)::integer AS rejected
  FROM game_servers AS server
  LEFT JOIN LATERAL (
    SELECT received_at, player_count, received_at > now() - make_interval(secs => 3 * next_poll_ms / 1000.0) AS is_online
    FROM heartbeats WHERE server_id = server.id) AS heartbeat ON true
  LEFT JOIN LATERAL (
    SELECT sum(rejected) AS rejected,
      sum(accepted + duplicate + rejected + retry) FILTER (WHERE minute > now() - interval '10 minutes') AS events
    FROM ingest_minutes WHERE server_id = server.id) AS lately ON true
  LEFT JOIN LATERAL (
    SELECT min(entry)::integer AS entry FROM (
      SELECT entry, sum(events) OVER (ORDER BY entry) AS up_to, sum(events) OVER () AS total FROM (
        SELECT n - 1 AS entry, sum(count) AS events
        FROM ingest_minutes CROSS JOIN LATERAL unnest(lags) WITH ORDINALITY AS one (count, n)
        WHERE server_id = server.id AND minute > now() - interval '1 hour' GROUP BY n) AS entries) AS summed
    WHERE total > 0 AND up_to * 2 >= total) AS lag ON true
  WHERE ${where}
`

/** Keys in force first, the newest of the revoked ones after them. */
export async function listGameServers(executor: Executor): Promise<GameServerRecord[]> {
  const { rows } = await sql<ServerRow>`
    ${servers(sql`true`)} ORDER BY revoked_at DESC NULLS FIRST, server.id LIMIT ${gameServerLimits.listed}
  `.execute(executor)
  return rows.map(recordOf)
}

export async function findGameServerRecord(
  executor: Executor,
  id: number,
): Promise<GameServerRecord | undefined> {
  const { rows } = await servers(sql`server.id = ${id}`).execute(executor)
  return rows[0] && recordOf(rows[0])
}

/** Locks all keys until the transaction ends, because they are counted. Game servers do not wait. */
export async function countKeys(transaction: Executor): Promise<number> {
  await sql`LOCK TABLE game_servers IN SHARE ROW EXCLUSIVE MODE`.execute(transaction)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM game_servers WHERE revoked_at IS NULL
  `.execute(transaction)
  return rows[0]!.count
}

/** Locks a key that is not revoked until the transaction ends; undefined when there is none. */
export async function lockKey(
  transaction: Executor,
  id: number,
): Promise<{ readonly name: string; readonly setsRanks: boolean } | undefined> {
  const row = await transaction
    .selectFrom('game_servers')
    .select(['name', 'sets_ranks as setsRanks'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row
}

export async function updateKey(
  transaction: Executor,
  id: number,
  { name, setsRanks }: { readonly name: string; readonly setsRanks: boolean },
): Promise<void> {
  await transaction
    .updateTable('game_servers')
    .set({ name, sets_ranks: setsRanks, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Newest first; undefined when there is no such server. */
export async function listRejections(
  executor: Executor,
  id: number,
): Promise<GameServerRejection[] | undefined> {
  const { rows } = await sql<{ rejections: GameServerRejection[] }>`
    SELECT (SELECT coalesce(json_agg(one ORDER BY minute DESC, n DESC), '[]') FROM (
      SELECT one, minute, n FROM ingest_minutes
        CROSS JOIN LATERAL jsonb_array_elements(rejections) WITH ORDINALITY AS every (one, n)
      WHERE server_id = game_servers.id AND rejected > 0 ORDER BY minute DESC, n DESC
      LIMIT ${gameServerLimits.rejections}) AS newest) AS rejections
    FROM game_servers WHERE id = ${id}
  `.execute(executor)
  return rows[0]?.rejections
}

export async function sweepMinutes(executor: Executor): Promise<void> {
  await sql`DELETE FROM ingest_minutes WHERE minute < now() - interval '48 hours'`.execute(executor)
}
