import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { notificationEndpoints } from '../../../contract/notifications/notifications-endpoints.ts'
import { api } from '../../platform/api.ts'
import { toastFailure } from '../../platform/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ListStates } from '../../ui/list/list-states.tsx'
import { NotificationItem } from './notification-item.tsx'
import { notificationsQuery, refetchNotifications } from './notifications-query.ts'

/** The viewer's notifications, newest first. Opening one marks it as read. */
export function NotificationList() {
  const { t } = useLingui()
  const client = useQueryClient()
  const query = useInfiniteQuery(notificationsQuery(api))
  const read = useMutation({
    mutationFn: (body: { id: number } | { upTo: number }) => api(notificationEndpoints.read, { body }),
    onSettled: () => refetchNotifications(client),
    onError: (error) =>
      toastFailure(t`Update Failed`, error, t`The notifications could not be marked as read.`),
  })
  return (
    <ListStates
      query={query}
      loading={t`Loading notifications...`}
      failed={t`Your notifications could not be loaded`}
      empty={
        <EmptyState icon={BellOff} title={t`No notifications yet`}>
          <p>
            <Trans>Comments and likes on your posts, and staff decisions about you, appear here.</Trans>
          </p>
        </EmptyState>
      }
    >
      {(notifications) => (
        <>
          <Button
            look="quiet"
            size="sm"
            className="justify-self-end"
            aria-disabled={read.isPending || notifications.every(({ isRead }) => isRead) || undefined}
            onClick={() => {
              const newest = notifications[0]
              if (newest !== undefined && !read.isPending && notifications.some(({ isRead }) => !isRead))
                read.mutate({ upTo: newest.id })
            }}
          >
            <Trans>Mark all read</Trans>
          </Button>
          <ol className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-ground-card">
            {notifications.map((notification) => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                onOpen={() => !notification.isRead && read.mutate({ id: notification.id })}
              />
            ))}
          </ol>
        </>
      )}
    </ListStates>
  )
}
