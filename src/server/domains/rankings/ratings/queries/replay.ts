import { sql } from 'kysely'
import type { Ladder } from '../../../../../contract/rankings/ratings.ts'
import { pairLimit } from '../../../../../contract/rankings/ratings.ts'
import { readPages } from '../../../../platform/database/cursor.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { countsNowhere } from '../../../matches/ledger/queries/matches.ts'
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
  readonly countsNowhere: boolean
  readonly stored: readonly StoredChange[]
}

const matchColumns = sql`matches.match_id AS "matchId", matches.ended_at AS "endedAt",
  ${countsNowhere} AS "countsNowhere", EXISTS (SELECT FROM cup_matches WHERE cup_matches.match_id = matches.match_id)
    AS "isOfCup",
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
export const readMatches = (transaction: Executor, gameTypes: readonly string[], since: Date | null) =>
  readPages(
    transaction,
    'rated_matches',
    sql<StoredMatch>`
    SELECT ${matchColumns}, coalesce((SELECT json_agg(json_build_object('identityId', identity_id, 'trackId', track_id,
        'seasonId', season_id, 'ratingBefore', rating_before, 'deviationBefore', deviation_before, 'rating', rating,
        'deviation', deviation, 'volatility', volatility, 'matches', matches, 'wins', wins, 'expected', expected))
      FROM rating_history WHERE rating_history.match_id = matches.match_id), '[]') AS stored
    FROM matches
    WHERE ranked AND ${hasGameType(gameTypes)} AND ended_at >= coalesce(${since}::timestamptz, '-infinity')
    ORDER BY ended_at, match_id
  `,
  )

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
  return rows.filter(({ countsNowhere }) => !countsNowhere)
}

export type UserState = RatingState & { readonly userId: number; readonly ladder: Ladder }

/** Whether any account has a rating in the mode. */
export async function hasRatings(executor: Executor, gameTypes: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM rating_tracks AS tracks WHERE mode = ANY(${gameTypes}::text[])
      AND EXISTS (SELECT FROM ratings WHERE track_id = tracks.id) LIMIT 1
  `.execute(executor)
  return rows.length > 0
}

const stateColumns = sql`rating, deviation, volatility, matches, wins, season_id AS "seasonId"`

/**
 * The ratings that these accounts had at a moment. For an account that has played since, they come from the history.
 * Of two identities that played in closed seasons only, the one with more matches counts.
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
