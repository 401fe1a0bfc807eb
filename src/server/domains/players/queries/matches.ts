import { sql } from 'kysely'
import type { Match, MatchPlayer } from '../../../../contract/players/players-schemas.ts'
import { avatarPath } from '../../../platform/avatar-path.ts'
import type { Executor } from '../../../platform/database.ts'

interface Row extends Omit<Match, 'startedAt' | 'endedAt' | 'players'> {
  readonly startedAt: Date
  readonly endedAt: Date
  readonly players: MatchPlayer[]
}

const matchOf = (row: Row): Match => ({
  ...row,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt.toISOString(),
})

/** A match with its players, as current accounts and names; winners first. */
const columns = sql`
  matches.match_id AS "matchId", matches.game_type AS "gameType", matches.ranked,
  matches.started_at AS "startedAt", matches.ended_at AS "endedAt",
  EXISTS (SELECT FROM match_voids
    WHERE match_voids.match_id = matches.match_id AND match_voids.server_id = matches.server_id) AS voided,
  (SELECT coalesce(json_agg(json_build_object(
      'user', json_build_object('id', users.id, 'username', users.shown_name, 'avatarUrl', ${avatarPath},
        'rank', users.rank),
      'team', part.team, 'result', part.result, 'kills', part.kills, 'deaths', part.deaths,
      'assists', part.assists, 'points', part.points, 'input', part.input, 'pingMs', part.ping_ms)
      ORDER BY array_position(ARRAY['win', 'draw', 'loss'], part.result), part.points DESC, users.id), '[]')
    FROM match_players AS part JOIN game_identities ON game_identities.id = part.identity_id
    JOIN users ON users.id = game_identities.user_id
    WHERE part.match_id = matches.match_id) AS players`

export async function findMatch(executor: Executor, matchId: string): Promise<Match | undefined> {
  const { rows } = await sql<Row>`SELECT ${columns} FROM matches WHERE match_id = ${matchId}`.execute(
    executor,
  )
  return rows[0] && matchOf(rows[0])
}

/** Newest first, starting before `before`; an unknown one returns nothing, as does a deleted player. */
export async function listMatches(
  executor: Executor,
  userId: number,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<Match[]> {
  const { rows } = await sql<Row>`
    WITH played AS (
      SELECT match_id, ended_at FROM match_players
      WHERE identity_id IN (SELECT id FROM game_identities WHERE user_id = ${userId} AND forgotten_at IS NULL)
        AND (${before ?? null}::uuid IS NULL OR (ended_at, match_id) <
          (SELECT ended_at, match_id FROM matches WHERE match_id = ${before ?? null}))
      ORDER BY ended_at DESC, match_id DESC LIMIT ${limit}
    )
    SELECT ${columns} FROM played JOIN matches USING (match_id) ORDER BY played.ended_at DESC, match_id DESC
  `.execute(executor)
  return rows.map(matchOf)
}
