import { Link } from 'react-router'
import { eventAnchor } from '../../../contract/events/events.ts'
import type { Notification } from '../../../contract/notifications/notifications-schemas.ts'
import { classes } from '../../ui/classes.ts'
import { playerPath } from '../../ui/player-path.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Time } from '../../ui/time.tsx'
import { leadsToAppeal, noticeTitles } from './notice-titles.ts'

/** Where a notification leads. */
function pathOf({ kind, by, postId, event, notice, link }: Notification): string {
  if (link !== null) return link
  if (kind === 'follow' && by !== null) return playerPath(by.id)
  if (event !== null) return `/events#${eventAnchor(event.id)}`
  if (postId !== null) return kind === 'reply' ? `/posts/${postId}#comments` : `/posts/${postId}`
  if (notice?.kind === 'bug_report_changed') return '/report'
  return notice !== null && leadsToAppeal(notice.kind) ? '/appeal' : '/profile'
}

function Title({ notification: { kind, by, likes, event, notice, title } }: { notification: Notification }) {
  if (title !== null) return <bdi>{title}</bdi>
  if (event !== null)
    return (
      <>
        <bdi>{event.title}</bdi> starts soon: <Time iso={event.startDate} />
      </>
    )
  if (notice !== null)
    return (
      <>
        {noticeTitles[notice.kind]}
        {notice.until !== null && (
          <>
            {' '}
            until <Time iso={notice.until} />
          </>
        )}
      </>
    )
  const who = <bdi>{by?.username ?? 'Somebody'}</bdi>
  if (kind === 'reply') return <>{who} commented on your post</>
  if (kind === 'follow') return <>{who} follows you</>
  const others = likes - 1
  return (
    <>
      {who}
      {others > 0 && ` and ${others} ${others === 1 ? 'other' : 'others'}`} {likes === 1 ? 'likes' : 'like'}{' '}
      your post
    </>
  )
}

interface NotificationItemProps {
  readonly notification: Notification
  readonly onOpen: () => void
}

export function NotificationItem({ notification, onOpen }: NotificationItemProps) {
  const { isRead, excerpt, notice, createdAt } = notification
  const text = excerpt ?? notice?.text ?? ''
  return (
    <li data-row tabIndex={-1}>
      <Link
        to={pathOf(notification)}
        onClick={onOpen}
        className={classes(
          'block border-l-2 px-4 py-3.5 hover:bg-ground-raised',
          isRead ? 'border-transparent text-ink-soft' : 'border-ember',
        )}
      >
        <span className="wrap-anywhere block font-semibold">
          {!isRead && <span className="sr-only">Unread: </span>}
          <Title notification={notification} />
        </span>
        {text !== '' && (
          <span dir="auto" className="wrap-anywhere mt-1 line-clamp-2 text-ink-soft text-sm">
            {text}
          </span>
        )}
        {notice?.reason != null && (
          <span dir="auto" className="wrap-anywhere mt-1 block text-ink-soft text-sm">
            Reason: {notice.reason}
          </span>
        )}
        <span className="mt-1 block text-ink-faint text-xs">
          <RelativeTime iso={createdAt} />
        </span>
      </Link>
    </li>
  )
}
