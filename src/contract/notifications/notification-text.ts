import { msg, plural } from '@lingui/core/macro'
import { eventAnchor } from '../events/events.ts'
import type { Message, Text } from '../languages.ts'
import { ownValue } from '../own-value.ts'
import { leadsToAppeal, noticeTitles } from './notice-titles.ts'
import type { Notification } from './notifications-schemas.ts'

/** A notification whose texts are not yet in the language of its reader. */
export interface UnsaidNotification extends Omit<Notification, 'title' | 'sentence' | 'excerpt' | 'notice'> {
  readonly title: Text | null
  readonly sentence?: Text | undefined
  readonly excerpt: Text | null
  readonly notice: (Omit<NonNullable<Notification['notice']>, 'text'> & { readonly text: Text }) | null
}

/** Path of the site that a notification opens. */
export function notificationPath({ kind, by, postId, event, notice, link }: UnsaidNotification): string {
  if (link !== null) return link
  if (kind === 'follow' && by !== null) return `/player/${by.id}`
  if (event !== null) return `/events#${eventAnchor(event.id)}`
  if (postId !== null) return kind === 'reply' ? `/posts/${postId}#comments` : `/posts/${postId}`
  if (notice?.kind === 'bug_report_changed') return '/report'
  return notice !== null && leadsToAppeal(notice.kind) ? '/appeal' : '/profile'
}

/** Titles that are stored without whoever did it, by their English: each is said as a whole. */
const doneBy = (who: string): Readonly<Record<string, Message>> => ({
  'replied to your comment': msg`${who} replied to your comment`,
  'mentioned you in a post': msg`${who} mentioned you in a post`,
  'mentioned you in a comment': msg`${who} mentioned you in a comment`,
})

/** What happened, as one line of text without a time. */
export function notificationSentence({
  kind,
  by,
  likes,
  event,
  notice,
  title,
  sentence,
}: UnsaidNotification): Text {
  if (sentence !== undefined) return sentence
  if (title !== null)
    return by === null || typeof title !== 'string'
      ? title
      : (ownValue(doneBy(by.username), title) ?? `${by.username} ${title}`)
  if (event !== null) return msg`${{ title: event.title }} starts soon`
  if (notice !== null) return noticeTitles[notice.kind]
  const who = by?.username
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
