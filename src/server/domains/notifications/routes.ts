import type { NotificationRow } from '../../../contract/notifications/notification-text.ts'
import { notificationEndpoints } from '../../../contract/notifications/notifications-endpoints.ts'
import type { Notification } from '../../../contract/notifications/notifications-schemas.ts'
import type { Context } from '../../context.ts'
import { type Handlers, setNextPageLink } from '../../platform/http/endpoints.ts'
import type { Say } from '../../platform/languages/say.ts'
import type { Sockets } from '../../platform/live/sockets.ts'
import type { ContentStore } from '../content/store.ts'
import { readChoices, storeChoice } from './queries/choices.ts'
import { countUnread, listNotifications, markRead } from './queries/notifications.ts'
import { noticeIn } from './reason.ts'

function renderNotification(
  { title, sentence, excerpt, event, notice, ...row }: NotificationRow,
  say: Say,
): Notification {
  return {
    ...row,
    title: title && say(title),
    ...(sentence !== undefined && { sentence: say(sentence) }),
    excerpt: excerpt && say(excerpt),
    event: event && { ...event, title: say(event.title) },
    notice: notice && { ...notice, text: say(notice.text) },
  }
}

export function notificationHandlers(
  { config, database: { sql }, languages }: Pick<Context, 'config' | 'database' | 'languages'>,
  content: Pick<ContentStore, 'current'>,
): Handlers<typeof notificationEndpoints> {
  const unreadOf = async (id: number) => ({ unread: await countUnread(sql, config, id) })
  return {
    async list(request) {
      const rows = await listNotifications(sql, config, request.member.id, request.query)
      setNextPageLink(request, notificationEndpoints.list, rows, request.query.limit)
      const words = content.current(request.language)
      const say = languages.sayIn(request.language)
      return rows.map((row) =>
        renderNotification({ ...row, notice: row.notice && noticeIn(words, row.notice) }, say),
      )
    },

    unread: ({ member }) => unreadOf(member.id),

    async read({ member, body }) {
      await markRead(sql, member.id, body)
      return unreadOf(member.id)
    },

    choices: ({ member }) => readChoices(sql, member.id),

    async choose({ member, body }) {
      await storeChoice(sql, member.id, body)
      return readChoices(sql, member.id)
    },
  }
}

/** Publishes to a member's browsers that their notifications changed. Returns a function that stops. */
export const startNotificationFeed = (
  { live }: Pick<Context, 'live'>,
  sockets: Pick<Sockets, 'broadcast' | 'memberChannel'>,
): (() => void) =>
  live.listen('notifications', (payload) => {
    const { userId } = payload as { readonly userId: number }
    sockets.broadcast(sockets.memberChannel(userId), { type: 'notifications_update' })
  })
