import { eventAnchor } from '../events/events.ts'
import { leadsToAppeal, noticeTitles } from './notice-titles.ts'
import type { Notification } from './notifications-schemas.ts'

/** Path of the site that a notification opens. */
export function notificationPath({ kind, by, postId, event, notice, link }: Notification): string {
  if (link !== null) return link
  if (kind === 'follow' && by !== null) return `/player/${by.id}`
  if (event !== null) return `/events#${eventAnchor(event.id)}`
  if (postId !== null) return kind === 'reply' ? `/posts/${postId}#comments` : `/posts/${postId}`
  if (notice?.kind === 'bug_report_changed') return '/report'
  return notice !== null && leadsToAppeal(notice.kind) ? '/appeal' : '/profile'
}

/** `Blaze and 2 others like your post`. */
export function likesSentence(who: string, likes: number): string {
  const others = likes - 1
  const more = others > 0 ? ` and ${others} ${others === 1 ? 'other' : 'others'}` : ''
  return `${who}${more} ${likes === 1 ? 'likes' : 'like'} your post`
}

/** What happened, as one line of text without a time. */
export function notificationSentence({ kind, by, likes, event, notice, title }: Notification): string {
  if (title !== null) return by === null ? title : `${by.username} ${title}`
  if (event !== null) return `${event.title} starts soon`
  if (notice !== null) return noticeTitles[notice.kind]
  const who = by?.username ?? 'Somebody'
  if (kind === 'follow') return `${who} follows you`
  return kind === 'reply' ? `${who} commented on your post` : likesSentence(who, likes)
}
