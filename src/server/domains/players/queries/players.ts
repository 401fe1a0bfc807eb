import { sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { maxFoundPlayers, recentDevices } from '../../../../contract/players/players.ts'
import type {
  FoundPlayer,
  LookedUpPlayer,
  PlayerDevices,
  PointsHistory,
} from '../../../../contract/players/players-schemas.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import type { Executor } from '../../../platform/database/database.ts'
import {
  formerNameFound,
  hadExactName,
  hadName,
  nameBegins,
  nameContains,
} from '../../../platform/database/name-search.ts'
import { avatarPath } from '../../accounts/users/avatar/queries.ts'

/** Candidate names of each kind (exact, prefix, substring) from which a search picks the best. */
const maxCandidates = 200

interface FoundRow {
  readonly id: number
  readonly username: string
  readonly avatarUrl: string | null
  readonly rank: Rank
  readonly formerName: string | null
  readonly wins: number
  readonly points: number
}

/**
 * Exact names first, as written before others, then prefixes, then substrings; the best players first within each. Of
 * those who are found by a former name, an exact one comes behind the exact names of today, another one last.
 */
export async function searchPlayers(
  executor: Executor,
  text: string,
  gameType: GameType,
): Promise<FoundPlayer[]> {
  const { rows } = await sql<FoundRow>`
    WITH candidates AS (
      (SELECT 1 AS closeness, users.* FROM users WHERE folded(shown_name) = folded(${text})
        AND deleted_at IS NULL LIMIT ${maxCandidates})
      UNION ALL
      (SELECT 2, users.* FROM users WHERE ${nameBegins(sql`shown_name`, text)}
        AND deleted_at IS NULL LIMIT ${maxCandidates})
      UNION ALL
      (SELECT 3, users.* FROM users WHERE ${nameContains(sql`shown_name`, text)} AND deleted_at IS NULL LIMIT ${maxCandidates})
      UNION ALL
      (SELECT 1.5, users.* FROM users WHERE ${hadExactName(text)} AND deleted_at IS NULL LIMIT ${maxCandidates})
      UNION ALL
      (SELECT 4, users.* FROM users WHERE ${hadName(text)} AND deleted_at IS NULL LIMIT ${maxCandidates})
    ), closest AS (
      SELECT DISTINCT ON (id) closeness, id, shown_name, former_names, rank FROM candidates ORDER BY id, closeness
    )
    SELECT users.id, users.shown_name AS username, ${avatarPath} AS "avatarUrl", users.rank,
      ${formerNameFound(text)} AS "formerName",
      coalesce(stats.wins, 0) AS wins, coalesce(stats.points, 0)::float8 AS points
    FROM closest AS users
    LEFT JOIN player_stats AS stats ON stats.user_id = users.id
      AND stats.board_id = (SELECT id FROM boards WHERE game_type = ${gameType} AND period = 'all')
    ORDER BY closeness, lower(users.shown_name) <> lower(${text}), points DESC, wins DESC, users.id LIMIT ${maxFoundPlayers}
  `.execute(executor)
  return rows.map(({ wins, points, formerName, ...user }) => ({
    user,
    stats: { wins, points },
    ...(formerName !== null && { formerName }),
  }))
}

interface LookedUpRow extends Omit<FoundRow, 'formerName'> {
  readonly asked: string
}

/** Players by their ids, also those of accounts that were merged, or by XUIDs, in the order asked for. */
export async function lookUpPlayers(
  executor: Executor,
  by: 'id' | 'xuid',
  asked: readonly string[],
): Promise<LookedUpPlayer[]> {
  const account =
    by === 'id'
      ? sql`kept_user_id(asked::int)`
      : sql`(SELECT user_id FROM game_identities WHERE kind = 'xuid' AND value = asked AND forgotten_at IS NULL)`
  const { rows } = await sql<LookedUpRow>`
    SELECT asked, users.id, users.shown_name AS username, ${avatarPath} AS "avatarUrl", users.rank,
      coalesce(stats.wins, 0) AS wins, coalesce(stats.points, 0)::float8 AS points
    FROM unnest(${[...asked]}::text[]) WITH ORDINALITY AS wanted (asked, n)
    JOIN users ON users.id = ${account} AND deleted_at IS NULL
    LEFT JOIN player_stats AS stats ON stats.user_id = users.id
      AND stats.board_id = (SELECT id FROM boards WHERE game_type = 'overall' AND period = 'all')
    ORDER BY n
  `.execute(executor)
  return rows.map(({ asked, wins, points, ...user }) => ({ asked, user, stats: { wins, points } }))
}

interface DayRow {
  readonly date: string
  readonly gained: number
  readonly wins: number
  readonly losses: number
}

/** Points per UTC day from counting ranked matches. */
export async function readPointsHistory(
  executor: Executor,
  userId: number,
  gameType: GameType,
  days: number,
): Promise<PointsHistory> {
  const total = await sql<{ points: number }>`
    SELECT points::float8 FROM player_stats JOIN boards ON boards.id = board_id
    WHERE user_id = ${userId} AND game_type = ${gameType} AND period = 'all'
  `.execute(executor)
  const { rows } = await sql<DayRow>`
    SELECT day::text AS date, points::float8 AS gained, wins, losses FROM player_days
    WHERE user_id = ${userId} AND board_id = (SELECT id FROM boards WHERE game_type = ${gameType} AND period = 'all')
      AND day >= (now() AT TIME ZONE 'UTC')::date - ${days - 1}::int
    ORDER BY day
  `.execute(executor)
  // Computes backwards from the current total, so that earlier matches need not be read.
  let sum = (total.rows[0]?.points ?? 0) - rows.reduce((gained, day) => gained + day.gained, 0)
  const startPoints = Math.max(0, sum)
  return {
    gameType,
    startPoints,
    days: rows.map(({ date, gained, wins, losses }) => {
      sum += gained
      return { date, points: Math.max(0, sum), wins, losses }
    }),
  }
}

/** What a player played with in the last matches, most used first; nothing of a deleted account. */
export async function readDevices(executor: Executor, userId: number): Promise<PlayerDevices> {
  const { rows } = await sql<PlayerDevices>`
    WITH played AS (
      SELECT newest.* FROM game_identities AS own CROSS JOIN LATERAL (
        SELECT identity_id, match_id, ended_at, input FROM match_players WHERE identity_id = own.id
        ORDER BY ended_at DESC, match_id DESC LIMIT ${recentDevices}
      ) AS newest
      WHERE own.user_id = ${userId} AND own.forgotten_at IS NULL
      ORDER BY ended_at DESC, match_id DESC LIMIT ${recentDevices}
    ), used AS (
      SELECT input, devices[array_position(identity_ids, identity_id)] AS device
      FROM played LEFT JOIN match_facts USING (match_id)
    )
    SELECT (SELECT count(*)::int FROM used) AS matches,
      (SELECT coalesce(json_agg(json_build_object('input', input, 'matches', matches)
          ORDER BY matches DESC, input), '[]')
        FROM (SELECT input, count(*) AS matches FROM used WHERE input IS NOT NULL GROUP BY 1) AS by_input) AS inputs,
      (SELECT coalesce(json_agg(json_build_object('device', device, 'matches', matches)
          ORDER BY matches DESC, device), '[]')
        FROM (SELECT device, count(*) AS matches FROM used WHERE device IS NOT NULL GROUP BY 1) AS by_device) AS devices
  `.execute(executor)
  return rows[0]!
}
