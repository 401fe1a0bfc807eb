import { type RawBuilder, sql } from 'kysely'
import { avatarPath } from '../../../../platform/avatar-path.ts'
import type { Executor } from '../../../../platform/database.ts'

interface Row {
  /** Start of the next page. */
  readonly cursor: string
  readonly record: object
}

/** A list of the export. `after` is the last cursor, null for the first page. */
interface Section {
  readonly name: string
  readonly page: (userId: number, after: string | null, limit: number) => RawBuilder<Row>
}

const afterId = (after: string | null) => Number(after ?? 0)

/** Lists of a member's data. They exclude data of others: reporters, deciders and staff notes. */
export const sections: readonly Section[] = [
  {
    name: 'identities',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('kind', kind, 'value', value, 'hidden', hidden, 'createdAt', created_at,
        'face', 'data:image/png;base64,' || translate(encode(bytes, 'base64'), chr(10), ''),
        'faceSentAt', sent_at) AS record
      FROM game_identities LEFT JOIN faces ON identity_id = id WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'earlierIds',
    page: (userId, after, limit) => sql`
      SELECT old_id AS cursor, json_build_object('id', old_id, 'mergedAt', created_at) AS record
      FROM user_redirects WHERE user_id = ${userId} AND old_id > ${afterId(after)} ORDER BY old_id LIMIT ${limit}`,
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
    name: 'sessions',
    page: (userId, after, limit) => sql`
      SELECT encode(token_hash, 'hex') AS cursor, json_build_object('createdAt', created_at,
        'lastUsedAt', last_used_at, 'address', host(address), 'userAgent', user_agent) AS record
      FROM sessions WHERE user_id = ${userId} AND token_hash > decode(${after ?? ''}, 'hex')
      ORDER BY token_hash LIMIT ${limit}`,
  },
  {
    name: 'knownNetworks',
    page: (userId, after, limit) => sql`
      SELECT network AS cursor, json_build_object('network', network, 'lastLoginAt', last_login_at) AS record
      FROM known_networks WHERE user_id = ${userId} AND network > ${after ?? ''} ORDER BY network LIMIT ${limit}`,
  },
  {
    name: 'verifiedEmail',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('email', email, 'verifiedAt', verified_at) AS record
      FROM verified_emails WHERE user_id = ${userId} AND user_id > ${afterId(after)} ORDER BY user_id LIMIT ${limit}`,
  },
  {
    // Of the verified address only: another one may be somebody else's.
    name: 'newsletter',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('email', subscriber.email, 'requestedAt', requested_at, 'mailedAt', mailed_at,
        'confirmedAt', confirmed_at) AS record
      FROM newsletter_subscribers AS subscriber JOIN verified_emails AS own ON lower(own.email) = lower(subscriber.email)
      WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    // Without the secret and the recovery codes, which give access to the account.
    name: 'secondFactor',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('since', created_at, 'recoveryCodesLeft',
        (SELECT count(*) FROM second_factor_recovery_codes AS codes WHERE codes.user_id = factors.user_id)) AS record
      FROM second_factors AS factors WHERE user_id = ${userId} AND user_id > ${afterId(after)}
      ORDER BY user_id LIMIT ${limit}`,
  },
  {
    // Without the tokens, which give access to the Discord account.
    name: 'discordLink',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('discordId', discord_id, 'name', discord_name, 'linkedAt', linked_at,
        'sent', CASE WHEN sent_name IS NOT NULL THEN json_build_object('name', sent_name, 'rankLevel', rank_level,
          'rating', rating, 'matches', matches) END, 'syncedAt', synced_at) AS record
      FROM discord_links WHERE user_id = ${userId} AND user_id > ${afterId(after)} ORDER BY user_id LIMIT ${limit}`,
  },
  {
    name: 'posts',
    page: (userId, after, limit) => sql`
      SELECT posts.id AS cursor, json_build_object('id', posts.id, 'content', content, 'createdAt', created_at, 'editedAt', edited_at,
        'earlierTexts', (SELECT json_agg(edit.content ORDER BY edit.id) FROM post_edits AS edit WHERE edit.post_id = posts.id),
        'mediaUrl', '/media/' || encode(media_hash, 'hex') || '.webp',
        'likes', (SELECT count(*) FROM post_likes WHERE post_id = posts.id), 'removedAt', removed_at) AS record
      FROM all_posts AS posts LEFT JOIN post_media ON post_media.post_id = posts.id
      WHERE user_id = ${userId} AND posts.id > ${afterId(after)} ORDER BY posts.id LIMIT ${limit}`,
  },
  {
    name: 'comments',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'postId', post_id, 'newsId', news_id, 'content', content,
        'createdAt', created_at, 'removedAt', removed_at) AS record
      FROM all_comments WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'reactions',
    page: (userId, after, limit) => sql`
      SELECT post_id AS cursor, json_build_object('postId', post_id, 'type', 'like', 'createdAt', created_at) AS record
      FROM post_likes WHERE user_id = ${userId} AND post_id > ${afterId(after)} ORDER BY post_id LIMIT ${limit}`,
  },
  {
    name: 'bugReports',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'gameMode', game_mode, 'reason', reason, 'details', details,
        'severity', severity, 'mediaLink', media_link, 'status', status, 'createdAt', created_at,
        'answer', answer, 'answeredAt', CASE WHEN answer IS NOT NULL THEN handled_at END) AS record
      FROM reports WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    // Without the reported post's text, which belongs to somebody else.
    // With the member's own chat lines. Those in reports of others would say who reported.
    name: 'moderationReports',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'subjectType', subject_type, 'subjectId', subject_id,
        'reason', reason, 'class', class, 'matchId', match_id, 'status', status, 'createdAt', created_at,
        'chat', (SELECT coalesce(json_agg(json_build_object('gamertag', gamertag, 'text', text, 'at', at)
            ORDER BY position), '[]')
          FROM report_chat_lines AS line JOIN game_identities AS own ON own.id = identity_id
          WHERE line.report_id = moderation_reports.id AND own.user_id = ${userId})) AS record
      FROM moderation_reports WHERE reporter_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'contactMessages',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'name', name, 'email', email, 'subject', subject,
        'message', message, 'createdAt', created_at, 'answer', answer, 'answeredAt', answered_at) AS record
      FROM contact_messages WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'applications',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'minecraftUsername', minecraft_username, 'age', age,
        'discordUsername', discord_username, 'email', email, 'timezone', timezone, 'position', position,
        'hoursPerWeek', hours_per_week, 'previousExperience', previous_experience,
        'pastServerNames', past_server_names, 'pastPositions', past_positions, 'pastDuration', past_duration,
        'currentServerNames', current_server_names, 'currentPosition', current_position,
        'currentDuration', current_duration, 'whyJoin', why_join, 'howHandleConflict', how_handle_conflict,
        'additionalQuestions', additional_questions, 'answers', position_answers, 'status', status,
        'submittedAt', submitted_at, 'answer', answer,
        'answeredAt', CASE WHEN answer IS NOT NULL THEN handled_at END) AS record
      FROM staff_applications WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'eventRegistrations',
    page: (userId, after, limit) => sql`
      SELECT event_id AS cursor, json_build_object('eventId', event_id, 'event', title, 'status', status,
        'createdAt', event_registrations.created_at) AS record
      FROM event_registrations JOIN events ON events.id = event_id
      WHERE user_id = ${userId} AND event_id > ${afterId(after)} ORDER BY event_id LIMIT ${limit}`,
  },
  {
    name: 'events',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'title', title, 'createdAt', created_at) AS record
      FROM events WHERE creator_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'news',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'title', title, 'createdAt', created_at, 'publishedAt', published_at)
        AS record
      FROM news WHERE author_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'restrictions',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('reason', reason, 'until', until, 'createdAt', created_at,
        'liftedAt', lifted_at) AS record
      FROM restrictions WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'notices',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('kind', kind, 'text', text, 'reason', reason, 'until', until, 'createdAt', created_at,
        'seenAt', seen_at) AS record
      FROM notices WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'notifications',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('kind', kind, 'postId', post_id, 'eventId', event_id, 'title', title,
        'text', text, 'link', link, 'reason', reason, 'createdAt', created_at, 'readAt', read_at) AS record
      FROM notifications WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'follows',
    page: (userId, after, limit) => sql`
      SELECT player_id AS cursor, json_build_object('playerId', player_id, 'muted', is_muted, 'createdAt', created_at) AS record
      FROM follows WHERE follower_id = ${userId} AND player_id > ${afterId(after)} ORDER BY player_id LIMIT ${limit}`,
  },
  {
    name: 'notificationChoices',
    page: (userId, after, limit) => sql`
      SELECT kind AS cursor, json_build_object('kind', kind, 'channels', channels) AS record
      FROM notification_choices WHERE user_id = ${userId} AND kind > ${after ?? ''} ORDER BY kind LIMIT ${limit}`,
  },
  {
    name: 'quietHours',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('startsAt', starts_at, 'endsAt', ends_at, 'timeZone', time_zone) AS record
      FROM quiet_hours WHERE user_id = ${userId} AND user_id > ${afterId(after)} ORDER BY user_id LIMIT ${limit}`,
  },
  {
    name: 'digest',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('hour', hour, 'timeZone', time_zone, 'nextAt', due_at) AS record
      FROM digest_choices WHERE user_id = ${userId} AND user_id > ${afterId(after)} ORDER BY user_id LIMIT ${limit}`,
  },
  {
    // Without the address, which is all that is needed to write to the browser.
    name: 'pushSubscriptions',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('pushService', substring(endpoint FROM '^https://([^/?#]+)'),
        'createdAt', created_at) AS record
      FROM push_subscriptions WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    // Actions on the account, without the actor.
    name: 'auditEntries',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('at', at, 'action', action, 'before', before, 'after', after) AS record
      FROM audit_log WHERE subject_type = 'member' AND subject_id = ${userId} AND id > ${afterId(after)}
      ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'storedAnswers',
    page: (userId, after, limit) => sql`
      SELECT operation || ' ' || key AS cursor, json_build_object('operation', operation, 'key', key,
        'createdAt', created_at) AS record
      FROM idempotency_keys WHERE user_id = ${userId} AND operation || ' ' || key > ${after ?? ''}
      ORDER BY operation || ' ' || key LIMIT ${limit}`,
  },
  {
    name: 'figures',
    page: (userId, after, limit) => sql`
      SELECT board_id AS cursor, json_build_object('gameType', game_type, 'period', period, 'startsOn', starts_on,
        'matches', matches, 'kills', kills, 'deaths', deaths, 'assists', assists, 'wins', wins, 'losses', losses,
        'points', points, 'winStreak', win_streak, 'bestStreak', best_streak) AS record
      FROM player_stats JOIN boards ON boards.id = board_id
      WHERE user_id = ${userId} AND board_id > ${afterId(after)} ORDER BY board_id LIMIT ${limit}`,
  },
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
  {
    name: 'punishments',
    page: (userId, after, limit) => sql`
      SELECT punishments.id::text AS cursor, json_build_object('id', punishments.id, 'kind', punishments.kind, 'reason', reason,
        'at', at, 'until', until, 'changes', (SELECT coalesce(json_agg(json_build_object('kind', change.kind,
          'until', change.until, 'reason', change.reason, 'at', change.at) ORDER BY change.id), '[]')
          FROM punishment_changes AS change WHERE punishment_id = punishments.id)) AS record
      FROM punishments JOIN game_identities ON game_identities.id = identity_id
      WHERE user_id = ${userId} AND punishments.id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
      ORDER BY punishments.id LIMIT ${limit}`,
  },
  {
    // With what staff wrote to the player, without their names.
    name: 'appeals',
    page: (userId, after, limit) => sql`
      SELECT appeals.id AS cursor, json_build_object('punishment', punishment_id, 'state', state, 'note', note,
        'createdAt', appeals.created_at, 'messages', (SELECT json_agg(json_build_object('fromStaff', is_staff,
          'text', text, 'createdAt', message.created_at) ORDER BY message.id)
          FROM appeal_messages AS message WHERE appeal_id = appeals.id)) AS record
      FROM appeals
      WHERE (restriction_id IN (SELECT id FROM restrictions WHERE user_id = ${userId})
          OR punishment_id IN (SELECT punishments.id FROM punishments
            JOIN game_identities ON game_identities.id = identity_id WHERE user_id = ${userId}))
        AND appeals.id > coalesce(${after}::int, 0)
      ORDER BY appeals.id LIMIT ${limit}`,
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

/** Fields of the account without the password hash. Undefined when the account was deleted. */
export async function readAccount(executor: Executor, userId: number): Promise<object | undefined> {
  const { rows } = await sql<{ account: object }>`
    SELECT json_build_object('id', id, 'username', username, 'email', email, 'bio', bio, 'discordTag', discord_tag,
      'avatarUrl', ${avatarPath}, 'avatar', (SELECT 'data:image/webp;base64,' ||
        translate(encode(bytes, 'base64'), chr(10), '') FROM avatars WHERE user_id = users.id),
      'foreignAvatarUrl', avatar_url, 'rank', rank, 'gamertag', gamertag, 'gamertagAt', gamertag_at,
      'linkedAt', linked_at, 'hidePresence', hide_presence,
      'createdAt', created_at, 'lastLoginAt', last_login_at, 'lastSeenAt', last_seen_at) AS account
    FROM users WHERE id = ${userId}
  `.execute(executor)
  return rows[0]?.account
}
