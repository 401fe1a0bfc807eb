import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, pageQuery, Timestamp } from '../ids-schemas.ts'
import { Notice } from '../moderation/moderation-schemas.ts'
import { sentence } from '../sentences.ts'
import { notificationKinds } from './notification-kinds.ts'
import { type NotificationChannel, notificationLimits } from './notifications.ts'

/** What staff did or decided, in the words of a notice. */
const NoticePart = z.object({
  /** Absent for a removed comment. */
  id: z.optional(Id),
  kind: z.union([Notice.shape.kind, z.literal('comment_removed')]),
  text: z.string(),
  reason: z.nullable(z.string()),
  until: z.nullable(Timestamp),
})

export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  isRead: z.boolean(),
  createdAt: Timestamp,
  /** The post that was liked or commented on. */
  postId: z.nullable(Id),
  /** The comment that it is about; absent where it is about none. */
  commentId: z.optional(Id),
  /** Who commented, liked last, follows, or did what the title says. */
  by: z.nullable(z.object({ id: Id, username: z.string() })),
  /** How many others like the post. */
  likes: z.int(),
  /** The event that starts soon. */
  event: z.nullable(z.object({ id: Id, title: z.string(), startDate: Timestamp })),
  /** The comment, or the liked post. */
  excerpt: z.nullable(z.string()),
  notice: z.nullable(NoticePart),
  /** What happened, and the path of the site that it opens; null for kinds that say it by the fields above. */
  title: z.nullable(z.string()),
  /** The title of what somebody did, with their name, in the language of the request. */
  sentence: z.optional(z.string()),
  link: z.nullable(z.string()),
})

export type Notification = z.infer<typeof Notification>

const Unread = z.object({ unread: z.int() })

const NotificationChoices = z.array(
  z.object({
    kind: z.enum(notificationKinds),
    site: z.boolean(),
    mail: z.boolean(),
    push: z.boolean(),
    game: z.boolean(),
  }),
)

export type NotificationChoices = z.infer<typeof NotificationChoices>

/** Left out, the choice stays. */
const channelChoice = (channel: NotificationChannel) =>
  z.optional(z.boolean({ error: sentence(msg`${channel} must be true or false`) }))

export const notificationSchemas = {
  list: {
    query: pageQuery(notificationLimits.maxPage, notificationLimits.page),
    response: z.array(Notification),
  },
  unread: { response: Unread },
  read: {
    body: z.object({ id: z.optional(Id), upTo: z.optional(Id) }).check(
      z.refine(({ id, upTo }) => (id === undefined) !== (upTo === undefined), {
        error: sentence(msg`Give either id or upTo`),
        path: ['upTo'],
      }),
    ),
    response: Unread,
  },
  choices: { response: NotificationChoices },
  choose: {
    body: z
      .object({
        kind: z.enum(notificationKinds, {
          error: sentence(msg`kind must be one of ${{ all: notificationKinds.join(', ') }}`),
        }),
        site: channelChoice('site'),
        mail: channelChoice('mail'),
        push: channelChoice('push'),
        game: channelChoice('game'),
      })
      .check(
        z.refine(({ kind, site }) => kind !== 'account' || site !== false, {
          error: sentence(msg`What staff do about your account always appears on the site`),
          path: ['site'],
        }),
      ),
    response: NotificationChoices,
  },
}
