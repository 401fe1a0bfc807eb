/** How a notification reaches a member. `site`: the list and the bell; `push`: their browsers; `game`: chat in game. */
export const notificationChannels = ['site', 'mail', 'push', 'game'] as const

export type NotificationChannel = (typeof notificationChannels)[number]

/** The page in mails that ends them. */
export const unsubscribePath = (token: string) => `/unsubscribe/${token}`

/** Default and maximum page size, and the highest number on the bell. */
export const notificationLimits = { page: 50, maxPage: 100, maxUnread: 99 } as const

/** Browsers with push notifications per member, and the length of their addresses. */
export const pushLimits = { perMember: 10, maxEndpoint: 1_000 } as const
