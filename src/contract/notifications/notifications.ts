/** Kinds that a member can mute. */
const mutableKinds = [
  'reply',
  'like',
  'follow',
  'report',
  'event',
  'season',
  'news',
  'appeal',
  'ruling',
  'application',
  'staff',
] as const

/** `account`: what staff did about the member's account and posts. It always appears on the site. */
export const notificationKinds = [...mutableKinds, 'account'] as const

export type NotificationKind = (typeof notificationKinds)[number]

/** How a notification reaches a member. `site`: the list and the bell; `game`: chat in game. */
export const notificationChannels = ['site', 'mail', 'game'] as const

export type NotificationChannel = (typeof notificationChannels)[number]

/** The page in mails that ends them. */
export const unsubscribePath = (token: string) => `/unsubscribe/${token}`

/** Default and maximum page size, and the highest number on the bell. */
export const notificationLimits = { page: 50, maxPage: 100, maxUnread: 99 } as const
