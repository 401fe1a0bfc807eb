import { sql } from 'kysely'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'
import { statsPairs } from '../ledger/queries/figure-table.ts'

/** Lists of a member's export. */
export const matchesData: readonly PersonalData[] = [
  {
    name: 'identities',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('kind', kind, 'value', value, 'hidden', hidden, 'language', language, 'createdAt', created_at,
        'face', 'data:image/png;base64,' || translate(encode(bytes, 'base64'), chr(10), ''),
        'faceSentAt', sent_at) AS record
      FROM game_identities LEFT JOIN faces ON identity_id = id WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    // At most one valid code, and those of the last day; never the code itself, which is stored as a hash.
    name: 'linkCodes',
    page: (userId, after, limit) => sql`
      SELECT codes.id AS cursor, json_build_object('at', at, 'usedAt', used_at, 'voidedAt', voided_at) AS record
      FROM link_codes AS codes JOIN game_identities ON game_identities.id = identity_id
      WHERE user_id = ${userId} AND codes.id > ${afterId(after)} ORDER BY codes.id LIMIT ${limit}`,
  },
  {
    name: 'figures',
    page: (userId, after, limit) => sql`
      SELECT board_id AS cursor, json_build_object('gameType', game_type, 'period', period, 'startsOn', starts_on,
        'matches', matches, ${statsPairs('player_stats')}) AS record
      FROM player_stats JOIN boards ON boards.id = board_id
      WHERE user_id = ${userId} AND board_id > ${afterId(after)} ORDER BY board_id LIMIT ${limit}`,
  },
  {
    // Newest first, in index order. Other players are listed on match pages.
    name: 'matches',
    page: (userId, after, limit) => sql`
      WITH played AS (
        SELECT page.* FROM game_identities AS own CROSS JOIN LATERAL (
          SELECT * FROM match_players
          WHERE identity_id = own.id AND (ended_at, match_id) < (
            CASE WHEN ${after}::uuid IS NULL THEN 'infinity'
              ELSE (SELECT ended_at FROM matches WHERE match_id = ${after}::uuid) END,
            coalesce(${after}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
          ORDER BY ended_at DESC, match_id DESC LIMIT ${limit}
        ) AS page
        WHERE own.user_id = ${userId} ORDER BY ended_at DESC, match_id DESC LIMIT ${limit}
      )
      SELECT match_id AS cursor, json_build_object('matchId', match_id, 'gameType', game_type, 'ranked', ranked,
        'voided', EXISTS (SELECT FROM match_voids AS voids
          WHERE voids.match_id = matches.match_id AND voids.server_id = matches.server_id),
        'excluded', EXISTS (SELECT FROM excluded_matches WHERE excluded_matches.match_id = matches.match_id),
        'startedAt', started_at, 'endedAt', matches.ended_at, 'gamertag', gamertag, 'team', team,
        'result', result, 'kills', played.kills, 'deaths', deaths, 'assists', assists, 'points', points,
        'input', input, 'pingMs', ping_ms, 'map', map, 'region', region, 'rounds', rounds,
        'hits', hits[array_position(identity_ids, identity_id)],
        'device', devices[array_position(identity_ids, identity_id)]) AS record
      FROM played JOIN matches USING (match_id) LEFT JOIN match_facts USING (match_id) ORDER BY played.ended_at DESC, match_id DESC`,
  },
]
