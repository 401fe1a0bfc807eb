import { type RawBuilder, sql } from 'kysely'
import { maxPlaces } from '../../../../contract/players/players.ts'
import type { Place as BoardPlace } from '../../../../contract/players/players-schemas.ts'
import type { Input } from '../../../../contract/rankings/inputs.ts'
import type { LeaderboardEntry, Period } from '../../../../contract/rankings/leaderboard-schemas.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { formerNameFound, playersNamed } from '../../../platform/database/name-search.ts'
import { memberJson } from '../../accounts/users/avatar/queries.ts'
import { runningSince } from '../../matches/ledger/queries/boards.ts'
import { statsPairs } from '../../matches/ledger/queries/figure-table.ts'
import { hasMainInput, type Place, placeRows } from '../inputs/queries.ts'

/** Maximum number of names that a search considers; more hits are cut off. */
export const maxCandidates = 1_000

/** The current leaderboard; undefined before its first match. */
export async function findBoard(
  executor: Executor,
  gameType: GameType,
  period: Period,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM boards WHERE game_type = ${gameType} AND period = ${period}
      AND starts_on = ${runningSince(sql`${period}::text`)}
  `.execute(executor)
  return rows[0]?.id
}

/** A row of `stats` and `users` as shown. */
const shown = (gameType: GameType) => sql`${memberJson} AS user,
  json_build_object(${statsPairs('stats')}, 'gameType', ${gameType}::text) AS stats`

/** Sort order of all leaderboards, matching the index; the bucket grows with the keys that follow. */
export const boardOrder = sql`stats.bucket DESC, stats.points DESC, stats.wins DESC, stats.deaths, stats.user_id`

/** Number of players: the sum of the histogram's top level. */
export async function countPlayers(executor: Executor, boardId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(players), 0)::int AS total FROM board_counts WHERE board_id = ${boardId} AND shift = 22
  `.execute(executor)
  return rows[0]?.total ?? 0
}

/** Start of a page: the first player with this bucket or a lower one, and the number of players above. */
interface Start {
  readonly bucket: number
  readonly before: number
}

/** One step down the histogram: finds the node below `parent` on this level that contains the player at `offset`. */
const descend = (boardId: number, offset: number, from: string, shift: number, bits: number) => sql`
  SELECT coalesce(below.node, parent.node << ${bits}::int) AS node, parent.before + coalesce(below.ahead, 0) AS before
  FROM ${sql.ref(from)} AS parent LEFT JOIN LATERAL (
    SELECT node, ahead FROM (
      SELECT node, players, sum(players) OVER (ORDER BY node DESC) - players AS ahead
      FROM board_counts WHERE board_id = ${boardId} AND shift = ${shift} AND players > 0
        AND node BETWEEN parent.node << ${bits}::int AND ((parent.node + 1) << ${bits}::int) - 1
    ) AS nodes WHERE parent.before + ahead + players > ${offset} ORDER BY node DESC LIMIT 1
  ) AS below ON true`

async function findStart(executor: Executor, boardId: number, offset: number): Promise<Start | undefined> {
  const { rows } = await sql<Start>`
    WITH top AS (
      SELECT node, ahead AS before FROM (
        SELECT node, players, sum(players) OVER (ORDER BY node DESC) - players AS ahead
        FROM board_counts WHERE board_id = ${boardId} AND shift = 22 AND players > 0
      ) AS nodes WHERE ahead + players > ${offset} ORDER BY node DESC LIMIT 1
    ), points AS (${descend(boardId, offset, 'top', 16, 6)}),
    wins AS (${descend(boardId, offset, 'points', 8, 8)}),
    deaths AS (${descend(boardId, offset, 'wins', 0, 8)})
    SELECT node AS bucket, before::int FROM deaths
  `.execute(executor)
  return rows[0]
}

interface Page {
  readonly limit: number
  readonly offset: number
}

/**
 * A page as a statement. Its players are found in the index alone, because tens of thousands of beginners may
 * have equal stats, which the histogram does not separate. Stats are read for the page only.
 */
export const boardPage = (
  boardId: number,
  gameType: GameType,
  start: Start,
  { limit, offset }: Page,
) => sql<LeaderboardEntry>`
  SELECT (row_number() OVER (ORDER BY ${boardOrder}) + ${offset})::int AS position, ${shown(gameType)}
  FROM (
    SELECT user_id FROM player_stats AS stats
    WHERE board_id = ${boardId} AND bucket <= ${start.bucket}
    ORDER BY ${boardOrder} LIMIT ${limit} OFFSET ${offset - start.before}
  ) AS page
  JOIN player_stats AS stats ON stats.board_id = ${boardId} AND stats.user_id = page.user_id
  JOIN users ON users.id = stats.user_id
  ORDER BY ${boardOrder}
`

/** Reads a page: the histogram gives the start, the index continues from there. */
export async function readPage(
  executor: Executor,
  boardId: number,
  gameType: GameType,
  page: Page,
): Promise<LeaderboardEntry[]> {
  const start = await findStart(executor, boardId, page.offset)
  if (start === undefined) return []
  const { rows } = await boardPage(boardId, gameType, start, page).execute(executor)
  return rows
}

const above = (shift: number, bits: number) => sql`
  (SELECT coalesce(sum(players), 0) FROM board_counts AS above
    WHERE above.board_id = stats.board_id AND above.shift = ${shift}::int AND above.node > stats.bucket >> ${shift}::int
      AND above.node < ((stats.bucket >> ${shift + bits}::int) + 1) << ${bits}::int)`

/** Number of players before a row of `stats`: other buckets by the histogram, the own one by the index. */
const countBefore: RawBuilder<number> = sql<number>`(
  (SELECT coalesce(sum(players), 0) FROM board_counts AS above
    WHERE above.board_id = stats.board_id AND above.shift = 22 AND above.node > stats.bucket >> 22)
  + ${above(16, 6)} + ${above(8, 8)} + ${above(0, 8)}
  + (SELECT count(*) FROM player_stats AS better
    WHERE better.board_id = stats.board_id AND better.bucket = stats.bucket
      AND (better.points, better.wins, -better.deaths, -better.user_id)
        > (stats.points, stats.wins, -stats.deaths, -stats.user_id)))::int`

/**
 * One-based position; undefined for a player who is not on the leaderboard. Merged ids resolve to the remaining
 * account.
 */
export async function findPosition(
  executor: Executor,
  boardId: number,
  userId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ before: number }>`
    SELECT ${countBefore} AS before FROM player_stats AS stats
    WHERE board_id = ${boardId} AND user_id = kept_user_id(${userId})
  `.execute(executor)
  return rows[0] && rows[0].before + 1
}

/** A player's places on the boards of listed modes, those first in which they won and lost most matches. */
export async function listPlaces(executor: Executor, userId: number): Promise<BoardPlace[]> {
  const { rows } = await sql<BoardPlace>`
    WITH played AS (
      SELECT boards.game_type, stats.* FROM player_stats AS stats JOIN boards ON boards.id = stats.board_id
      JOIN modes ON modes.key = boards.game_type AND modes.listed
      WHERE stats.user_id = ${userId} AND boards.period = 'all'
      ORDER BY stats.wins + stats.losses DESC, boards.id LIMIT ${maxPlaces}
    )
    SELECT game_type AS "gameType", ${countBefore} + 1 AS position, stats.points::float8, (
      SELECT json_build_object('points', ahead.points, 'user', ${memberJson})
      FROM player_stats AS ahead JOIN users ON users.id = ahead.user_id
      -- The next row above in the index; the bucket grows with the keys that follow.
      WHERE ahead.board_id = stats.board_id AND ahead.bucket >= stats.bucket
        AND (ahead.points, ahead.wins, -ahead.deaths, -ahead.user_id)
          > (stats.points, stats.wins, -stats.deaths, -stats.user_id)
      ORDER BY ahead.bucket, ahead.points, ahead.wins, ahead.deaths DESC, ahead.user_id DESC LIMIT 1) AS ahead
    FROM played AS stats ORDER BY stats.wins + stats.losses DESC, stats.board_id
  `.execute(executor)
  return rows
}

/** Players of a leaderboard with this main input, in its order. */
export const playersOfInput = (boardId: number, mode: string, input: Input) => sql`
  SELECT user_id FROM player_stats AS stats
  WHERE board_id = ${boardId} AND ${hasMainInput('stats.user_id', mode, input)} ORDER BY ${boardOrder}`

/** The players at these places. */
export async function readPlaces(
  executor: Executor,
  boardId: number,
  gameType: GameType,
  places: readonly Place[],
): Promise<LeaderboardEntry[]> {
  const { rows } = await sql<LeaderboardEntry>`
    SELECT position, ${shown(gameType)} FROM ${placeRows(places)}
    JOIN player_stats AS stats ON stats.board_id = ${boardId} AND stats.user_id = place."userId"
    JOIN users ON users.id = stats.user_id ORDER BY position
  `.execute(executor)
  return rows
}

/** Returns the account of an id, following merges; undefined when there is none. */
export async function findMergedId(executor: Executor, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE id = kept_user_id(${id})
  `.execute(executor)
  return rows[0]?.id
}

/** Adds the former names by which a search found entries of a board. */
export async function withFormerNames(
  executor: Executor,
  search: string,
  entries: readonly LeaderboardEntry[],
): Promise<LeaderboardEntry[]> {
  const { rows } = await sql<{ id: number; formerName: string | null }>`
    SELECT id, ${formerNameFound(search)} AS "formerName" FROM users
    WHERE id = ANY(${entries.map(({ user }) => user.id)}::int[]) AND former_names <> '{}'
  `.execute(executor)
  const names = new Map(rows.map(({ id, formerName }) => [id, formerName]))
  return entries.map((entry) => {
    const formerName = names.get(entry.user.id)
    return formerName ? { ...entry, formerName } : entry
  })
}

/** Players of a leaderboard whose name, or a former one, contains `search`, with their positions, and their number. */
export async function searchBoard(
  executor: Executor,
  boardId: number,
  gameType: GameType,
  search: string,
  { limit, offset }: Page,
): Promise<{ total: number; rows: LeaderboardEntry[] }> {
  const found = await sql<LeaderboardEntry & { total: number }>`
    WITH candidates AS MATERIALIZED (
      SELECT stats.* FROM (${playersNamed(search)}) AS named
      JOIN player_stats AS stats ON stats.board_id = ${boardId} AND stats.user_id = named.id
      LIMIT ${maxCandidates}
    ), page AS (
      SELECT * FROM candidates AS stats ORDER BY ${boardOrder} LIMIT ${limit} OFFSET ${offset}
    )
    SELECT (SELECT count(*)::int FROM candidates) AS total, ${countBefore} + 1 AS position, ${shown(gameType)}
    FROM page AS stats JOIN users ON users.id = stats.user_id ORDER BY ${boardOrder}
  `.execute(executor)
  const total = found.rows[0]?.total ?? (offset === 0 ? 0 : undefined)
  const rows = found.rows.map(({ total: _, ...row }) => row)
  if (total !== undefined) return { total, rows }
  // Beyond the last page the total is still needed.
  const first = await searchBoard(executor, boardId, gameType, search, { limit: 1, offset: 0 })
  return { total: first.total, rows: [] }
}
