import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { noticeTitles } from '../../../contract/notifications/notice-titles.ts'
import { likesSentence, notificationPath } from '../../../contract/notifications/notification-text.ts'
import type { Notification } from '../../../contract/notifications/notifications-schemas.ts'
import { classes } from '../../ui/classes.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Time } from '../../ui/time.tsx'

function Title({ notification: { kind, by, likes, event, notice, title } }: { notification: Notification }) {
  const { t } = useLingui()
  if (title !== null)
    return (
      <>
        {by !== null && (
          <>
            <bdi>{by.username}</bdi>{' '}
          </>
        )}
        <bdi>{title}</bdi>
      </>
    )
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
          <Trans>
            {' '}
            until <Time iso={notice.until} />
          </Trans>
        )}
      </>
    )
  const who = <bdi>{by?.username ?? t`Somebody`}</bdi>
  if (kind === 'reply') return <Trans>{who} commented on your post</Trans>
  if (kind === 'follow') return <Trans>{who} follows you</Trans>
  return (
    <>
      {who}
      {likesSentence('', likes)}
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
        to={notificationPath(notification)}
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
            <Trans>Reason: {{ reason: notice.reason }}</Trans>
          </span>
        )}
        <span className="mt-1 block text-ink-faint text-xs">
          <RelativeTime iso={createdAt} />
        </span>
      </Link>
    </li>
  )
}
