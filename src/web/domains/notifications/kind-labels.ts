import type { NotificationKind } from '../../../contract/notifications/notifications.ts'

export const kindLabels: Record<NotificationKind, string> = {
  reply: 'Comments on your posts',
  like: 'Likes of your posts',
  follow: 'New followers, and what players you follow achieve',
  report: 'What became of your reports',
  event: 'Reminders of events you registered for',
  season: 'Seasons that start and end',
  news: 'News of the network',
  appeal: 'Your appeals',
  ruling: 'Rulings on your matches and rating',
  application: 'Your applications',
  staff: 'New work for staff',
  account: 'What staff do about your account and posts',
}
