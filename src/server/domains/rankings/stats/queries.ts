import { type RawBuilder, sql } from 'kysely'
import { modeLimits } from '../../../../contract/network/modes.ts'
import type { GameType } from '../../../../contract/rankings/stats.ts'
import type { Stats } from '../../../../contract/rankings/stats-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { statsPairs } from '../../matches/ledger/queries/figure-table.ts'

/** All zeros without a row of `player_stats`. */
const statsOf = (gameType: RawBuilder<unknown>) =>
  sql`json_build_object(${statsPairs('player_stats')}, 'gameType', ${gameType}) AS stats`

interface Row {
  readonly stats: Stats
}

/** All-time stats; zeros for a known account that never played, undefined for an unknown one. */
export async function findStats(
  executor: Executor,
  userId: number,
  gameType: GameType,
): Promise<Stats | undefined> {
  const { rows } = await sql<Row>`
    SELECT ${statsOf(sql`${gameType}::text`)}
    FROM users LEFT JOIN player_stats ON user_id = users.id AND board_id = (
      SELECT id FROM boards WHERE game_type = ${gameType} AND period = 'all')
    WHERE users.id = kept_user_id(${userId})
  `.execute(executor)
  return rows[0]?.stats
}

/** The same of overall and every listed mode, in the order of the boards. Empty for an unknown account. */
export async function listStats(executor: Executor, userId: number): Promise<Stats[]> {
  const { rows } = await sql<Row>`
    SELECT ${statsOf(sql`shown.key`)}
    FROM users
    CROSS JOIN (
      SELECT 'overall' AS key, -1 AS position, 0 AS id UNION ALL SELECT key, position, id FROM modes WHERE listed
    ) AS shown
    LEFT JOIN boards ON boards.game_type = shown.key AND boards.period = 'all'
    LEFT JOIN player_stats ON player_stats.board_id = boards.id AND player_stats.user_id = users.id
    WHERE users.id = kept_user_id(${userId})
    ORDER BY shown.position, shown.id LIMIT ${1 + modeLimits.listed}
  `.execute(executor)
  return rows.map(({ stats }) => stats)
}
