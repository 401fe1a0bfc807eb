import { type RawBuilder, sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { practiceLimits } from '../../../../contract/network/practice.ts'
import type { PracticeToday } from '../../../../contract/rankings/practice-today-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { avatarPath } from '../../accounts/users/avatar/queries.ts'
import { withPresentPlayers } from '../../matches/presence/queries.ts'
import { boardOrder } from '../leaderboard/queries.ts'

interface Row extends Omit<PracticeToday, 'first'> {
  readonly points: number | null
  readonly userId: number
  readonly username: string
  readonly avatarUrl: string | null
  readonly rank: Rank
}

/** One statement: heartbeats, a few rows per game type of the day, and the first row of each board by its index. */
export const practiceToday = (players: RawBuilder<unknown>) => sql<Row>`
  WITH present AS MATERIALIZED (${players}),
  played AS MATERIALIZED (
    SELECT kept_mode(game_type) AS mode, sum(total) AS matches FROM match_counts
    WHERE day = (now() AT TIME ZONE 'UTC')::date GROUP BY 1
  )
  SELECT cards.id, CASE WHEN modes.listed THEN modes.key END AS board,
    CASE WHEN EXISTS (SELECT FROM present) THEN (SELECT coalesce(sum(players), 0)::int FROM present
      WHERE said IN (modes.key, lower(modes.name), lower(cards.name))) END AS players,
    coalesce((SELECT matches FROM played WHERE played.mode = modes.key), 0)::int AS matches,
    first.points::float8 AS points, users.id AS "userId", users.shown_name AS username, ${avatarPath} AS "avatarUrl",
    users.rank
  FROM practice_modes AS cards
  JOIN modes ON modes.key = kept_mode(cards.mode)
  LEFT JOIN boards ON modes.listed AND (boards.game_type, boards.period) = (modes.key, 'all')
  LEFT JOIN LATERAL (
    SELECT user_id, points FROM player_stats AS stats WHERE board_id = boards.id ORDER BY ${boardOrder} LIMIT 1
  ) AS first ON true
  LEFT JOIN users ON users.id = first.user_id
  ORDER BY cards.id LIMIT ${2 * practiceLimits.perCategory}
`

export async function listPracticeToday(executor: Executor): Promise<PracticeToday[]> {
  const { rows } = await withPresentPlayers((players) => practiceToday(players).execute(executor))
  return rows.map(({ points, userId, username, avatarUrl, rank, ...mode }) => ({
    ...mode,
    first: points === null ? null : { user: { id: userId, username, avatarUrl, rank }, points },
  }))
}
