import { sql } from 'kysely'
import { followFeed } from '../../../../contract/players/follows.ts'
import type { FollowFeedItem } from '../../../../contract/players/follows-schemas.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { memberJson } from '../../accounts/users/avatar/queries.ts'
import { countsNowhere } from '../../matches/ledger/queries/matches.ts'
import { countedModes } from '../../matches/modes/queries.ts'
import { type MatchRow, matchColumns, matchOf } from './matches.ts'

interface FeedRow extends Pick<FollowFeedItem, 'user' | 'post' | 'milestone'> {
  readonly at: Date
}

/** A row of the feed is a match, or has no match. */
type Row = FeedRow & (MatchRow | (Omit<MatchRow, 'matchId'> & { readonly matchId: null }))

const isRecent = (column: string) =>
  sql`${sql.ref(column)} > now() - make_interval(days => ${followFeed.days}::int)`

/**
 * What followed players who are not muted did lately, newest first. A match of several of them is one row. Reads the
 * newest rows of each player by index.
 */
export async function listFollowFeed(executor: Executor, followerId: number): Promise<FollowFeedItem[]> {
  const { rows } = await sql<Row>`
    WITH followed AS (
      SELECT player_id FROM follows WHERE follower_id = ${followerId} AND NOT is_muted
    ), played AS (
      SELECT min(player_id) AS user_id, match_id, ended_at AS at
      FROM followed JOIN game_identities AS own ON own.user_id = player_id AND own.forgotten_at IS NULL
      CROSS JOIN LATERAL (
        SELECT part.match_id, part.ended_at FROM match_players AS part
        JOIN matches ON matches.match_id = part.match_id
        WHERE part.identity_id = own.id AND ${isRecent('part.ended_at')} AND ranked AND NOT ${countsNowhere}
        ORDER BY part.ended_at DESC LIMIT ${followFeed.max}
      ) AS newest
      GROUP BY match_id, ended_at
    ), posted AS (
      SELECT player_id AS user_id, newest.* FROM followed CROSS JOIN LATERAL (
        SELECT id, content, created_at AS at FROM posts
        WHERE user_id = player_id AND ${isRecent('created_at')} ORDER BY id DESC LIMIT ${followFeed.max}
      ) AS newest
    ), reached AS (
      -- Milestones that the follower was notified of.
      SELECT created_at AS at, player_id AS user_id, title, link FROM notifications
      WHERE user_id = ${followerId} AND player_id IN (SELECT player_id FROM followed) AND ${isRecent('created_at')}
      ORDER BY id DESC LIMIT ${followFeed.max}
    ), feed AS (
      SELECT at, user_id, match_id, NULL::json AS post, NULL::json AS milestone FROM played
      UNION ALL
      SELECT at, user_id, NULL, json_build_object('id', id, 'content', content), NULL FROM posted
      UNION ALL
      SELECT at, user_id, NULL, NULL, json_build_object('text', title, 'link', link) FROM reached
      ORDER BY at DESC, match_id LIMIT ${followFeed.max}
    )
    SELECT feed.at, feed.post, feed.milestone, (SELECT ${memberJson} FROM users WHERE users.id = feed.user_id) AS user,
      ${matchColumns}
    FROM feed
    LEFT JOIN (matches JOIN ${countedModes} AS counted USING (game_type)) ON matches.match_id = feed.match_id
    ORDER BY feed.at DESC, feed.match_id
  `.execute(executor)
  return rows.map(({ at, user, post, milestone, ...match }) => ({
    at: at.toISOString(),
    user,
    post,
    milestone,
    match: match.matchId === null ? null : matchOf(match),
  }))
}
