import { sql } from 'kysely'
import type { MatchResult } from '../../../../../contract/players/players-schemas.ts'
import type { RatedAgain } from '../../../../../contract/rankings/rating-figures-schemas.ts'
import { type Ladder, pairLimit } from '../../../../../contract/rankings/ratings.ts'
import type { RatingChange } from '../../../../../contract/rankings/ratings-schemas.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { memberJson } from '../../../accounts/users/avatar/queries.ts'
import { isDuel } from '../../head-to-head/queries.ts'
import { reratedOfRow } from './rerated.ts'

/** Ratings and deviations as shown. */
const shown = (column: string) => sql`(${sql.ref(column)} / 100.0)::float8`

export interface PlayerRatingRow {
  readonly mode: string
  readonly ladder: Ladder
  readonly season: number | null
  readonly rating: number
  readonly deviation: number
  readonly matches: number
  readonly wins: number
  readonly position: number | null
  /** As it was at the end of a closed season; null before. */
  readonly tier: string | null
  readonly tierColour: string | null
  readonly lastMatchAt: Date
  readonly monthChange: number | null
}

/** Number of players before a row of `ratings`: other points by the histogram, the own one by the index. */
export const countBefore = sql<number>`(
  (SELECT coalesce(sum(players), 0) FROM rating_counts AS above
    WHERE (above.track_id, above.season_id) = (ratings.track_id, ratings.season_id) AND above.is_coarse
      AND above.node > rating_node(ratings.rating, true))
  + (SELECT coalesce(sum(players), 0) FROM rating_counts AS above
    WHERE (above.track_id, above.season_id) = (ratings.track_id, ratings.season_id) AND NOT above.is_coarse
      AND above.node > rating_node(ratings.rating, false) AND above.node < (rating_node(ratings.rating, true) + 1) * 64)
  + (SELECT count(*) FROM ratings AS better
    WHERE (better.track_id, better.season_id) = (ratings.track_id, ratings.season_id) AND better.on_board
      AND better.rating >= ratings.rating AND better.rating < (rating_node(ratings.rating, false) + 1) * 100
      AND (better.rating, -better.deviation, better.wins, -better.user_id)
        > (ratings.rating, -ratings.deviation, ratings.wins, -ratings.user_id)))::int`

/** A span's season; null outside of seasons. */
const season = sql`CASE WHEN season_id > 0 THEN season_id END AS season`

/**
 * What the rated matches of the last 30 days changed: the rating less the one before the first of them. The index gives
 * the matches from there on, so that older ones cost nothing.
 */
const monthChange = (userId: number) => sql<number | null>`
  CASE WHEN last_ended_at >= now() - interval '30 days' THEN ((ratings.rating - (
    SELECT first.rating_before FROM game_identities AS own CROSS JOIN LATERAL (
      SELECT rating_before, played.ended_at, match_id
      FROM match_players AS played JOIN rating_history AS history USING (match_id, identity_id)
      WHERE played.identity_id = own.id AND played.ended_at >= now() - interval '30 days'
        AND (history.track_id, history.season_id) = (ratings.track_id, ratings.season_id)
      ORDER BY played.ended_at, match_id LIMIT 1
    ) AS first WHERE own.user_id = ${userId} AND own.forgotten_at IS NULL
    ORDER BY first.ended_at, first.match_id LIMIT 1)) / 100.0)::float8 END`

/** Ratings of listed modes, newest span first, then the mode with most matches. */
export async function findPlayerRatings(executor: Executor, userId: number): Promise<PlayerRatingRow[]> {
  const { rows } = await sql<PlayerRatingRow>`
    SELECT tracks.mode, ladder, ${season}, ${shown('rating')} AS rating, ${shown('deviation')} AS deviation, ratings.matches, ratings.wins,
      CASE WHEN final.tier IS NOT NULL THEN final.position WHEN on_board THEN ${countBefore} + 1 END AS position,
      final.tier, final.tier_colour AS "tierColour", last_ended_at AS "lastMatchAt", ${monthChange(userId)} AS "monthChange"
    FROM ratings JOIN rating_tracks AS tracks ON tracks.id = track_id JOIN modes ON modes.key = tracks.mode
    LEFT JOIN seasons ON seasons.id = abs(season_id)
    LEFT JOIN LATERAL (
      SELECT standing.position, tier, tier_colour FROM game_identities AS identities JOIN season_standings AS standing ON standing.identity_id = identities.id
      WHERE identities.user_id = ratings.user_id AND standing.track_id = ratings.track_id
        AND standing.season_id = ratings.season_id
      ORDER BY standing.matches DESC, identity_id LIMIT 1
    ) AS final ON true
    WHERE user_id = ${userId} AND listed
    ORDER BY seasons.starts_at DESC NULLS LAST, season_id, matches DESC, modes.position, ladder LIMIT 200
  `.execute(executor)
  return rows
}

export interface ChangeRow {
  readonly matchId: string
  readonly at: Date
  readonly season: number | null
  readonly before: number
  readonly after: number
  readonly deviationBefore: number
  readonly deviationAfter: number
  readonly expected: number
  readonly result: MatchResult
  readonly opponents: RatingChange['opponents']
  readonly rerated: RatedAgain | null
}

/** Rated matches of a player, newest first, starting before `before`. */
export async function findRatingHistory(
  executor: Executor,
  userId: number,
  mode: string,
  { ladder, before, limit }: { ladder: Ladder; before?: string | undefined; limit: number },
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    WITH page AS (
      SELECT newest.* FROM game_identities AS own CROSS JOIN LATERAL (
        SELECT history.*, played.ended_at, played.result, played.team FROM match_players AS played
        JOIN rating_history AS history USING (match_id, identity_id)
        WHERE played.identity_id = own.id
          AND track_id IN (SELECT id FROM rating_tracks WHERE kept_mode(rating_tracks.mode) = ${mode} AND ladder = ${ladder})
          -- A range of the index, with and without a page before.
          AND (played.ended_at, match_id) < (
            CASE WHEN ${before ?? null}::uuid IS NULL THEN 'infinity'
              ELSE (SELECT ended_at FROM matches WHERE match_id = ${before ?? null}) END,
            coalesce(${before ?? null}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        ORDER BY played.ended_at DESC, match_id DESC LIMIT ${limit}
      ) AS newest WHERE own.user_id = ${userId} AND own.forgotten_at IS NULL
      ORDER BY newest.ended_at DESC, newest.match_id DESC LIMIT ${limit}
    )
    SELECT page.match_id AS "matchId", page.ended_at AS at, ${season}, ${shown('rating_before')} AS before,
      ${shown('rating')} AS after, ${shown('deviation_before')} AS "deviationBefore",
      ${shown('deviation')} AS "deviationAfter", (expected / 10000.0)::float8 AS expected, result,
      (SELECT coalesce(json_agg(json_build_object('user', ${memberJson},
          'rating', ${shown('met.rating_before')}, 'deviation', ${shown('met.deviation_before')}) ORDER BY users.id), '[]')
        FROM rating_history AS met
        JOIN match_players AS opponent USING (match_id, identity_id)
        JOIN game_identities ON game_identities.id = met.identity_id JOIN users ON users.id = game_identities.user_id
        WHERE met.match_id = page.match_id AND met.identity_id <> page.identity_id
          AND (page.team IS NULL OR opponent.team <> page.team)) AS opponents,
      ${reratedOfRow('page')} AS rerated
    FROM page ORDER BY page.ended_at DESC, page.match_id DESC
  `.execute(executor)
  return rows
}

export interface MatchRating {
  readonly userId: number
  readonly before: number
  readonly after: number
  readonly deviationBefore: number
  readonly deviationAfter: number
  readonly expected: number
  readonly rerated: RatedAgain | null
}

/** Ratings of the players of a row of `matches`, as JSON. */
export const ratingsOfRow = sql`
  (SELECT coalesce(json_agg(json_build_object('userId', user_id, 'before', ${shown('rating_before')},
      'after', ${shown('rating')}, 'deviationBefore', ${shown('deviation_before')},
      'deviationAfter', ${shown('deviation')}, 'expected', (expected / 10000.0)::float8) ORDER BY user_id), '[]')
    FROM rating_history JOIN game_identities ON game_identities.id = identity_id
    WHERE rating_history.match_id = matches.match_id)`

/** What a match did to the ratings of its players; none while it is not rated. */
export async function findMatchRatings(executor: Executor, matchId: string): Promise<MatchRating[]> {
  const { rows } = await sql<MatchRating>`
    SELECT user_id AS "userId", ${shown('rating_before')} AS before, ${shown('rating')} AS after,
      ${shown('deviation_before')} AS "deviationBefore", ${shown('deviation')} AS "deviationAfter",
      (expected / 10000.0)::float8 AS expected, ${reratedOfRow('rating_history')} AS rerated
    FROM rating_history JOIN game_identities ON game_identities.id = identity_id
    WHERE match_id = ${matchId} ORDER BY user_id
  `.execute(executor)
  return rows
}

/** 1v1 matches of the same pair and mode that could be rated and ended in the 24 hours before this one. */
export async function countPairMatches(executor: Executor, matchId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    WITH this AS (
      SELECT match_id, ended_at, kept_mode(game_type) AS mode,
        (SELECT array_agg(user_id) FROM match_players JOIN game_identities ON game_identities.id = identity_id
          WHERE match_players.match_id = matches.match_id) AS pair
      FROM matches WHERE match_id = ${matchId}
    )
    SELECT count(*)::int AS n FROM this
    JOIN match_players AS own ON own.ended_at > this.ended_at - ${pairLimit.windowMs} * interval '1 millisecond'
      AND (own.ended_at, own.match_id) < (this.ended_at, this.match_id)
      AND own.identity_id IN (SELECT id FROM game_identities WHERE user_id = this.pair[1])
    JOIN match_players AS other ON other.match_id = own.match_id
      AND other.identity_id IN (SELECT id FROM game_identities WHERE user_id = this.pair[2])
    JOIN matches ON matches.match_id = own.match_id
    WHERE kept_mode(game_type) = this.mode AND ${isDuel('own', 'other')}
      AND NOT EXISTS (SELECT FROM cup_matches WHERE cup_matches.match_id IN (this.match_id, own.match_id))
  `.execute(executor)
  return rows[0]?.n ?? 0
}
