import { msg } from '@lingui/core/macro'
import type { Text } from '../../../../contract/languages.ts'
import {
  type NotificationRow,
  notificationPath,
  notificationSentence,
} from '../../../../contract/notifications/notification-text.ts'
import { unsubscribePath } from '../../../../contract/notifications/notifications.ts'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import type { Mail, SendMail } from '../../../gateways/mail.ts'
import type { Say } from '../../../platform/languages/say.ts'
import type { ContentStore } from '../../content/store.ts'
import { type Delivery, findUndelivered, unsubscribeToken } from '../queries/deliveries.ts'
import { noticeIn } from '../reason.ts'
import { oneLine } from './one-line.ts'

interface Addressed {
  readonly to: string
  readonly username: string
  readonly token: string
  readonly deliveryId: string
}

/** `2026-01-05 16:04 UTC`. */
const timeText = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** What the notification says below its first line. */
function detailsOf({ excerpt, notice, event }: NotificationRow): Text[] {
  const text = excerpt ?? notice?.text ?? ''
  return [
    ...(text === '' ? [] : [text]),
    ...(notice?.reason == null ? [] : [msg`Reason: ${{ reason: notice.reason }}`]),
    ...(notice?.until == null ? [] : [msg`Until: ${{ time: timeText(notice.until) }}`]),
    ...(event === null ? [] : [msg`It starts at ${{ time: timeText(event.startDate) }}.`]),
  ]
}

function notificationMail(
  { siteName, publicUrl }: Pick<Config, 'siteName' | 'publicUrl'>,
  notification: NotificationRow,
  { to, username, token, deliveryId }: Addressed,
  say: Say,
): Mail {
  const sentence = oneLine(say(notificationSentence(notification)))
  const link = `${publicUrl}/notifications`
  const unsubscribeUrl = publicUrl + unsubscribePath(token)
  return {
    to,
    subject: `[${siteName}] ${sentence}`,
    text: [
      say(msg`Hello ${username},`),
      '',
      sentence,
      ...detailsOf(notification).flatMap((line) => ['', say(line)]),
      '',
      publicUrl + notificationPath(notification),
      '',
      '-- ',
      say(msg`You chose to get these emails from ${siteName}. Change it here: ${link}`),
      say(msg`Unsubscribe: ${{ link: unsubscribeUrl }}`),
    ].join('\n'),
    messageId: `<notification-${deliveryId}@${new URL(publicUrl).hostname}>`,
    unsubscribeUrl,
  }
}

/** Mails one notification, unless it is not wanted any more. Rejects when the mail server did not accept it. */
export async function mailNotification(
  { config, database, languages }: Pick<Context, 'config' | 'database' | 'languages'>,
  content: Pick<ContentStore, 'current'>,
  send: SendMail,
  { id, notificationId }: Delivery,
): Promise<void> {
  const found = await findUndelivered(database.sql, config, notificationId, 'mail')
  if (found === undefined || found.recipient.email === null) return
  const { userId, username, email, language } = found.recipient
  const { notice } = found.notification
  const words = content.current(language)
  const notification = { ...found.notification, notice: notice && noticeIn(words, notice) }
  const token = await unsubscribeToken(database.sql, userId, notification.kind)
  const addressed = { to: email ?? '', username, token, deliveryId: id }
  await send(notificationMail(config, notification, addressed, languages.sayIn(language)))
}
