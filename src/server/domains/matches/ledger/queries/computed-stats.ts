import { type RawBuilder, sql } from 'kysely'
import { countedModes } from '../../modes/queries.ts'
import { figuresOfRun, figuresOfRuns, summedColumns } from './figure-table.ts'
import { countsNowhere } from './matches.ts'

/** Joins the boards' game types (`shown`) to `counted`: its mode, and overall where it counts there. */
export const shownModes = sql`
  CROSS JOIN LATERAL (VALUES (counted.mode), (CASE WHEN counted.in_overall THEN 'overall' END)) AS shown (mode)`

/** Joins the boards' periods (`spans`) to `matches`, as `boardsOf` does. */
export const spansOfMatch = sql`
  CROSS JOIN LATERAL (VALUES ('all', date '1970-01-01'),
    ('month', date_trunc('month', matches.ended_at AT TIME ZONE 'UTC')::date),
    ('week', date_trunc('week', matches.ended_at AT TIME ZONE 'UTC')::date)) AS spans (period, starts_on)`

interface Scope {
  /** A condition on `game_identities AS identities`. */
  readonly players: RawBuilder<unknown>
  /** A condition on `boards`. */
  readonly boards: RawBuilder<unknown>
}

/**
 * SELECT that computes player_stats from the ledger, the definition of all stats. A loss starts a new run of wins: the
 * best streak is the longest run, the streak the last. Which game type counts on which boards is MATERIALIZED, because
 * PostgreSQL otherwise joins all matches again for each mode (npm run bench modes).
 */
export const computedStatsQuery = ({ players, boards }: Scope) => sql`
  WITH counting AS MATERIALIZED (
    SELECT counted.game_type, boards.period, boards.starts_on, boards.id AS board_id
    FROM ${countedModes} AS counted ${shownModes} JOIN boards ON boards.game_type = shown.mode
    WHERE ${boards}
  ), counted AS (
    SELECT board_id, identities.user_id, matches.match_id, matches.ended_at, played.result,
      ${summedColumns},
      count(*) FILTER (WHERE played.result = 'loss') OVER (
        PARTITION BY board_id, identities.user_id ORDER BY matches.ended_at, matches.match_id) AS run
    FROM game_identities AS identities
    JOIN match_players AS played ON played.identity_id = identities.id
    JOIN matches USING (match_id)
    ${spansOfMatch}
    JOIN counting USING (game_type, period, starts_on)
    WHERE matches.ranked AND identities.forgotten_at IS NULL AND ${players}
      AND NOT ${countsNowhere}
  ), runs AS (
    SELECT board_id, user_id, run, ${figuresOfRun}, max(ended_at) AS last_ended_at,
      (array_agg(match_id ORDER BY ended_at DESC, match_id DESC))[1] AS last_match_id
    FROM counted GROUP BY board_id, user_id, run
  )
  SELECT board_id, user_id, ${figuresOfRuns},
    (array_agg(last_ended_at ORDER BY run DESC))[1] AS last_ended_at,
    (array_agg(last_match_id ORDER BY run DESC))[1] AS last_match_id
  FROM runs GROUP BY board_id, user_id`
