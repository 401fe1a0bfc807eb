import { type RawBuilder, sql } from 'kysely'
import { idleDays, settledDeviation } from '../../../../../contract/rankings/ratings.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import type { RatingState } from '../rating-state.ts'

// The tables ratings and rating_counts, which follow from rating_history.

export interface RatingKey {
  readonly trackId: number
  readonly seasonId: number
  readonly userId: number
}

export type RatingRow = RatingKey & RatingState

/**
 * Whether a row of ratings is on its board: settled, not of a deleted account, and played within 30 days of the day of
 * the boards or of the season's end.
 */
const isOnBoard = (row: string) => {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql`(${column('deviation')} <= ${settledDeviation * 100}::int
    AND ${column('last_ended_at')} > (
      SELECT least(as_of, (SELECT ends_at FROM seasons WHERE id = ${column('season_id')})) FROM rating_board_day
    ) - make_interval(days => ${idleDays}::int)
    AND EXISTS (SELECT FROM users WHERE id = ${column('user_id')} AND deleted_at IS NULL))`
}

const ratingColumns = sql`track_id, season_id, user_id, rating, deviation, volatility, matches, wins, last_ended_at,
  last_match_id`

const newRating = sql`on_board = excluded.on_board, rating = excluded.rating, deviation = excluded.deviation,
  volatility = excluded.volatility, matches = excluded.matches, wins = excluded.wins, last_ended_at = excluded.last_ended_at,
  last_match_id = excluded.last_match_id`

/** Stores ratings; equal ones stay untouched. */
export async function writeRatings(transaction: Executor, rows: readonly RatingRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    WITH fresh AS (
      SELECT "trackId" AS track_id, "seasonId" AS season_id, "userId" AS user_id, rating, deviation, volatility, matches,
        wins, "endedAt" AS last_ended_at, "matchId" AS last_match_id
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS rows ("trackId" int, "seasonId" int, "userId" int,
        rating int, deviation int, volatility int, matches int, wins int, "endedAt" timestamptz, "matchId" uuid)
    )
    INSERT INTO ratings AS old (${ratingColumns}, on_board) SELECT ${ratingColumns}, ${isOnBoard('fresh')} FROM fresh
    ON CONFLICT (track_id, season_id, user_id) DO UPDATE SET ${newRating}
    WHERE row(old.*) IS DISTINCT FROM row(excluded.*)
  `.execute(transaction)
}

/** The newest change of each span of these accounts, which is their rating. */
const newestChanges = (scope: RawBuilder<unknown>) => sql`
  SELECT DISTINCT ON (track_id, season_id, user_id) track_id, season_id, user_id, rating, deviation, volatility,
    rating_history.matches, rating_history.wins, part.ended_at AS last_ended_at, match_id AS last_match_id
  FROM game_identities JOIN match_players AS part ON part.identity_id = game_identities.id
  JOIN rating_history USING (match_id, identity_id)
  WHERE ${scope}
  ORDER BY track_id, season_id, user_id, part.ended_at DESC, match_id DESC`

/** Deletes ratings of a mode that no history explains. */
export async function deleteStrayRatings(transaction: Executor, mode: string): Promise<void> {
  await sql`
    DELETE FROM ratings USING rating_tracks AS tracks
    WHERE tracks.id = track_id AND mode = ${mode} AND NOT EXISTS (
      SELECT FROM game_identities AS identities JOIN match_players AS part ON part.identity_id = identities.id
      JOIN rating_history USING (match_id, identity_id)
      WHERE identities.user_id = ratings.user_id AND rating_history.track_id = ratings.track_id
        AND rating_history.season_id = ratings.season_id)
  `.execute(transaction)
}

/** Sets the ratings of these accounts to what their identities' history says. */
export async function refreshRatings(transaction: Executor, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return
  await sql`DELETE FROM ratings WHERE user_id = ANY(${userIds}::int[])`.execute(transaction)
  await sql`
    INSERT INTO ratings (${ratingColumns}, on_board)
    SELECT newest.*, ${isOnBoard('newest')}
    FROM (${newestChanges(sql`user_id = ANY(${userIds}::int[])`)}) AS newest
  `.execute(transaction)
}

/** Sets all ratings of a mode to what the history says. */
export async function refreshRatingsOf(executor: Executor, mode: string): Promise<void> {
  await sql`
    INSERT INTO ratings AS old (${ratingColumns}, on_board)
    SELECT newest.*, ${isOnBoard('newest')}
    FROM (${newestChanges(sql`track_id IN (SELECT id FROM rating_tracks WHERE mode = ${mode})`)}) AS newest
    ON CONFLICT (track_id, season_id, user_id) DO UPDATE SET ${newRating} WHERE row(old.*) IS DISTINCT FROM row(excluded.*)
  `.execute(executor)
}

/** Ratings of a mode that differ from the newest changes, and one of them in readable form. */
export async function compareRatings(
  executor: Executor,
  mode: string,
): Promise<{ rows: number; differences: number; example: string | null }> {
  const scope = sql`track_id IN (SELECT id FROM rating_tracks WHERE mode = ${mode})`
  const { rows } = await sql<{ rows: number; differences: number; example: string | null }>`
    WITH compared AS (
      SELECT track_id, season_id, user_id, row(truth.*)::text AS computed, row(stored.*)::text AS kept
      FROM (SELECT newest.*, ${isOnBoard('newest')} AS on_board FROM (${newestChanges(scope)}) AS newest) AS truth
      FULL JOIN (SELECT ${ratingColumns}, on_board FROM ratings WHERE ${scope}) AS stored USING (track_id, season_id, user_id)
    )
    SELECT count(*)::int AS rows, (count(*) FILTER (WHERE computed IS DISTINCT FROM kept))::int AS differences,
      min('rating of player ' || user_id || ' in ' || ${mode}::text || ': history ' || computed || ', stored ' || kept)
        FILTER (WHERE computed IS DISTINCT FROM kept) AS example
    FROM compared
  `.execute(executor)
  return rows[0]!
}

/** Points of the histogram that differ from the ratings on the boards of a mode. */
export async function countWrongCounts(executor: Executor, mode: string): Promise<number> {
  const scope = sql`track_id IN (SELECT id FROM rating_tracks WHERE mode = ${mode})`
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (
      SELECT track_id, season_id, is_coarse, rating_node(rating, is_coarse) AS node, count(*)::int AS players
      FROM ratings CROSS JOIN (VALUES (true), (false)) AS sizes (is_coarse) WHERE on_board AND ${scope} GROUP BY 1, 2, 3, 4
    ) AS counted FULL JOIN (SELECT * FROM rating_counts WHERE players <> 0 AND ${scope}) AS kept
      USING (track_id, season_id, is_coarse, node)
    WHERE counted.players IS DISTINCT FROM kept.players
  `.execute(executor)
  return rows[0]!.n
}

/** Counts the players of a mode's boards again. */
export async function recountRatings(transaction: Executor, mode: string): Promise<void> {
  const scope = sql`track_id IN (SELECT id FROM rating_tracks WHERE mode = ${mode})`
  await sql`DELETE FROM rating_counts WHERE ${scope}`.execute(transaction)
  await sql`
    INSERT INTO rating_counts (track_id, season_id, is_coarse, node, players)
    SELECT track_id, season_id, is_coarse, rating_node(rating, is_coarse), count(*)
    FROM ratings CROSS JOIN (VALUES (true), (false)) AS sizes (is_coarse) WHERE on_board AND ${scope} GROUP BY 1, 2, 3, 4
  `.execute(transaction)
}

/** Moves the boards to the present UTC day and takes off who has been idle; false when it is that day already. */
export async function advanceRatingDay(transaction: Executor): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO rating_board_day (as_of)
    SELECT today FROM date_trunc('day', now(), 'UTC') AS today
    WHERE NOT EXISTS (SELECT FROM rating_board_day WHERE as_of >= today)
    ON CONFLICT (only_row) DO UPDATE SET as_of = excluded.as_of RETURNING 1
  `.execute(transaction)
  if (rows.length === 0) return false
  await sql`UPDATE ratings SET on_board = false WHERE on_board AND NOT ${isOnBoard('ratings')}`.execute(
    transaction,
  )
  return true
}
