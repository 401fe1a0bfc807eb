import { sql } from 'kysely'
import { modeLimits } from '../../../../contract/network/modes.ts'
import { type GameType, noStats } from '../../../../contract/rankings/stats.ts'
import type { Stats } from '../../../../contract/rankings/stats-schemas.ts'
import type { Executor } from '../../../platform/database.ts'

/** The figures of `player_stats` as JSON; null without a row. */
const figures = sql`CASE WHEN player_stats.board_id IS NOT NULL THEN json_build_object('kills', kills, 'deaths', deaths,
  'assists', assists, 'wins', wins, 'losses', losses, 'points', points, 'winStreak', win_streak,
  'bestStreak', best_streak) END`

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
    SELECT ${figures} AS stats
    FROM users LEFT JOIN player_stats ON user_id = users.id AND board_id = (
      SELECT id FROM boards WHERE game_type = ${gameType} AND period = 'all')
    WHERE users.id = kept_user_id(${userId})
  `.execute(executor)
  const row = rows[0]
  return row && { ...noStats(gameType), ...row.stats }
}

/** The same of overall and every listed mode, in the order of the boards. Empty for an unknown account. */
export async function listStats(executor: Executor, userId: number): Promise<Stats[]> {
  const { rows } = await sql<Row & { gameType: GameType }>`
    SELECT shown.key AS "gameType", ${figures} AS stats
    FROM users
    CROSS JOIN (
      SELECT 'overall' AS key, -1 AS position, 0 AS id UNION ALL SELECT key, position, id FROM modes WHERE listed
    ) AS shown
    LEFT JOIN boards ON boards.game_type = shown.key AND boards.period = 'all'
    LEFT JOIN player_stats ON player_stats.board_id = boards.id AND player_stats.user_id = users.id
    WHERE users.id = kept_user_id(${userId})
    ORDER BY shown.position, shown.id LIMIT ${1 + modeLimits.listed}
  `.execute(executor)
  return rows.map(({ gameType, stats }) => ({ ...noStats(gameType), ...stats }))
}
