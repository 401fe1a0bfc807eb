/** Kinds that a member can mute. */
export const mutableKinds = [
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

export type MutableKind = (typeof mutableKinds)[number]

/** `account`: what staff did about the member's account and posts. Nobody can mute it. */
export const notificationKinds = [...mutableKinds, 'account'] as const

export type NotificationKind = (typeof notificationKinds)[number]

/** Default and maximum page size, and the highest number on the bell. */
export const notificationLimits = { page: 50, maxPage: 100, maxUnread: 99 } as const
