import { msg } from '@lingui/core/macro'
import { type RawBuilder, sql } from 'kysely'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Message, Text } from '../../../../contract/languages.ts'
import { newsPath } from '../../../../contract/news/news.ts'
import type { NotificationKind } from '../../../../contract/notifications/notification-kinds.ts'
import {
  ranksOfQueue,
  type StaffQueueName,
  staffQueues,
} from '../../../../contract/notifications/staff-queues.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { englishOf, saidColumn } from '../../../platform/languages/stored-text.ts'
import { isHeldBackFrom } from '../../accounts/blocks/queries.ts'

/** Path of the comments among which one is; `news` are joined to `comments`. */
const commentsLink = sql`coalesce('/posts/' || comments.post_id, ${newsPath('')} || news.slug) || '#comments'`

/**
 * Notifies the author of a post about somebody else's comment, and the author of a comment about a reply. Who wrote both
 * is notified of the reply. Call it in the transaction of the comment.
 */
export async function notifyOfComment(transaction: Executor, commentId: number): Promise<void> {
  await sql`
    INSERT INTO notifications (user_id, kind, event_key, comment_id, news_id, title, link)
    SELECT parent.user_id, 'reply', 'comment:' || comments.id, comments.id, news.id, 'replied to your comment',
      ${commentsLink}
    FROM comments JOIN comments AS parent ON parent.id = comments.parent_id LEFT JOIN news ON news.id = comments.news_id
    WHERE comments.id = ${commentId} AND parent.user_id <> comments.user_id
    ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(transaction)
  await sql`
    INSERT INTO notifications (user_id, kind, event_key, post_id, comment_id)
    SELECT posts.user_id, 'reply', 'comment:' || comments.id, posts.id, comments.id
    FROM comments JOIN posts ON posts.id = comments.post_id
    WHERE comments.id = ${commentId} AND posts.user_id <> comments.user_id
    ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(transaction)
}

/**
 * Notifies members who are named in a post or comment, except its author. A member who is notified of the comment already
 * is not notified again. Call it in the transaction of the text.
 */
export async function notifyOfMentions(
  transaction: Executor,
  text: { readonly postId: number } | { readonly commentId: number },
  userIds: readonly number[],
  authorId: number,
): Promise<void> {
  if (userIds.length === 0) return
  const notification =
    'postId' in text
      ? sql`'mention:' || posts.id, posts.id, NULL::int, NULL::int, 'mentioned you in a post', '/posts/' || posts.id
        FROM posts JOIN users ON posts.id = ${text.postId}`
      : sql`'comment:' || comments.id, NULL::int, comments.id, news.id, 'mentioned you in a comment', ${commentsLink}
        FROM comments LEFT JOIN news ON news.id = comments.news_id JOIN users ON comments.id = ${text.commentId}`
  await sql`
    INSERT INTO notifications (user_id, kind, event_key, post_id, comment_id, news_id, title, link)
    SELECT users.id, 'mention', ${notification}
    WHERE users.id = ANY (${userIds}::int[]) AND users.username IS NOT NULL AND users.id <> ${authorId}
    ORDER BY users.id
    ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(transaction)
}

/** Likes of a post that its author may be notified of; `post` has the columns of the post and its author. */
export const likesFor = (post: { readonly id: RawBuilder<unknown>; readonly userId: RawBuilder<unknown> }) =>
  sql`post_likes AS liked WHERE liked.post_id = ${post.id} AND liked.user_id <> ${post.userId}
    AND NOT ${isHeldBackFrom(post.userId, sql`liked.user_id`)}`

/**
 * Notifies the author of a post about likes of others. All likes of a post are one row, which is sent again only when it
 * was read and has more likes than before. Call it in the transaction of the like.
 */
export async function notifyOfLike(transaction: Executor, postId: number): Promise<void> {
  await sql`
    INSERT INTO notifications (user_id, kind, event_key, post_id, likes)
    SELECT posts.user_id, 'like', 'like:' || posts.id, posts.id, given.likes
    FROM posts CROSS JOIN LATERAL (
      SELECT count(*)::int AS likes FROM ${likesFor({ id: sql`posts.id`, userId: sql`posts.user_id` })}
    ) AS given
    WHERE posts.id = ${postId} AND given.likes > 0
      -- Without this, every like of a storm would lock the row.
      AND NOT EXISTS (SELECT FROM notifications AS sent WHERE sent.user_id = posts.user_id
        AND sent.event_key = 'like:' || posts.id AND (sent.read_at IS NULL OR sent.likes >= given.likes))
    ON CONFLICT (user_id, event_key) DO UPDATE
      SET id = DEFAULT, likes = excluded.likes, on_site = excluded.on_site, read_at = NULL, created_at = now()
      WHERE notifications.read_at IS NOT NULL AND notifications.likes < excluded.likes
  `.execute(transaction)
}

/**
 * Notifies a member about a new follower, once however often they follow. Players without an account have no
 * notifications. Call it in the transaction of the follow.
 */
export async function notifyOfFollow(
  transaction: Executor,
  followerId: number,
  playerId: number,
): Promise<void> {
  await sql`
    INSERT INTO notifications (user_id, kind, event_key, follower_id)
    SELECT id, 'follow', ${`follow:${followerId}`}, ${followerId} FROM users
    WHERE id = ${playerId} AND username IS NOT NULL
    ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(transaction)
}

/**
 * Notifies a member that Discord no longer accepts the site's access, so that their account was unlinked. Call it in the
 * transaction that unlinks it.
 */
export async function notifyOfLostDiscord(
  transaction: Executor,
  { userId, name, linkedAt }: { readonly userId: number; readonly name: string; readonly linkedAt: Date },
): Promise<void> {
  await notifyMembers(transaction, [userId], {
    kind: 'account',
    eventKey: `discord-lost:${linkedAt.getTime()}`,
    title: msg`Your Discord account was unlinked`,
    text: msg`Discord no longer lets this site update the roles of ${name}. Link it again to get them back.`,
    link: '/profile#discord',
  })
}

/** A notification with words of its own. */
export interface TitledNotification {
  readonly kind: NotificationKind
  /** Names the event: nobody is notified of it twice. */
  readonly eventKey: string
  /** Cut after 200 characters. */
  readonly title: Text
  /** At most 500 characters. */
  readonly text?: Text | null
  /** Path of the site. */
  readonly link: string
}

/** Notifies members, selected by a query or listed. Call it in the transaction of the event. */
export async function notifyMembers(
  transaction: Executor,
  members: RawBuilder<unknown> | readonly number[],
  { kind, eventKey, title, text = null, link }: TitledNotification,
): Promise<void> {
  const userIds = 'length' in members ? sql`SELECT unnest(${[...members]}::int[])` : members
  await sql`
    INSERT INTO notifications (user_id, kind, event_key, title, text, said, link)
    SELECT user_id, ${kind}, ${eventKey}, left(${englishOf(title)}, 200), ${text && englishOf(text)},
      ${saidColumn({ title, text })}::jsonb, ${link}
    FROM (${userIds}) AS members (user_id) ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(transaction)
}

interface NewFanout extends TitledNotification {
  /** All members, the followers of a player, or members of some ranks except one, and except whom it concerns. */
  readonly audience:
    | 'members'
    | { readonly followersOf: number }
    | {
        readonly ranks: readonly Rank[]
        readonly except: number | null
        readonly concerns?: readonly number[]
      }
  /** Events of one key are one notification per member, sent again once it was read. */
  readonly collapseKey?: string
  /** The title of an event of a player with their name, `who`, in it. */
  readonly sentence?: Message
  /** The news that it is about. */
  readonly newsId?: number
}

/**
 * Queues one event that many members are notified of; a worker makes their rows (domains/notifications/fanout.ts). Call
 * it in the transaction of the event, which writes one row however many there are.
 */
export async function queueFanout(
  transaction: Executor,
  { kind, eventKey, collapseKey, audience, title, sentence, text = null, link, newsId }: NewFanout,
): Promise<void> {
  await transaction
    .insertInto('notification_fanouts')
    .values({
      kind,
      event_key: eventKey,
      collapse_key: collapseKey ?? null,
      ...columnsOf(audience),
      title: englishOf(title),
      text: text === null ? null : englishOf(text),
      said: saidColumn({ title, sentence, text }),
      link,
      news_id: newsId ?? null,
    })
    .onConflict((conflict) => conflict.column('event_key').doNothing())
    .execute()
}

function columnsOf(audience: NewFanout['audience']) {
  if (audience === 'members') return { audience }
  return 'ranks' in audience
    ? {
        audience: 'staff',
        ranks: [...audience.ranks],
        except_user_id: audience.except,
        concerns: [...(audience.concerns ?? [])],
      }
    : { audience: 'followers', player_id: audience.followersOf }
}

/**
 * Notifies staff who may handle a queue that something new is in it, except `actorId`, who put it there, and whoever is in
 * the hand of somebody whom it `concerns`. Call it in the transaction that stores it.
 */
export const notifyOfStaffWork = (
  transaction: Executor,
  queue: StaffQueueName,
  {
    eventKey,
    actorId,
    concerns = [],
  }: {
    readonly eventKey: string
    readonly actorId: number | null
    /** Accounts that the work is about. */
    readonly concerns?: readonly (number | null)[]
  },
): Promise<void> =>
  queueFanout(transaction, {
    kind: 'staff',
    eventKey,
    collapseKey: `staff:${queue}`,
    audience: {
      ranks: ranksOfQueue(queue),
      except: actorId,
      concerns: concerns.filter((id) => id !== null),
    },
    title: staffQueues[queue].title,
    link: staffQueues[queue].link,
  })

/**
 * Deletes the queued event of a news item. Call it before the item is deleted, which deletes its notifications: a worker
 * that makes them has locked the event.
 */
export async function deleteNewsFanout(transaction: Executor, newsId: number): Promise<void> {
  await sql`DELETE FROM notification_fanouts WHERE news_id = ${newsId}`.execute(transaction)
}
