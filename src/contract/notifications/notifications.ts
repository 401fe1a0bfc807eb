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

/** How a notification reaches a member. `site`: the list and the bell; `push`: their browsers; `game`: chat in game. */
export const notificationChannels = ['site', 'mail', 'push', 'game'] as const

export type NotificationChannel = (typeof notificationChannels)[number]

/** Kinds whose mails are sent at once even to who wants one mail a day. As `delivery_hold` has it. */
export const undigestedKinds: readonly NotificationKind[] = ['event', 'account']

/** The page in mails that ends them. */
export const unsubscribePath = (token: string) => `/unsubscribe/${token}`

/** Default and maximum page size, and the highest number on the bell. */
export const notificationLimits = { page: 50, maxPage: 100, maxUnread: 99 } as const

/** Browsers with push notifications per member, and the length of their addresses. */
export const pushLimits = { perMember: 10, maxEndpoint: 1_000 } as const

/** Kinds that are pushed to a member who turns push on for the first time, unless they are muted. */
export const firstPushKinds: readonly NotificationKind[] = [
  'reply',
  'report',
  'event',
  'appeal',
  'ruling',
  'application',
  'account',
]
