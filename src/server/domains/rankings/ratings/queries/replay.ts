import { type RawBuilder, sql } from 'kysely'
import type { Ladder } from '../../../../../contract/rankings/ratings.ts'
import { idleDays, pairLimit, settledDeviation } from '../../../../../contract/rankings/ratings.ts'
import type { Executor } from '../../../../platform/database.ts'
import type { RatingState } from '../rating-state.ts'
import type { RatableMatch } from '../replay.ts'

/** Numbers of a stored change, as in RatingChange. */
export interface StoredChange {
  readonly identityId: number
  readonly trackId: number
  readonly seasonId: number
  readonly ratingBefore: number
  readonly deviationBefore: number
  readonly rating: number
  readonly deviation: number
  readonly volatility: number
  readonly matches: number
  readonly wins: number
  readonly expected: number
}

/** A ranked match with the changes that are stored for it. */
export interface StoredMatch extends RatableMatch {
  readonly isVoid: boolean
  readonly stored: readonly StoredChange[]
}

const matchColumns = sql`matches.match_id AS "matchId", matches.ended_at AS "endedAt",
  EXISTS (SELECT FROM match_voids
    WHERE match_voids.match_id = matches.match_id AND match_voids.server_id = matches.server_id) AS "isVoid",
  (SELECT json_agg(json_build_object('identityId', identity_id, 'userId', user_id, 'team', team, 'result', result)
      ORDER BY identity_id)
    FROM match_players JOIN game_identities ON game_identities.id = identity_id
    WHERE match_players.match_id = matches.match_id) AS players`

/** What matches may call a mode: its key and those of modes merged into it. */
export async function findGameTypes(executor: Executor, mode: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM modes WHERE key = ${mode} OR merged_into = ${mode} ORDER BY key
  `.execute(executor)
  return rows.map(({ key }) => key)
}

/** With one game type, the index gives the order. */
const hasGameType = (gameTypes: readonly string[]) =>
  gameTypes.length === 1 ? sql`game_type = ${gameTypes[0]}` : sql`game_type = ANY(${gameTypes}::text[])`

/** Reads the ranked matches of a mode from a moment on, in their order, a page at a time. */
export async function* readMatches(
  transaction: Executor,
  gameTypes: readonly string[],
  since: Date | null,
): AsyncGenerator<StoredMatch[]> {
  await sql`
    DECLARE rated_matches NO SCROLL CURSOR FOR
    SELECT ${matchColumns}, coalesce((SELECT json_agg(json_build_object('identityId', identity_id, 'trackId', track_id,
        'seasonId', season_id, 'ratingBefore', rating_before, 'deviationBefore', deviation_before, 'rating', rating,
        'deviation', deviation, 'volatility', volatility, 'matches', matches, 'wins', wins, 'expected', expected))
      FROM rating_history WHERE rating_history.match_id = matches.match_id), '[]') AS stored
    FROM matches
    WHERE ranked AND ${hasGameType(gameTypes)} AND ended_at >= coalesce(${since}::timestamptz, '-infinity')
    ORDER BY ended_at, match_id
  `.execute(transaction)
  for (;;) {
    const { rows } = await sql<StoredMatch>`FETCH 1000 FROM rated_matches`.execute(transaction)
    if (rows.length === 0) break
    yield rows
  }
  await sql`CLOSE rated_matches`.execute(transaction)
}

/** Matches of these pairs that ended in the day before, in their order. */
export async function findEarlierMatches(
  executor: Executor,
  gameTypes: readonly string[],
  pairs: readonly (readonly [number, number])[],
  before: Date,
): Promise<StoredMatch[]> {
  if (pairs.length === 0) return []
  const { rows } = await sql<StoredMatch>`
    SELECT ${matchColumns}, '[]'::json AS stored FROM matches
    WHERE ranked AND ${hasGameType(gameTypes)} AND match_id IN (
      SELECT one.match_id
      FROM jsonb_to_recordset(${JSON.stringify(pairs.map(([a, b]) => ({ a, b })))}::jsonb) AS pairs (a int, b int)
      JOIN game_identities AS identity ON identity.user_id = a
      JOIN match_players AS one ON one.identity_id = identity.id
        AND one.ended_at < ${before} AND one.ended_at > ${new Date(before.getTime() - pairLimit.windowMs)}
      JOIN match_players AS other ON other.match_id = one.match_id
      JOIN game_identities AS opponent ON opponent.id = other.identity_id AND opponent.user_id = b)
    ORDER BY ended_at, match_id
  `.execute(executor)
  return rows.filter(({ isVoid }) => !isVoid)
}

export type UserState = RatingState & { readonly userId: number; readonly ladder: Ladder }

const stateColumns = sql`rating, deviation, volatility, matches, wins, season_id AS "seasonId"`

/**
 * The last ratings of these accounts before a moment. Who has played since is looked up in the history. Of two
 * identities with closed seasons only, the one with more matches counts.
 */
export async function findStates(
  executor: Executor,
  gameTypes: readonly string[],
  userIds: readonly number[],
  before: Date | null,
  closedUntil: Date | null,
): Promise<UserState[]> {
  if (userIds.length === 0 || before === null) return []
  const { rows } = await sql<UserState>`
    WITH newest AS MATERIALIZED (
      SELECT DISTINCT ON (track_id, user_id) ratings.*, ladder
      FROM ratings JOIN rating_tracks AS tracks ON tracks.id = track_id
      WHERE user_id = ANY(${userIds}::int[]) AND mode = ANY(${gameTypes}::text[])
      ORDER BY track_id, user_id, last_ended_at DESC, last_match_id DESC
    ), states AS (
      SELECT ladder, user_id, ${stateColumns}, last_ended_at AS "endedAt", last_match_id AS "matchId"
      FROM newest WHERE last_ended_at < ${before}
      UNION ALL
      SELECT ladder, user_id, ${stateColumns}, last.ended_at, last.match_id
      FROM (SELECT track_id, user_id, ladder FROM newest WHERE last_ended_at >= ${before}) AS played
      JOIN game_identities AS identities USING (user_id)
      CROSS JOIN LATERAL (
        SELECT rating_history.*, part.ended_at FROM match_players AS part JOIN rating_history USING (match_id, identity_id)
        WHERE part.identity_id = identities.id AND part.ended_at < ${before}
          AND rating_history.track_id = played.track_id
        ORDER BY part.ended_at DESC, part.match_id DESC LIMIT 1
      ) AS last
    )
    SELECT DISTINCT ON (ladder, user_id) states.*, user_id AS "userId" FROM states
    ORDER BY ladder, user_id, CASE WHEN "endedAt" >= coalesce(${closedUntil}::timestamptz, '-infinity') THEN "endedAt" END
      DESC NULLS LAST, matches DESC, "endedAt" DESC, "matchId" DESC
  `.execute(executor)
  return rows
}

/** Ids of a mode's rating lists, by ladder. */
export async function ensureTracks(transaction: Executor, mode: string): Promise<Record<Ladder, number>> {
  const tracks = await findTracks(transaction, mode)
  if (tracks !== undefined) return tracks
  await sql`
    INSERT INTO rating_tracks (mode, ladder) VALUES (${mode}, 'solo'), (${mode}, 'team') ON CONFLICT DO NOTHING
  `.execute(transaction)
  return (await findTracks(transaction, mode))!
}

export async function findTracks(
  executor: Executor,
  mode: string,
): Promise<Record<Ladder, number> | undefined> {
  const { rows } = await sql<{ id: number; ladder: Ladder }>`
    SELECT id, ladder FROM rating_tracks WHERE mode = ${mode}
  `.execute(executor)
  const idOf = (ladder: Ladder) => rows.find((row) => row.ladder === ladder)?.id
  const [solo, team] = [idOf('solo'), idOf('team')]
  return solo === undefined || team === undefined ? undefined : { solo, team }
}

export interface NewChange extends StoredChange {
  readonly matchId: string
  readonly endedAt: Date
}

/** Replaces the stored changes of these matches. */
export async function replaceChanges(
  transaction: Executor,
  matchIds: readonly string[],
  changes: readonly NewChange[],
): Promise<void> {
  if (matchIds.length === 0) return
  await sql`DELETE FROM rating_history WHERE match_id = ANY(${matchIds}::uuid[])`.execute(transaction)
  if (changes.length === 0) return
  await sql`
    INSERT INTO rating_history (match_id, identity_id, track_id, season_id, rating_before, deviation_before,
      rating, deviation, volatility, matches, wins, expected)
    SELECT "matchId", "identityId", "trackId", "seasonId", "ratingBefore", "deviationBefore", rating, deviation,
      volatility, matches, wins, expected
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS changes ("matchId" uuid,
      "identityId" int, "trackId" int, "seasonId" int, "ratingBefore" int, "deviationBefore" int, rating int,
      deviation int, volatility int, matches int, wins int, expected smallint)
  `.execute(transaction)
}

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

const newRating = sql`on_board = excluded.on_board, rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility,
  matches = excluded.matches, wins = excluded.wins, last_ended_at = excluded.last_ended_at,
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
export async function advanceBoardDay(transaction: Executor): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO rating_board_day AS stored (as_of) VALUES (date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')
    ON CONFLICT (only_row) DO UPDATE SET as_of = excluded.as_of WHERE stored.as_of < excluded.as_of RETURNING 1
  `.execute(transaction)
  if (rows.length === 0) return false
  await sql`UPDATE ratings SET on_board = false WHERE on_board AND NOT ${isOnBoard('ratings')}`.execute(
    transaction,
  )
  return true
}
