import type { Notification } from './notifications-schemas.ts'

export type NoticeKind = NonNullable<Notification['notice']>['kind']

export const noticeTitles: Record<NoticeKind, string> = {
  post_removed: 'A moderator removed your post',
  comment_removed: 'A moderator removed your comment',
  restricted: 'Your account is restricted',
  restriction_lifted: 'Your restriction was lifted',
  bio_cleared: 'A moderator cleared your bio',
  picture_cleared: 'A moderator removed your picture',
  name_cleared: 'A moderator cleared your name',
  application_changed: 'Your application was updated',
  matches_excluded: 'Staff excluded matches that you played',
  matches_restored: 'Staff restored matches that you played',
  punished: 'You were punished in game',
  punishment_lifted: 'Your punishment was lifted',
  appeal_answered: 'Staff asked you about your appeal',
  appeal_decided: 'Your appeal was decided',
  rerated: 'Your rating was computed again',
  report_decided: 'Your report was decided',
  bug_report_changed: 'Your bug report was updated',
  message_answered: 'The team answered your message',
  unlinked: 'A game server unlinked your player',
}

const appealable: readonly NoticeKind[] = ['restricted', 'punished', 'appeal_answered', 'appeal_decided']

/** Whether /appeal is where to go on. */
export const leadsToAppeal = (kind: NoticeKind) => appealable.includes(kind)
