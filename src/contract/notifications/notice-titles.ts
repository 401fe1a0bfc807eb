import { msg } from '@lingui/core/macro'
import type { Message } from '../languages.ts'
import type { Notification } from './notifications-schemas.ts'

export type NoticeKind = NonNullable<Notification['notice']>['kind']

export const noticeTitles: Record<NoticeKind, Message> = {
  post_removed: msg`A moderator removed your post`,
  comment_removed: msg`A moderator removed your comment`,
  restricted: msg`Your account is restricted`,
  restriction_lifted: msg`Your restriction was lifted`,
  bio_cleared: msg`A moderator cleared your bio`,
  picture_cleared: msg`A moderator removed your picture`,
  name_cleared: msg`A moderator cleared your name`,
  application_changed: msg`Your application was updated`,
  matches_excluded: msg`Staff excluded matches that you played`,
  matches_restored: msg`Staff restored matches that you played`,
  punished: msg`You were punished in game`,
  punishment_lifted: msg`Your punishment was lifted`,
  appeal_answered: msg`Staff asked you about your appeal`,
  appeal_decided: msg`Your appeal was decided`,
  rerated: msg`Your rating was computed again`,
  report_decided: msg`Your report was decided`,
  bug_report_changed: msg`Your bug report was updated`,
  message_answered: msg`The team answered your message`,
  unlinked: msg`A game server unlinked your player`,
  cup_command: msg`A game server passed on your cup command`,
  account_changed: msg`Staff changed your account`,
}

const appealable: readonly NoticeKind[] = ['restricted', 'punished', 'appeal_answered', 'appeal_decided']

/** Whether /appeal is where to go on. */
export const leadsToAppeal = (kind: NoticeKind) => appealable.includes(kind)
