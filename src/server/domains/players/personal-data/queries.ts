import { sql } from 'kysely'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'

/** Lists of a member's export. */
export const playersData: readonly PersonalData[] = [
  {
    // Without the tokens, which give access to the Discord account.
    name: 'discordLink',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('discordId', discord_id, 'name', discord_name, 'linkedAt', linked_at,
        'sent', CASE WHEN sent_name IS NOT NULL THEN json_build_object('name', sent_name, 'rankLevel', rank_level, 'rankId', rank_id,
          'rating', rating, 'matches', matches) END, 'syncedAt', synced_at) AS record
      FROM discord_links WHERE user_id = ${userId} AND user_id > ${afterId(after)} ORDER BY user_id LIMIT ${limit}`,
  },
  {
    name: 'visit',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('seenAt', seen_at, 'position', position, 'points', points,
        'playersBehind', behind, 'lastSeenAt', last_seen_at, 'lastPosition', last_position, 'lastPoints', last_points,
        'lastPlayersBehind', last_behind) AS record
      FROM visits WHERE user_id = ${userId} AND user_id > ${afterId(after)} ORDER BY user_id LIMIT ${limit}`,
  },
  {
    name: 'follows',
    page: (userId, after, limit) => sql`
      SELECT player_id AS cursor, json_build_object('playerId', player_id, 'muted', is_muted, 'createdAt', created_at) AS record
      FROM follows WHERE follower_id = ${userId} AND player_id > ${afterId(after)} ORDER BY player_id LIMIT ${limit}`,
  },
]
