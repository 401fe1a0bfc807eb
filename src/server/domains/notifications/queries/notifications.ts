import { type RawBuilder, sql } from 'kysely'
import { isStaffRank, keysOfRanks, rankHolds } from '../../../../contract/accounts/ranks.ts'
import type { NotificationRow } from '../../../../contract/notifications/notification-text.ts'
import { notificationLimits } from '../../../../contract/notifications/notifications.ts'
import type { Notification } from '../../../../contract/notifications/notifications-schemas.ts'
import { staffQueues } from '../../../../contract/notifications/staff-queues.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { grantedRank, type RankRequirement } from '../../../platform/granted-rank.ts'
import { type RecordWords, textOfRecord } from '../../../platform/languages/record-words.ts'
import { readSaid, type Said } from '../../../platform/languages/stored-text.ts'
import { isHeldBackFrom } from '../../accounts/blocks/queries.ts'
import { likesFor } from './notify.ts'

type StoredRow = Omit<Notification, 'createdAt' | 'event' | 'notice' | 'sentence' | 'commentId'> & {
  readonly commentId: number | null
  readonly noticeId: number | null
  readonly createdAt: Date
  readonly event: (NonNullable<Notification['event']> & { readonly words: RecordWords }) | null
  readonly notice: NonNullable<Notification['notice']>['kind'] | null
  readonly text: string | null
  readonly said: Said | null
  readonly reason: string | null
  readonly until: Date | null
}

const likes = likesFor({ id: sql`notifications.post_id`, userId: sql`notifications.user_id` })

/** Ranks that are told of outages, and read of them. */
export const ranksOfAlarms = () => keysOfRanks((rank) => rankHolds(rank, 'admin', 'settings'))

/** Ranks that may read about staff work, by the area of its list. */
const ranksOfWork = () => sql`CASE notifications.link
  ${sql.join(
    Object.values(staffQueues).map(
      ({ link, area }) =>
        sql`WHEN ${link} THEN ${keysOfRanks((rank) => rankHolds(rank, 'helper', area))}::text[]`,
    ),
    sql` `,
  )} ELSE ${keysOfRanks(isStaffRank)}::text[] END`

/**
 * Hides notifications whose cause is gone (unliked, unfollowed, unpublished), those of members whom the reader blocked
 * since or whose account is deleted and can be restored, and hides staff work and outages from members whose staff rank
 * grants nothing or lacks the area. The row stays, so that nothing is notified twice.
 */
const isShown = (
  requirement: RankRequirement,
) => sql`(notifications.kind <> 'like' OR EXISTS (SELECT FROM ${likes}))
  AND (NOT EXISTS (SELECT FROM blocks WHERE blocks.blocker_id = notifications.user_id)
    OR NOT ${isHeldBackFrom(sql`notifications.user_id`, sql`notification_actor(notifications)`)})
  AND (NOT EXISTS (SELECT FROM pending_deletions) OR (
    NOT EXISTS (SELECT FROM pending_deletions AS pending WHERE pending.user_id = notification_actor(notifications))
    AND (notifications.post_id IS NULL OR EXISTS (SELECT FROM posts AS shown WHERE shown.id = notifications.post_id))
    AND (notifications.comment_id IS NULL
      OR EXISTS (SELECT FROM comments AS shown WHERE shown.id = notifications.comment_id))))
  AND (notifications.follower_id IS NULL OR EXISTS (
    SELECT FROM follows WHERE follows.follower_id = notifications.follower_id AND player_id = notifications.user_id))
  AND (notifications.news_id IS NULL OR EXISTS (
    SELECT FROM news WHERE news.id = notifications.news_id AND published_at IS NOT NULL))
  AND (notifications.kind <> 'mention' OR EXISTS (SELECT FROM mentions WHERE mentions.user_id = notifications.user_id
    AND (mentions.post_id = notifications.post_id OR mentions.comment_id = notifications.comment_id) AND spans <> '[]'))
  AND (notifications.kind NOT IN ('staff', 'alarm') OR EXISTS (SELECT FROM users
    WHERE users.id = notifications.user_id AND ${grantedRank(requirement)} = ANY (
      CASE notifications.kind WHEN 'alarm' THEN ${ranksOfAlarms()}::text[] ELSE ${ranksOfWork()} END)))`

/** A title that has a name in it is a whole sentence, with the name that its player has now. */
function titleOf({ title, by }: Pick<StoredRow, 'title' | 'by'>, said: Said | null) {
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
): Promise<NotificationRow[]> {
  const { rows } = await sql<StoredRow>`
    SELECT notifications.id, notifications.kind, notifications.read_at IS NOT NULL AS "isRead",
      notifications.created_at AS "createdAt", notifications.post_id AS "postId",
      notifications.comment_id AS "commentId", notifications.notice_id AS "noticeId",
      CASE WHEN people.id IS NOT NULL THEN json_build_object('id', people.id, 'username', people.shown_name) END AS by,
      CASE notifications.kind WHEN 'like' THEN (SELECT count(*)::int FROM ${likes}) ELSE 0 END AS likes,
      CASE WHEN events.id IS NOT NULL THEN json_build_object('id', events.id, 'title', events.title, 'words', events.words,
        'startDate', to_char(events.start_date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END AS event,
      coalesce(comments.content, posts.content, CASE WHEN notifications.title IS NOT NULL THEN notifications.text END) AS excerpt,
      notifications.title, notifications.link,
      notifications.type AS notice, notifications.text, notifications.reason, notifications.until, notifications.said
    FROM notifications
    LEFT JOIN posts ON posts.id = notifications.post_id
    LEFT JOIN comments ON comments.id = notifications.comment_id
    LEFT JOIN events ON events.id = notifications.event_id
    LEFT JOIN LATERAL (
      SELECT liked.user_id FROM ${likes} AND notifications.kind = 'like'
      ORDER BY liked.created_at DESC LIMIT 1
    ) AS last_like ON true
    LEFT JOIN users AS people ON people.id = coalesce(comments.user_id, last_like.user_id, notifications.follower_id, notifications.player_id,
      CASE notifications.kind WHEN 'mention' THEN posts.user_id END)
    WHERE ${condition} AND ${isShown(requirement)}
    ORDER BY notifications.id DESC LIMIT ${limit}
  `.execute(executor)
  return rows.map(({ createdAt, commentId, event, notice, noticeId, text, reason, until, said, ...row }) => ({
    ...row,
    ...(commentId !== null && { commentId }),
    ...titleOf(row, said),
    excerpt: row.excerpt && readSaid(said?.text, row.excerpt),
    createdAt: createdAt.toISOString(),
    event: event && { id: event.id, startDate: event.startDate, title: textOfRecord(event, 'title') },
    notice: notice && {
      ...(noticeId !== null && { id: noticeId }),
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
): Promise<NotificationRow[]> =>
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
      SELECT count(*)::int FROM ${likes}) END)
    WHERE user_id = ${userId} AND read_at IS NULL
      AND ${id === undefined ? sql`id <= ${upTo}` : sql`id = ${id}`}
  `.execute(executor)
}
