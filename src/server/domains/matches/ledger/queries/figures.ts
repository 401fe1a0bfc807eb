import { sql } from 'kysely'
import type { StatsUpdate } from '../../../../../contract/live-schemas.ts'
import type { GameType } from '../../../../../contract/rankings/stats.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { noFigures, statsPairs } from './figure-table.ts'

type Figures = Pick<StatsUpdate['data'], 'user' | 'stats'>

interface Row {
  readonly id: number
  readonly username: string
  readonly gameType: GameType | null
  readonly stats: Figures['stats'] | null
}

/** All-time stats by account and game type, of these game types; undefined for a deleted account. */
export async function findFigures(
  executor: Executor,
  userIds: readonly number[],
  gameTypes: readonly GameType[],
): Promise<(userId: number, gameType: GameType) => Figures | undefined> {
  const { rows } = await sql<Row>`
    SELECT users.id, users.shown_name AS username, boards.game_type AS "gameType",
      json_build_object(${statsPairs('player_stats')}) AS stats
    FROM users
    LEFT JOIN (player_stats JOIN boards ON boards.id = board_id AND boards.period = 'all'
      AND boards.game_type = ANY(${gameTypes}::text[])) ON user_id = users.id
    WHERE users.id = ANY(${userIds}::int[])
  `.execute(executor)
  return (userId, gameType) => {
    const own = rows.filter((row) => row.id === userId)
    const [first] = own
    if (first === undefined) return undefined
    const row = own.find((one) => one.gameType === gameType)
    const { winStreak, losses, wins, kills, deaths, points } = row?.stats ?? noFigures
    return {
      user: { id: userId, username: first.username },
      stats: { winStreak, losses, wins, kills, deaths, points },
    }
  }
}
