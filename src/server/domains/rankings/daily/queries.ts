import { sql } from 'kysely'
import { openingSize } from '../../../../contract/rankings/inputs.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { boardOrder } from '../leaderboard/queries.ts'
import { ratingOrder } from '../ratings/queries/board.ts'
import { readSeasons } from '../ratings/queries/seasons.ts'

/** Moves on to the present UTC day. Returns the day before, null for the first time; undefined when it is that day. */
export async function advanceDay(transaction: Executor): Promise<Date | null | undefined> {
  const { rows } = await sql<{ last: Date | null }>`
    WITH known AS (SELECT as_of FROM board_day)
    INSERT INTO board_day (as_of)
    SELECT today FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS days
    WHERE NOT EXISTS (SELECT FROM known WHERE as_of >= today)
    ON CONFLICT (only_row) DO UPDATE SET as_of = excluded.as_of
    RETURNING (SELECT as_of::timestamp AT TIME ZONE 'UTC' FROM known) AS last
  `.execute(transaction)
  return rows[0]?.last
}

/** Stores the present positions of all boards of all time, and of the rating boards of the present season. */
export async function replaceOpeningPositions(transaction: Executor): Promise<void> {
  const seasonId = (await readSeasons(transaction)).idAt(new Date())
  await sql`DELETE FROM opening_positions`.execute(transaction)
  await sql`
    INSERT INTO opening_positions (by_rating, board_id, user_id, position)
    SELECT false, boards.id, first.user_id, first.position FROM boards CROSS JOIN LATERAL (
      SELECT user_id, row_number() OVER (ORDER BY ${boardOrder}) AS position FROM player_stats AS stats
      WHERE board_id = boards.id ORDER BY ${boardOrder} LIMIT ${openingSize}
    ) AS first WHERE period = 'all'
    UNION ALL
    SELECT true, tracks.id, first.user_id, first.position FROM rating_tracks AS tracks CROSS JOIN LATERAL (
      SELECT user_id, row_number() OVER (ORDER BY ${ratingOrder}) AS position FROM ratings
      WHERE track_id = tracks.id AND season_id = ${seasonId} AND on_board ORDER BY ${ratingOrder} LIMIT ${openingSize}
    ) AS first
  `.execute(transaction)
}

/** A board that is followed from day to day. */
export interface FollowedBoard {
  readonly byRating: boolean
  /** Of boards, or of rating_tracks. */
  readonly boardId: number
}

/** Positions of these players when the day began; without those who were behind the first 10,000. */
export async function findOpeningPositions(
  executor: Executor,
  { byRating, boardId }: FollowedBoard,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await sql<{ userId: number; position: number }>`
    SELECT user_id AS "userId", position FROM opening_positions
    WHERE by_rating = ${byRating} AND board_id = ${boardId} AND user_id = ANY(${[...userIds]}::int[])
      AND EXISTS (SELECT FROM board_day WHERE as_of = (now() AT TIME ZONE 'UTC')::date)
  `.execute(executor)
  return new Map(rows.map(({ userId, position }) => [userId, position]))
}
