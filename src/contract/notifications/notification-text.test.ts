import { expect, test } from 'vitest'
import { type NoticeType, noticeRules, noticeTypes } from './notice-types.ts'
import { notificationKinds } from './notification-kinds.ts'
import { type NotificationRow, notificationPath } from './notification-text.ts'

const nothing = {
  id: 1,
  isRead: false,
  createdAt: '2026-01-05T15:04:00.000Z',
  postId: null,
  by: { id: 41, username: 'Blaze' },
  likes: 0,
  event: null,
  excerpt: null,
  notice: null,
  title: null,
  link: null,
} as const

type Sample = Omit<NotificationRow, 'kind'>

const noticeOf = (kind: NoticeType): Sample => ({
  ...nothing,
  by: null,
  notice: { id: 7, kind, text: '', reason: null, until: null },
})

const onComment = { ...nothing, commentId: 9, title: 'replied to your comment' }

/** Notifications of each kind, and where they lead. */
const samples: Readonly<Record<NotificationRow['kind'], readonly (readonly [Sample, string])[]>> = {
  reply: [
    [{ ...nothing, postId: 4, commentId: 9 }, '/posts/4#comment-9'],
    [{ ...onComment, link: '/posts/4#comments' }, '/posts/4#comment-9'],
    [{ ...onComment, link: '/news/spring#comments' }, '/news/spring#comment-9'],
  ],
  mention: [
    [{ ...nothing, postId: 4, title: 'mentioned you in a post', link: '/posts/4' }, '/posts/4'],
    [{ ...onComment, link: '/posts/4#comments' }, '/posts/4#comment-9'],
  ],
  like: [[{ ...nothing, postId: 4 }, '/posts/4']],
  follow: [
    [nothing, '/player/41'],
    [{ ...nothing, title: 'reached 100 wins', link: '/match/1' }, '/match/1'],
  ],
  report: [
    [noticeOf('report_decided'), '/profile#notice-7'],
    [noticeOf('bug_report_changed'), '/profile#notice-7'],
  ],
  event: [
    [{ ...nothing, event: { id: 3, title: 'Cup', startDate: nothing.createdAt } }, '/events?event=3#event-3'],
  ],
  cup: [[{ ...nothing, title: 'Your match is called', link: '/cups/3#match-w1.1' }, '/cups/3#match-w1.1']],
  season: [[{ ...nothing, title: 'Season 2 has begun', link: '/seasons' }, '/seasons']],
  news: [[{ ...nothing, title: 'Spring', link: '/news/spring' }, '/news/spring']],
  appeal: [[noticeOf('appeal_decided'), '/appeal']],
  ruling: [[noticeOf('matches_excluded'), '/profile#notice-7']],
  application: [[noticeOf('application_changed'), '/profile#notice-7']],
  // One notification stands for all that waits in a list.
  staff: [[{ ...nothing, title: 'There are new reports', link: '/admin/moderation' }, '/admin/moderation']],
  alarm: [[{ ...nothing, title: 'The last backup failed', link: '/admin/backups' }, '/admin/backups']],
  account: [
    [noticeOf('post_removed'), '/profile#notice-7'],
    // The comment is gone; the notification says its text.
    [
      { ...nothing, notice: { kind: 'comment_removed', text: 'Rude', reason: 'Rude', until: null } },
      '/profile',
    ],
  ],
}

test.each(
  notificationKinds.flatMap((kind) => samples[kind].map(([sample, path]) => ({ kind, sample, path }))),
)(
  '[field.50] Each kind of notification leads to what it is about, by name: $kind, $path',
  ({ kind, sample, path }) => {
    expect(notificationPath({ kind, ...sample })).toBe(path)
  },
)

test('[field.50] Each notice that is stored leads to itself, or to the appeal that follows from it', () => {
  for (const kind of noticeTypes) {
    if (kind === 'comment_removed') continue
    const path = notificationPath({ kind: 'account', ...noticeOf(kind) })
    expect(path).toBe(noticeRules[kind].isAppealable ? '/appeal' : '/profile#notice-7')
  }
})
