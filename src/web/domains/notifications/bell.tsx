import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { notificationLimits } from '../../../contract/notifications/notifications.ts'
import { api } from '../../platform/api.ts'
import { sentOnSubscribing, useLive } from '../../platform/live/use-live.ts'
import { refetchNotifications, unreadQuery } from './notifications-query.ts'
import { renewSubscription } from './push/browser-push.ts'

// The next visit tries again: the former subscription, while it works, is as good.
const renewAtVisit = () => void renewSubscription().catch(() => undefined)

/** Leads to the notifications and shows how many are unread, live. */
export function Bell() {
  const { t } = useLingui()
  const client = useQueryClient()
  useEffect(renewAtVisit, [])
  const unread = useQuery(unreadQuery(api)).data?.unread ?? 0
  useLive(
    { channel: 'notifications' },
    ({ type }) => {
      if (type === 'notifications_update') void refetchNotifications(client)
    },
    sentOnSubscribing,
  )
  const shown = unread >= notificationLimits.maxUnread ? `${notificationLimits.maxUnread}+` : unread
  return (
    <Link
      to="/notifications"
      aria-label={unread === 0 ? t`Notifications` : t`Notifications, ${shown} unread`}
      className="relative inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-ground-raised hover:text-ink"
    >
      <BellIcon aria-hidden className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-1 end-0.5 min-w-4.5 rounded-full bg-ember px-1 text-center font-bold text-[0.6875rem] text-ember-ink leading-4.5 tabular-nums"
        >
          {shown}
        </span>
      )}
    </Link>
  )
}
