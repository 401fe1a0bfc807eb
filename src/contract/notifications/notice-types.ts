import { msg } from '@lingui/core/macro'
import type { Message } from '../languages.ts'
import type { NotificationKind } from './notification-kinds.ts'
import type { Notification } from './notifications-schemas.ts'

export type NoticeType = NonNullable<Notification['notice']>['kind']

interface NoticeRules {
  /** By which members choose channels. */
  readonly kind: NotificationKind
  readonly title: Message
  /** Goes on at /appeal. */
  readonly isAppealable?: true
}

/** What staff or the site did to a member. */
export const noticeRules: Readonly<Record<NoticeType, NoticeRules>> = {
  post_removed: { kind: 'account', title: msg`A moderator removed your post` },
  comment_removed: { kind: 'account', title: msg`A moderator removed your comment` },
  restricted: { kind: 'account', title: msg`Your account is restricted`, isAppealable: true },
  restriction_lifted: { kind: 'account', title: msg`Your restriction was lifted` },
  bio_cleared: { kind: 'account', title: msg`A moderator cleared your bio` },
  picture_cleared: { kind: 'account', title: msg`A moderator removed your picture` },
  name_cleared: { kind: 'account', title: msg`A moderator cleared your name` },
  application_changed: { kind: 'application', title: msg`Your application was updated` },
  matches_excluded: { kind: 'ruling', title: msg`Staff excluded matches that you played` },
  matches_restored: { kind: 'ruling', title: msg`Staff restored matches that you played` },
  punished: { kind: 'account', title: msg`You were punished in game`, isAppealable: true },
  punishment_lifted: { kind: 'account', title: msg`Your punishment was lifted` },
  appeal_answered: { kind: 'appeal', title: msg`Staff asked you about your appeal`, isAppealable: true },
  appeal_decided: { kind: 'appeal', title: msg`Your appeal was decided`, isAppealable: true },
  rerated: { kind: 'ruling', title: msg`Your rating was computed again` },
  report_decided: { kind: 'report', title: msg`Your report was decided` },
  bug_report_changed: { kind: 'report', title: msg`Your bug report was updated` },
  message_answered: { kind: 'account', title: msg`The team answered your message` },
  unlinked: { kind: 'account', title: msg`A game server unlinked your player` },
  cup_command: { kind: 'account', title: msg`A game server passed on your cup command` },
  account_changed: { kind: 'account', title: msg`Staff changed your account` },
}

export const noticeTypes = Object.keys(noticeRules) as NoticeType[]
