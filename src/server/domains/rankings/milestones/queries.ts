import { sql } from 'kysely'
import type { MilestoneFigure } from '../../../../contract/rankings/milestones.ts'
import type { Executor } from '../../../platform/database/database.ts'

export interface MilestoneRow {
  readonly figure: MilestoneFigure
  readonly step: number
  readonly matchId: string
  readonly at: Date
}

/** The milestones of a player with the match that earned each, newest first. */
export async function listMilestones(executor: Executor, userId: number): Promise<MilestoneRow[]> {
  const { rows } = await sql<MilestoneRow>`
    SELECT figure, step, match_id AS "matchId", ended_at AS at FROM milestones WHERE user_id = ${userId}
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
