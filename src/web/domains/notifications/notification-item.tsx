import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { noticeRules } from '../../../contract/notifications/notice-types.ts'
import { notificationPath } from '../../../contract/notifications/notification-text.ts'
import type { Notification } from '../../../contract/notifications/notifications-schemas.ts'
import { classes } from '../../ui/classes.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Time } from '../../ui/time.tsx'

function Title({
  notification: { kind, by, postId, likes, event, notice, title, sentence },
}: {
  notification: Notification
}) {
  const { t } = useLingui()
  const who = <bdi>{by?.username ?? t`Somebody`}</bdi>
  if (kind === 'reply')
    return postId === null ? (
      <Trans>{who} replied to your comment</Trans>
    ) : (
      <Trans>{who} commented on your post</Trans>
    )
  if (kind === 'mention')
    return postId === null ? (
      <Trans>{who} mentioned you in a comment</Trans>
    ) : (
      <Trans>{who} mentioned you in a post</Trans>
    )
  if (sentence !== undefined) return <bdi>{sentence}</bdi>
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
  if (event !== null) {
    const name = <bdi>{event.title}</bdi>
    return (
      <Trans>
        {name} starts soon: <Time iso={event.startDate} />
      </Trans>
    )
  }
  if (notice !== null) {
    const what = t(noticeRules[notice.kind].title)
    if (notice.until === null) return what
    return (
      <Trans>
        {what} until <Time iso={notice.until} />
      </Trans>
    )
  }
  if (kind === 'follow') return <Trans>{who} follows you</Trans>
  const others = likes - 1
  if (others < 1) return <Trans>{who} likes your post</Trans>
  return (
    <Trans>
      <Plural
        value={others}
        one={`${who} and # other like your post`}
        other={`${who} and # others like your post`}
      />
    </Trans>
  )
}

interface NotificationItemProps {
  readonly notification: Notification
  readonly onOpen: () => void
}

export function NotificationItem({ notification, onOpen }: NotificationItemProps) {
  const { isRead, excerpt, notice, createdAt } = notification
  const { t } = useLingui()
  const text = excerpt ?? notice?.text ?? ''
  return (
    <li data-row tabIndex={-1}>
      <Link
        to={notificationPath(notification)}
        onClick={onOpen}
        className={classes(
          'block border-s-2 px-4 py-3.5 hover:bg-ground-raised',
          isRead ? 'border-transparent text-ink-soft' : 'border-ember',
        )}
      >
        <span className="wrap-anywhere block font-semibold">
          {!isRead && <span className="sr-only">{t`Unread:`} </span>}
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
