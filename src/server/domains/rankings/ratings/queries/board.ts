import { type RawBuilder, sql } from 'kysely'
import type { Input } from '../../../../../contract/rankings/inputs.ts'
import type { LeaderboardEntry } from '../../../../../contract/rankings/leaderboard-schemas.ts'
import { idleDays, type Ladder, settledDeviation } from '../../../../../contract/rankings/ratings.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { playersNamed } from '../../../../platform/database/name-search.ts'
import { memberJson } from '../../../accounts/users/avatar/queries.ts'
import { statsPairs } from '../../../matches/ledger/queries/figure-table.ts'
import { hasMainInput, type Place, placeRows } from '../../inputs/queries.ts'
import { maxCandidates } from '../../leaderboard/queries.ts'
import { countBefore } from './ratings.ts'

/** A rating list in a span. */
export interface RatingBoard {
  readonly trackId: number
  readonly seasonId: number
}

/** The rating board of a mode; undefined before its first rated match. `asOf` is the day for which it was made. */
export async function findRatingBoard(
  executor: Executor,
  mode: string,
  ladder: Ladder,
): Promise<{ trackId: number | undefined; asOf: Date }> {
  const { rows } = await sql<{ trackId: number | null; asOf: Date }>`
    SELECT coalesce((SELECT as_of FROM rating_board_day), now()) AS "asOf",
      (SELECT id FROM rating_tracks WHERE mode = ${mode} AND ladder = ${ladder}) AS "trackId"
  `.execute(executor)
  const { trackId, asOf } = rows[0]!
  return { trackId: trackId ?? undefined, asOf }
}

export async function countRated(executor: Executor, { trackId, seasonId }: RatingBoard): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(players), 0)::int AS total FROM rating_counts
    WHERE track_id = ${trackId} AND season_id = ${seasonId} AND is_coarse
  `.execute(executor)
  return rows[0]!.total
}

interface Page {
  readonly limit: number
  readonly offset: number
}

export interface RatedRow {
  readonly position: number
  readonly user: LeaderboardEntry['user']
  readonly stats: LeaderboardEntry['stats']
  readonly rating: number
  readonly deviation: number
  readonly matches: number
  readonly wins: number
  /** As it was at the end of a closed season. */
  readonly tier?: string
  readonly tierColour?: string
  readonly hasLateVoid?: boolean
}

/** Order of a rating board. */
export const ratingOrder = sql`ratings.rating DESC, ratings.deviation, ratings.wins DESC, ratings.user_id`

/** The node of a level that contains the player at `offset`, and the number of players above it. */
const nodeAt = (
  { trackId, seasonId }: RatingBoard,
  isCoarse: boolean,
  offset: RawBuilder<unknown>,
  scope: RawBuilder<unknown>,
) => sql`
  SELECT node, ahead FROM (
    SELECT node, players, sum(players) OVER (ORDER BY node DESC) - players AS ahead FROM rating_counts
    WHERE track_id = ${trackId} AND season_id = ${seasonId} AND is_coarse = ${isCoarse} AND players > 0 AND ${scope}
  ) AS nodes WHERE ahead + players > ${offset} ORDER BY node DESC LIMIT 1`

/** A page: the histogram gives the start, the index continues from there. */
export async function readRatedPage(
  executor: Executor,
  board: RatingBoard,
  mode: string,
  { limit, offset }: Page,
): Promise<RatedRow[]> {
  const { rows } = await sql<RatedRow>`
    WITH coarse AS (${nodeAt(board, true, sql`${offset}::int`, sql`true`)}),
    start AS (
      SELECT fine.node, coarse.ahead + fine.ahead AS ahead FROM coarse CROSS JOIN LATERAL (
        ${nodeAt(board, false, sql`${offset}::int - coarse.ahead`, sql`node / 64.0 >= coarse.node AND node / 64.0 < coarse.node + 1`)}
      ) AS fine
    ), page AS (
      SELECT ratings.*, ${offset}::int + row_number() OVER (ORDER BY ${ratingOrder}) AS position FROM (
        SELECT * FROM ratings
        WHERE track_id = ${board.trackId} AND season_id = ${board.seasonId} AND on_board
          AND rating < (SELECT node + 1 FROM start) * 100
        ORDER BY ${ratingOrder} LIMIT ${limit} OFFSET (SELECT ${offset}::int - ahead FROM start)
      ) AS ratings
    )
    ${shownRows(mode)} ORDER BY position
  `.execute(executor)
  return rows
}

/** Rows of `page` as shown. */
export const shownRows = (mode: string, more = sql``) => sql`
  SELECT position::int, (page.rating / 100.0)::float8 AS rating, (page.deviation / 100.0)::float8 AS deviation,
    page.matches, page.wins,
    ${memberJson} AS user,
    json_build_object(${statsPairs('stats')}, 'gameType', ${mode}::text) AS stats${more}
  FROM page JOIN users ON users.id = page.user_id
  LEFT JOIN player_stats AS stats ON stats.user_id = page.user_id
    AND stats.board_id = (SELECT id FROM boards WHERE game_type = ${mode} AND period = 'all')`

/** Players who come on the board once their rating is settled, the surest first; none of a deleted account. */
export async function readProvisional(
  executor: Executor,
  { trackId, seasonId }: RatingBoard,
  mode: string,
  asOf: Date,
  limit: number,
): Promise<RatedRow[]> {
  const { rows } = await sql<RatedRow>`
    WITH page AS (
      SELECT ratings.*, 0 AS position FROM ratings JOIN users ON users.id = user_id AND deleted_at IS NULL
      WHERE track_id = ${trackId} AND season_id = ${seasonId} AND NOT on_board AND deviation > ${settledDeviation * 100}
        AND last_ended_at > ${asOf}::timestamptz - make_interval(days => ${idleDays})
      ORDER BY ratings.deviation, user_id LIMIT ${limit}
    )
    ${shownRows(mode)} ORDER BY page.deviation, page.user_id
  `.execute(executor)
  return rows
}

/** Players of a rating board with this main input, in its order. */
export const ratedOfInput = ({ trackId, seasonId }: RatingBoard, mode: string, input: Input) => sql`
  SELECT user_id FROM ratings
  WHERE track_id = ${trackId} AND season_id = ${seasonId} AND on_board
    AND ${hasMainInput('ratings.user_id', mode, input)} ORDER BY ${ratingOrder}`

/** The players at these places. */
export async function readRatedPlaces(
  executor: Executor,
  { trackId, seasonId }: RatingBoard,
  mode: string,
  places: readonly Place[],
): Promise<RatedRow[]> {
  const { rows } = await sql<RatedRow>`
    WITH page AS (
      SELECT ratings.*, position FROM ${placeRows(places)} JOIN ratings
        ON track_id = ${trackId} AND season_id = ${seasonId} AND user_id = place."userId"
    )
    ${shownRows(mode)} ORDER BY position
  `.execute(executor)
  return rows
}

/** One-based position; undefined for who is not on the board. */
export async function findRatedPosition(
  executor: Executor,
  { trackId, seasonId }: RatingBoard,
  userId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ before: number }>`
    SELECT ${countBefore} AS before FROM ratings
    WHERE track_id = ${trackId} AND season_id = ${seasonId} AND user_id = ${userId} AND on_board
  `.execute(executor)
  return rows[0] && rows[0].before + 1
}

/** Players of a rating board whose name contains `search`, with their positions, and their number. */
export async function searchRated(
  executor: Executor,
  { trackId, seasonId }: RatingBoard,
  mode: string,
  search: string,
  { limit, offset }: Page,
): Promise<{ total: number; rows: RatedRow[] }> {
  const candidates = sql`
    SELECT ratings.* FROM (${playersNamed(search)}) AS named JOIN ratings ON ratings.user_id = named.id
    WHERE track_id = ${trackId} AND season_id = ${seasonId} AND on_board
    LIMIT ${maxCandidates}`
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (${candidates}) AS candidates
  `.execute(executor)
  const { rows } = await sql<RatedRow>`
    WITH candidates AS MATERIALIZED (${candidates}), page AS (
      SELECT ratings.*, ${countBefore} + 1 AS position FROM candidates AS ratings
      ORDER BY ${ratingOrder} LIMIT ${limit} OFFSET ${offset}
    )
    ${shownRows(mode)} ORDER BY position
  `.execute(executor)
  return { total: counted.rows[0]!.total, rows }
}
