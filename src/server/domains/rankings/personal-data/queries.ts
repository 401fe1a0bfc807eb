import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'
import type { PersonalData } from '../../../platform/personal-data.ts'
import { hideRows } from '../../accounts/personal-data/queries/pending-deletions.ts'

/** Lists of a member's export. */
export const rankingsData: readonly PersonalData[] = [
  {
    name: 'ratings',
    page: (userId, after, limit) => sql`
      SELECT track_id || ' ' || season_id AS cursor, json_build_object('mode', mode, 'ladder', ladder,
        'season', CASE WHEN season_id > 0 THEN season_id END, 'rating', rating / 100.0, 'deviation', deviation / 100.0,
        'matches', matches, 'wins', wins, 'lastMatchAt', last_ended_at) AS record
      FROM ratings JOIN rating_tracks ON rating_tracks.id = track_id
      WHERE user_id = ${userId} AND (track_id || ' ' || season_id) COLLATE "C" > ${after ?? ''}
      ORDER BY (track_id || ' ' || season_id) COLLATE "C" LIMIT ${limit}`,
  },
  {
    name: 'standings',
    page: (userId, after, limit) => sql`
      SELECT cursor, json_build_object('season', seasons.name, 'mode', mode, 'ladder', ladder, 'position', standing.position,
        'rating', rating / 100.0, 'deviation', deviation / 100.0, 'matches', matches, 'wins', wins, 'tier', tier) AS record
      FROM (
        SELECT season_standings.*, season_id || ' ' || track_id || ' ' || identity_id AS cursor
        FROM season_standings JOIN game_identities ON id = identity_id WHERE user_id = ${userId}
      ) AS standing
      JOIN seasons ON seasons.id = season_id JOIN rating_tracks ON rating_tracks.id = track_id
      WHERE cursor COLLATE "C" > ${after ?? ''} ORDER BY cursor COLLATE "C" LIMIT ${limit}`,
  },
]

/** Takes a member off the boards. Ratings follow from the history, and are made again when the account is restored. */
export async function hideRankingsOf(transaction: Executor, userId: number): Promise<void> {
  await sql`UPDATE ratings SET on_board = false WHERE user_id = ${userId} AND on_board`.execute(transaction)
  await hideRows(transaction, userId, 'main_inputs', sql`user_id = ${userId}`)
}
