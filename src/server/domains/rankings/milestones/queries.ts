import { sql } from 'kysely'
import { type MilestoneFigure, milestoneSteps } from '../../../../contract/rankings/milestones.ts'
import type { Executor } from '../../../platform/database.ts'
import { countsNowhere } from '../../matches/ledger/queries/matches.ts'
import { countedModes } from '../../matches/modes/queries.ts'

const steps = JSON.stringify(
  Object.entries(milestoneSteps).flatMap(([figure, of]) => of.map((step) => ({ figure, step }))),
)

export interface MilestoneRow {
  readonly figure: MilestoneFigure
  readonly step: number
  readonly matchId: string
  readonly at: Date
}

/**
 * The milestones of a player with the match that earned each, newest first. Computed from the ledger on every call, in
 * the order in which streaks are counted, so that voids, rulings, late matches and links change them at once.
 */
export async function listMilestones(executor: Executor, userId: number): Promise<MilestoneRow[]> {
  const { rows } = await sql<MilestoneRow>`
    WITH counted AS (
      SELECT played.match_id, played.ended_at, result, sum(played.points) OVER before AS points, sum(kills) OVER before AS kills,
        count(*) FILTER (WHERE result = 'win') OVER before AS wins,
        count(*) FILTER (WHERE result = 'loss') OVER before AS run
      FROM game_identities AS own JOIN match_players AS played ON played.identity_id = own.id
      JOIN matches USING (match_id) JOIN ${countedModes} AS counted USING (game_type)
      WHERE own.user_id = ${userId} AND own.forgotten_at IS NULL AND ranked AND counted.in_overall AND NOT ${countsNowhere}
      WINDOW before AS (ORDER BY played.ended_at, played.match_id ROWS UNBOUNDED PRECEDING)
    ), streaks AS (
      SELECT *, count(*) FILTER (WHERE result = 'win')
        OVER (PARTITION BY run ORDER BY ended_at, match_id ROWS UNBOUNDED PRECEDING) AS streak FROM counted
    ), highest AS (
      -- The most that a figure was before this match: points may fall and rise again.
      SELECT match_id, ended_at, points, kills, wins, streak, max(points) OVER earlier AS most_points,
        max(kills) OVER earlier AS most_kills, max(wins) OVER earlier AS most_wins, max(streak) OVER earlier AS most_streak
      FROM streaks
      WINDOW earlier AS (ORDER BY ended_at, match_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    )
    SELECT figure, step, match_id AS "matchId", ended_at AS at FROM highest
    CROSS JOIN LATERAL (VALUES ('points', points, most_points), ('kills', kills, most_kills), ('wins', wins, most_wins),
      ('bestStreak', streak, most_streak)) AS risen (figure, amount, most)
    JOIN jsonb_to_recordset(${steps}::jsonb) AS steps (figure text, step int) USING (figure)
    WHERE amount > coalesce(most, 0) AND step > coalesce(most, 0) AND step <= amount
    ORDER BY ended_at DESC, match_id DESC, figure, step DESC
  `.execute(executor)
  return rows
}

/** Players of these matches, ended within a day, whom somebody follows. */
export async function findFollowedPlayers(
  executor: Executor,
  matchIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT user_id AS id FROM match_players AS played
    JOIN game_identities ON game_identities.id = played.identity_id AND forgotten_at IS NULL
    WHERE match_id = ANY(${matchIds}::uuid[]) AND played.ended_at > now() - interval '1 day'
      AND EXISTS (SELECT FROM follows WHERE player_id = user_id AND NOT is_muted)
    ORDER BY 1
  `.execute(executor)
  return rows.map(({ id }) => id)
}
