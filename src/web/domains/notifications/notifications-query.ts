import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Transport } from '../../../contract/endpoint.ts'
import { notificationLimits } from '../../../contract/notifications/notifications.ts'
import { notificationEndpoints } from '../../../contract/notifications/notifications-endpoints.ts'

const notificationsKey = ['notifications'] as const

const unreadKey = ['unread'] as const

export const unreadQuery = (call: Transport) =>
  queryOptions({
    queryKey: unreadKey,
    queryFn: ({ signal }) => call(notificationEndpoints.unread, { signal }),
  })

/** Newest first; a full page means that there may be more behind its last one. */
export const notificationsQuery = (call: Transport) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, 'list'],
    queryFn: ({ pageParam, signal }) =>
      call(notificationEndpoints.list, {
        query: { before: pageParam, limit: notificationLimits.page },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < notificationLimits.page ? undefined : page.at(-1)?.id),
  })

export const choicesQuery = (call: Transport) =>
  queryOptions({
    queryKey: ['notification-choices'],
    queryFn: ({ signal }) => call(notificationEndpoints.choices, { signal }),
  })

export const refetchNotifications = (client: QueryClient) =>
  Promise.all([notificationsKey, unreadKey].map((queryKey) => client.invalidateQueries({ queryKey })))
