import { msg } from '@lingui/core/macro'
import type { Message } from '../languages.ts'
import type { NotificationChannel } from './notifications.ts'

interface KindRules {
  /** What a member reads where they choose channels. */
  readonly label: Message
  /** Channels of members who chose none. */
  readonly channels: readonly NotificationChannel[]
  /** Mailed at once even to who wants one mail a day. */
  readonly isMailedAtOnce?: true
  /** Pushed to a member who turns push on for the first time, unless it is muted. */
  readonly isPushedAtFirst?: true
  /** Offered to staff only. */
  readonly isForStaff?: true
}

/** What each kind of notification is called and where it is sent at first, in the order members see. All except `account` can be muted. */
const rules = {
  reply: {
    label: msg`Comments on your posts, and replies to your comments`,
    channels: ['site'],
    isPushedAtFirst: true,
  },
  mention: { label: msg`Mentions of you`, channels: ['site'], isPushedAtFirst: true },
  like: { label: msg`Likes of your posts`, channels: ['site'] },
  follow: { label: msg`New followers, and milestones of players you follow`, channels: ['site'] },
  report: { label: msg`Results of your reports`, channels: ['site'], isPushedAtFirst: true },
  event: {
    label: msg`Reminders and changes of events you registered for`,
    channels: ['site'],
    isMailedAtOnce: true,
    isPushedAtFirst: true,
  },
  cup: { label: msg`Cups: check-in, your matches, your place`, channels: ['site'], isPushedAtFirst: true },
  season: { label: msg`Seasons that start and end`, channels: ['site'] },
  news: { label: msg`News of the network`, channels: ['site'] },
  appeal: { label: msg`Your appeals`, channels: ['site', 'mail'], isPushedAtFirst: true },
  ruling: { label: msg`Rulings on your matches and rating`, channels: ['site'], isPushedAtFirst: true },
  application: { label: msg`Your applications`, channels: ['site', 'mail'], isPushedAtFirst: true },
  staff: {
    label: msg`Work for staff: reports, applications, appeals, messages`,
    channels: ['site'],
    isForStaff: true,
  },
  alarm: {
    label: msg`For Admins: outages of game server, database, backups, mail, Discord, jobs, disks and certificate`,
    channels: ['site', 'mail'],
    isMailedAtOnce: true,
    isPushedAtFirst: true,
    isForStaff: true,
  },
  /** What staff did about the member's account and posts. It always appears on the site. */
  account: {
    label: msg`Staff decisions about your account and posts`,
    channels: ['site', 'mail'],
    isMailedAtOnce: true,
    isPushedAtFirst: true,
  },
} as const satisfies Readonly<Record<string, KindRules>>

export type NotificationKind = keyof typeof rules

export const kindRules: Readonly<Record<NotificationKind, KindRules>> = rules

export const notificationKinds = Object.keys(rules) as [NotificationKind, ...NotificationKind[]]

/** Kinds that are pushed to a member who turns push on for the first time, unless they are muted. */
export const kindsPushedAtFirst = notificationKinds.filter((kind) => kindRules[kind].isPushedAtFirst)
