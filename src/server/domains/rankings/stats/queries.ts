import { sql } from 'kysely'
import { type GameType, noStats } from '../../../../contract/rankings/stats.ts'
import type { Stats } from '../../../../contract/rankings/stats-schemas.ts'
import type { Executor } from '../../../platform/database.ts'

interface Row {
  readonly stats: Omit<Stats, 'gameType'> | null
}

/** All-time stats; zeros for a known account that never played, undefined for an unknown one. */
export async function findStats(
  executor: Executor,
  userId: number,
  gameType: GameType,
): Promise<Stats | undefined> {
  const { rows } = await sql<Row>`
    SELECT CASE WHEN board_id IS NOT NULL THEN json_build_object('kills', kills, 'deaths', deaths,
      'assists', assists, 'wins', wins, 'losses', losses, 'points', points, 'winStreak', win_streak,
      'bestStreak', best_streak) END AS stats
    FROM users LEFT JOIN player_stats ON user_id = users.id AND board_id = (
      SELECT id FROM boards WHERE game_type = ${gameType} AND period = 'all')
    WHERE users.id = kept_user_id(${userId})
  `.execute(executor)
  const row = rows[0]
  return row && { ...noStats(gameType), ...row.stats }
}
