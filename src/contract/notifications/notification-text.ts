import { msg, plural } from '@lingui/core/macro'
import { eventAddress } from '../events/events.ts'
import { saidWith, type Text } from '../languages.ts'
import { linkTo } from '../links.ts'
import { noticeRules } from './notice-types.ts'
import type { Notification } from './notifications-schemas.ts'

/** A notification whose texts are not yet in the language of its reader. */
export interface NotificationRow
  extends Omit<Notification, 'title' | 'sentence' | 'excerpt' | 'event' | 'notice'> {
  readonly title: Text | null
  readonly sentence?: Text | undefined
  readonly excerpt: Text | null
  readonly event: (Omit<NonNullable<Notification['event']>, 'title'> & { readonly title: Text }) | null
  readonly notice: (Omit<NonNullable<Notification['notice']>, 'text'> & { readonly text: Text }) | null
}

/** Path of the site that a notification opens. */
export function notificationPath(notification: NotificationRow): string {
  const { kind, by, postId, commentId, event, notice, link } = notification
  const post = kind === 'reply' ? `/posts/${postId}#comments` : `/posts/${postId}`
  const page = link ?? (postId === null ? null : post)
  if (page !== null) return commentId === undefined ? page : linkTo(page, 'comment', commentId)
  if (kind === 'follow' && by !== null) return `/player/${by.id}`
  if (event !== null) return eventAddress(event.id)
  if (notice !== null && noticeRules[notice.kind].isAppealable) return '/appeal'
  return notice?.id === undefined ? '/profile' : linkTo('/profile', 'notice', notice.id)
}

/** What happened, as one line of text without a time. */
export function notificationSentence({
  kind,
  by,
  postId,
  likes,
  event,
  notice,
  title,
  sentence,
}: NotificationRow): Text {
  if (sentence !== undefined) return sentence
  const who = by?.username
  if (who !== undefined && kind === 'mention')
    return postId === null ? msg`${who} mentioned you in a comment` : msg`${who} mentioned you in a post`
  if (who !== undefined && kind === 'reply' && postId === null) return msg`${who} replied to your comment`
  if (title !== null) return by === null || typeof title !== 'string' ? title : `${by.username} ${title}`
  if (event !== null) return msg`${{ title: saidWith(event.title) }} starts soon`
  if (notice !== null) return noticeRules[notice.kind].title
  if (kind === 'follow') return who === undefined ? msg`Somebody follows you` : msg`${who} follows you`
  if (kind === 'reply')
    return who === undefined ? msg`Somebody commented on your post` : msg`${who} commented on your post`
  const others = likes - 1
  if (who === undefined) return msg`Somebody likes your post`
  if (others < 1) return msg`${who} likes your post`
  return msg`${plural(others, {
    one: `${who} and # other like your post`,
    other: `${who} and # others like your post`,
  })}`
}
