import { type RawBuilder, sql } from 'kysely'
import { isStaffRank, keysOfRanks } from '../../../../contract/accounts/ranks.ts'
import { newsPath } from '../../../../contract/news/news.ts'
import type { UnsaidNotification } from '../../../../contract/notifications/notification-text.ts'
import { notificationLimits } from '../../../../contract/notifications/notifications.ts'
import type { Notification } from '../../../../contract/notifications/notifications-schemas.ts'
import type { Executor } from '../../../platform/database.ts'
import { grantedRank, type RankRequirement } from '../../../platform/granted-rank.ts'
import { readSaid, type Said } from '../../../platform/languages/stored-text.ts'

type NotificationRow = Omit<Notification, 'createdAt' | 'notice' | 'sentence'> & {
  readonly createdAt: Date
  readonly notice: NonNullable<Notification['notice']>['kind'] | null
  readonly text: string | null
  /** Texts of the notification, and of its notice. */
  readonly said: Said | null
  readonly reason: string | null
  readonly until: Date | null
}

/**
 * Likes, follows, mentions and news that were taken back are not shown, with what is said below such news, nor work of
 * staff to whom the site grants no staff rank. The row stays, so that the same one is not notified twice.
 */
const isShown = (requirement: RankRequirement) => sql`(notifications.kind <> 'like' OR EXISTS (
    SELECT FROM post_likes AS liked WHERE liked.post_id = notifications.post_id AND liked.user_id <> notifications.user_id))
  AND (notifications.follower_id IS NULL OR EXISTS (
    SELECT FROM follows WHERE follows.follower_id = notifications.follower_id AND player_id = notifications.user_id))
  AND (notifications.kind NOT IN ('news', 'reply', 'mention') OR notifications.link IS NULL
    OR notifications.link NOT LIKE ${newsPath('%')} OR EXISTS (SELECT FROM news
      WHERE news.slug = split_part(substr(notifications.link, ${newsPath('').length + 1}), '#', 1) AND published_at IS NOT NULL))
  AND (notifications.kind <> 'mention' OR EXISTS (SELECT FROM mentions WHERE mentions.user_id = notifications.user_id
    AND (mentions.post_id = notifications.post_id OR mentions.comment_id = notifications.comment_id) AND spans <> '[]'))
  AND (notifications.kind <> 'staff' OR EXISTS (
    SELECT FROM users WHERE users.id = notifications.user_id AND ${grantedRank(requirement)} = ANY (${keysOfRanks(isStaffRank)})))`

/** A title that has a name in it is a whole sentence, with the name that its player has now. */
function titleOf({ title, by }: Pick<NotificationRow, 'title' | 'by'>, said: Said | null) {
  if (title === null || by === null || said?.sentence === undefined)
    return { title: title && readSaid(said?.title, title) }
  const who = by.username
  return { title, sentence: readSaid(said.sentence, '', { who, english: `${who} ${title}` }) }
}

/** Newest first. */
export async function selectNotifications(
  executor: Executor,
  requirement: RankRequirement,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<UnsaidNotification[]> {
  const { rows } = await sql<NotificationRow>`
    SELECT notifications.id, notifications.kind, notifications.read_at IS NOT NULL AS "isRead",
      notifications.created_at AS "createdAt", notifications.post_id AS "postId",
      CASE WHEN people.id IS NOT NULL THEN json_build_object('id', people.id, 'username', people.shown_name) END AS by,
      CASE notifications.kind WHEN 'like' THEN (SELECT count(*)::int FROM post_likes AS liked
        WHERE liked.post_id = notifications.post_id AND liked.user_id <> notifications.user_id) ELSE 0 END AS likes,
      CASE WHEN events.id IS NOT NULL THEN json_build_object('id', events.id, 'title', events.title,
        'startDate', to_char(events.start_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS event,
      coalesce(comments.content, posts.content, CASE WHEN notifications.title IS NOT NULL THEN notifications.text END) AS excerpt,
      notifications.title, notifications.link,
      coalesce(notices.kind, CASE WHEN notifications.title IS NULL AND notifications.text IS NOT NULL THEN 'comment_removed' END) AS notice,
      coalesce(notices.text, notifications.text) AS text, coalesce(notices.reason, notifications.reason) AS reason,
      notices.until, coalesce(notices.said, notifications.said) AS said
    FROM notifications
    LEFT JOIN posts ON posts.id = notifications.post_id
    LEFT JOIN comments ON comments.id = notifications.comment_id
    LEFT JOIN events ON events.id = notifications.event_id
    LEFT JOIN notices ON notices.id = notifications.notice_id
    LEFT JOIN LATERAL (
      SELECT liked.user_id FROM post_likes AS liked WHERE notifications.kind = 'like'
        AND liked.post_id = notifications.post_id AND liked.user_id <> notifications.user_id
      ORDER BY liked.created_at DESC LIMIT 1
    ) AS last_like ON true
    LEFT JOIN users AS people ON people.id = coalesce(comments.user_id, last_like.user_id, notifications.follower_id, notifications.player_id,
      CASE notifications.kind WHEN 'mention' THEN posts.user_id END)
    WHERE ${condition} AND ${isShown(requirement)}
    ORDER BY notifications.id DESC LIMIT ${limit}
  `.execute(executor)
  return rows.map(({ createdAt, notice, text, reason, until, said, ...row }) => ({
    ...row,
    ...titleOf(row, said),
    excerpt: row.excerpt && readSaid(said?.text, row.excerpt),
    createdAt: createdAt.toISOString(),
    notice: notice && {
      kind: notice,
      text: readSaid(said?.text, text ?? ''),
      reason,
      until: until?.toISOString() ?? null,
    },
  }))
}

/** Those on the site, newest first, starting before the id `before`. */
export const listNotifications = (
  executor: Executor,
  requirement: RankRequirement,
  userId: number,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<UnsaidNotification[]> =>
  selectNotifications(
    executor,
    requirement,
    sql`notifications.user_id = ${userId} AND on_site AND notifications.id < ${before ?? 2_147_483_647}`,
    limit,
  )

export async function countUnread(
  executor: Executor,
  requirement: RankRequirement,
  userId: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT FROM notifications
      WHERE user_id = ${userId} AND read_at IS NULL AND on_site AND ${isShown(requirement)} LIMIT ${notificationLimits.maxUnread}) AS unread
  `.execute(executor)
  return rows[0]!.n
}

/** Marks one notification as read, or all up to one, with the likes that it gained since it was sent. */
export async function markRead(
  executor: Executor,
  userId: number,
  { id, upTo }: { readonly id?: number | undefined; readonly upTo?: number | undefined },
): Promise<void> {
  await sql`
    UPDATE notifications SET read_at = now(), likes = greatest(likes, CASE kind WHEN 'like' THEN (
      SELECT count(*)::int FROM post_likes AS liked
      WHERE liked.post_id = notifications.post_id AND liked.user_id <> notifications.user_id) END)
    WHERE user_id = ${userId} AND read_at IS NULL
      AND ${id === undefined ? sql`id <= ${upTo}` : sql`id = ${id}`}
  `.execute(executor)
}
