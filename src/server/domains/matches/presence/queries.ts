import { type RawBuilder, sql } from 'kysely'
import { ingestLimits } from '../../../../contract/matches/ingest.ts'
import type { PlayerPresence, Presence } from '../../../../contract/matches/presence-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { readUnlessAway } from '../../../platform/database/database-outage.ts'
import { avatarPath } from '../../accounts/users/avatar/queries.ts'

/** Maximum modes in the response. */
const maxModes = 200

/** Parts that count: of a key that is not revoked, younger than three intervals. */
const freshParts = sql`
  SELECT server_id, part FROM presence_parts
  JOIN game_servers ON game_servers.id = presence_parts.server_id AND game_servers.revoked_at IS NULL
  WHERE received_at > now() - 3 * next_poll_ms * interval '1 millisecond'`

/**
 * Common table expressions: `fresh`, and `counted` with the players of each mode. A player is where the newest heartbeat
 * says, and an account that is here with both of its identities counts once, where it came last.
 */
const counting = sql`
  fresh AS MATERIALIZED (${freshParts}),
  known AS (
    SELECT DISTINCT ON (user_id) here.mode FROM presence_players AS here JOIN fresh USING (server_id, part)
    JOIN game_identities ON game_identities.id = here.identity_id
    ORDER BY user_id, since DESC, identity_id
  ),
  counted AS MATERIALIZED (
    SELECT mode, count(*)::int AS players FROM (
      SELECT mode FROM known UNION ALL SELECT mode FROM presence_unknown JOIN fresh USING (server_id, part)
    ) AS here GROUP BY mode
  )`

/**
 * A SELECT of the players by the key or name of their mode (`said`), aliases resolved. Without a row no game server
 * lists its players.
 */
export const presentPlayers = sql`
  WITH ${counting} SELECT kept_mode(lower(mode)) AS said, sum(players) AS players FROM counted GROUP BY 1`

const nobody = sql`SELECT NULL::text AS said, NULL::numeric AS players WHERE false`

/** Runs a query over the players of each mode; while there is no primary no game server lists any. */
export const withPresentPlayers = <T>(run: (present: RawBuilder<unknown>) => Promise<T>): Promise<T> =>
  readUnlessAway(
    () => run(presentPlayers),
    () => run(nobody),
  )

/** Rows of players who may be named. */
const named = sql`
  FROM presence_players AS here
  JOIN (${freshParts}) AS fresh USING (server_id, part)
  JOIN game_identities ON game_identities.id = here.identity_id AND forgotten_at IS NULL AND NOT hidden
  JOIN users ON users.id = game_identities.user_id AND deleted_at IS NULL AND NOT hide_presence`

interface PresenceRow {
  readonly total: number
  readonly modes: Presence['modes']
  readonly players: Presence['players']
}

export const readPresence = (executor: Executor, limit: number): Promise<Presence> =>
  readUnlessAway(
    () => readHere(executor, limit),
    () => ({ total: 0, modes: [], players: [] }),
  )

async function readHere(executor: Executor, limit: number): Promise<Presence> {
  const { rows } = await sql<PresenceRow>`
    WITH ${counting}
    SELECT (SELECT coalesce(sum(players), 0)::int FROM counted) AS total,
      (SELECT coalesce(json_agg(most ORDER BY players DESC, mode), '[]') FROM (
        SELECT mode, players FROM counted WHERE mode IS NOT NULL ORDER BY 2 DESC, 1 LIMIT ${maxModes}
      ) AS most) AS modes,
      (SELECT coalesce(json_agg(json_build_object('mode', mode, 'since', since, 'user', json_build_object(
          'id', id, 'username', username, 'avatarUrl', "avatarUrl", 'rank', rank)) ORDER BY since DESC, identity_id), '[]')
        FROM (
          SELECT mode, since, identity_id, users.id, users.shown_name AS username, ${avatarPath} AS "avatarUrl", users.rank
          ${named} ORDER BY since DESC, identity_id LIMIT ${limit}
        ) AS newest) AS players
  `.execute(executor)
  const { total, modes, players } = rows[0]!
  // One account can be here with both of its identities.
  const byUser = new Map([...players].reverse().map((player) => [player.user.id, player]))
  return {
    total,
    modes,
    players: [...byUser.values()]
      .reverse()
      .map((player) => ({ ...player, since: new Date(player.since).toISOString() })),
  }
}

/** Players of `ids`, a SELECT, who are here and may be named, newest first. */
export async function listPresent(
  executor: Executor,
  ids: RawBuilder<unknown>,
  limit: number,
): Promise<Presence['players']> {
  const present = sql<Omit<Presence['players'][number], 'since'> & { since: Date }>`
    SELECT mode, since, json_build_object('id', id, 'username', username, 'avatarUrl', "avatarUrl", 'rank', rank) AS user
    FROM (
      SELECT DISTINCT ON (users.id) mode, since, users.id, users.shown_name AS username, ${avatarPath} AS "avatarUrl",
        users.rank
      ${named} WHERE users.id IN (${ids}) ORDER BY users.id, since DESC
    ) AS present ORDER BY since DESC, id LIMIT ${limit}
  `
  const { rows } = await readUnlessAway(
    () => present.execute(executor),
    () => ({ rows: [] }),
  )
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}

/** Undefined when the player is offline or hidden. */
export async function findPresence(executor: Executor, userId: number): Promise<PlayerPresence | undefined> {
  const here = sql<{ mode: string | null; since: Date }>`
    SELECT mode, since ${named} WHERE users.id = kept_user_id(${userId}) ORDER BY since DESC LIMIT 1
  `
  const { rows } = await readUnlessAway(
    () => here.execute(executor),
    () => ({ rows: [] }),
  )
  const [row] = rows
  return row && { mode: row.mode, since: row.since.toISOString() }
}

/** A part of a heartbeat's list of players. */
export interface PresencePart {
  readonly at: Date
  readonly part: number
  readonly parts: number
  /** Columns of the players, each as long as the others. */
  readonly kinds: readonly string[]
  readonly values: readonly string[]
  readonly modeOf: readonly (string | null)[]
  readonly since: readonly (string | null)[]
}

/** Serializes writers, because two servers can list one player at the same time. */
export async function lockPresence(transaction: Executor): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('vulx: presence', 0))`.execute(transaction)
}

/** Stores when a part was sent. False when a newer heartbeat has been stored. */
export async function storePart(
  transaction: Executor,
  serverId: number,
  part: PresencePart,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO presence_parts AS old (server_id, part, sent_at, received_at, next_poll_ms)
    VALUES (${serverId}, ${part.part}, least(${part.at}::timestamptz, now()), now(), ${ingestLimits.nextPollMs})
    ON CONFLICT (server_id, part) DO UPDATE SET sent_at = excluded.sent_at, received_at = excluded.received_at,
      next_poll_ms = excluded.next_poll_ms
    WHERE old.sent_at <= excluded.sent_at
    RETURNING server_id
  `.execute(transaction)
  return rows.length > 0
}

/** Tolerated difference of `since` between two heartbeats: clocks drift, and an unchanged row is not written. */
const sinceTolerance = sql`interval '10 seconds'`

const sentAt = ({ at }: PresencePart) => sql`least(${at}::timestamptz, now())`

/** Writes the players who came, left or changed mode since the last heartbeat, known and unknown. */
export async function storePlayers(
  transaction: Executor,
  serverId: number,
  part: PresencePart,
): Promise<void> {
  await sql`
    WITH sent AS MATERIALIZED (
      SELECT sent.mode, sent.since, known.id AS identity_id,
        sha256(convert_to(sent.kind || ':' || sent.value, 'UTF8')) AS player
      FROM unnest(${part.kinds}::text[], ${part.values}::text[], ${part.modeOf}::text[], ${part.since}::timestamptz[])
        AS sent (kind, value, mode, since)
      LEFT JOIN game_identities AS known ON known.kind = sent.kind AND known.value = sent.value
    ), listed AS (
      SELECT DISTINCT ON (identity_id) identity_id, mode, least(since, now()) AS since
      FROM sent WHERE identity_id IS NOT NULL ORDER BY identity_id
    ), unknown AS (
      SELECT DISTINCT ON (player) player, mode FROM sent WHERE identity_id IS NULL ORDER BY player
    ), left_server AS (
      DELETE FROM presence_players WHERE identity_id IN (
        -- An anti-join may become a nested loop, since the length of the list is unknown to the planner.
        SELECT identity_id FROM presence_players WHERE server_id = ${serverId} AND part = ${part.part}
        EXCEPT SELECT identity_id FROM listed)
    ), left_unknown AS (
      DELETE FROM presence_unknown WHERE player IN (
        SELECT player FROM presence_unknown WHERE server_id = ${serverId} AND part = ${part.part}
        EXCEPT SELECT player FROM unknown
        -- Known since then, wherever they were listed.
        UNION ALL SELECT player FROM sent WHERE identity_id IS NOT NULL)
    ), seen AS (
      INSERT INTO server_players AS known (server_id, identity_id, part, seen_at)
      SELECT ${serverId}, listed.identity_id, ${part.part}, ${sentAt(part)}
      FROM listed LEFT JOIN server_players AS old
        ON old.server_id = ${serverId} AND old.identity_id = listed.identity_id
      WHERE old.identity_id IS NULL OR old.part <> ${part.part} OR old.left_at IS NOT NULL
        OR old.seen_at < ${sentAt(part)} - interval '1 hour'
      ON CONFLICT (server_id, identity_id) DO UPDATE SET part = excluded.part, seen_at = excluded.seen_at, left_at = NULL
    ), gone AS (
      UPDATE server_players SET left_at = ${sentAt(part)}
      WHERE server_id = ${serverId} AND seen_at < ${sentAt(part)} AND identity_id IN (
        SELECT identity_id FROM server_players
        WHERE server_id = ${serverId} AND left_at IS NULL AND (part = ${part.part} OR part > ${part.parts})
        EXCEPT SELECT identity_id FROM listed)
    ), came_unknown AS (
      INSERT INTO presence_unknown (player, server_id, part, mode)
      SELECT unknown.player, ${serverId}, ${part.part}, unknown.mode
      FROM unknown LEFT JOIN presence_unknown AS old USING (player)
      WHERE old.player IS NULL OR old.server_id <> ${serverId} OR old.part <> ${part.part}
        OR old.mode IS DISTINCT FROM unknown.mode
      ON CONFLICT (player) DO UPDATE SET server_id = excluded.server_id, part = excluded.part, mode = excluded.mode
    )
    INSERT INTO presence_players AS old (identity_id, server_id, part, mode, since)
    SELECT listed.identity_id, ${serverId}, ${part.part}, listed.mode,
      coalesce(listed.since, CASE WHEN old.mode IS NOT DISTINCT FROM listed.mode THEN old.since END, now())
    FROM listed LEFT JOIN presence_players AS old USING (identity_id)
    WHERE old.identity_id IS NULL OR old.server_id <> ${serverId} OR old.part <> ${part.part}
      OR old.mode IS DISTINCT FROM listed.mode
      OR listed.since NOT BETWEEN old.since - ${sinceTolerance} AND old.since + ${sinceTolerance}
    ON CONFLICT (identity_id) DO UPDATE SET server_id = excluded.server_id, part = excluded.part,
      mode = excluded.mode, since = excluded.since
  `.execute(transaction)
}

/** Removes the parts beyond `parts`, with their players. */
export async function deletePartsBeyond(
  transaction: Executor,
  serverId: number,
  parts: number,
  at: Date,
): Promise<void> {
  await sql`
    DELETE FROM presence_parts WHERE server_id = ${serverId} AND part > ${parts} AND sent_at <= ${at}
  `.execute(transaction)
}

/** Removes what silent servers said last. */
export async function sweepPresence(executor: Executor): Promise<void> {
  await sql`DELETE FROM presence_parts WHERE received_at < now() - interval '10 minutes'`.execute(executor)
}

export interface NewHeartbeat {
  readonly at: Date
  readonly playerCount: number
  readonly maxPlayers: number | null
  readonly version: string | null
  readonly queues: Readonly<Record<string, number>>
}

/** Stores the newest heartbeat. One from the future, of a clock that was ahead, does not block later ones. */
export async function storeHeartbeat(
  transaction: Executor,
  serverId: number,
  { at, playerCount, maxPlayers, version, queues }: NewHeartbeat,
): Promise<void> {
  await sql`
    INSERT INTO heartbeats AS old (server_id, received_at, sent_at, next_poll_ms, player_count, max_players, version,
      queues)
    VALUES (${serverId}, now(), least(${at}::timestamptz, now()), ${ingestLimits.nextPollMs}, ${playerCount},
      ${maxPlayers}, ${version}, ${JSON.stringify(queues)})
    ON CONFLICT (server_id) DO UPDATE SET received_at = excluded.received_at, sent_at = excluded.sent_at,
      next_poll_ms = excluded.next_poll_ms, player_count = excluded.player_count,
      max_players = excluded.max_players, version = excluded.version, queues = excluded.queues
    WHERE old.sent_at <= excluded.sent_at
  `.execute(transaction)
}
