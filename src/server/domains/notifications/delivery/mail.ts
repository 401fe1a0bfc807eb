import {
  notificationPath,
  notificationSentence,
} from '../../../../contract/notifications/notification-text.ts'
import { unsubscribePath } from '../../../../contract/notifications/notifications.ts'
import type { Notification } from '../../../../contract/notifications/notifications-schemas.ts'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import type { Mail, SendMail } from '../../../gateways/mail.ts'
import { type Delivery, findUndelivered, unsubscribeToken } from '../queries/deliveries.ts'
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
function detailsOf({ excerpt, notice, event }: Notification): string[] {
  const text = excerpt ?? notice?.text ?? ''
  return [
    ...(text === '' ? [] : [text]),
    ...(notice?.reason == null ? [] : [`Reason: ${notice.reason}`]),
    ...(notice?.until == null ? [] : [`Until: ${timeText(notice.until)}`]),
    ...(event === null ? [] : [`It starts at ${timeText(event.startDate)}.`]),
  ]
}

export function notificationMail(
  { siteName, publicUrl }: Pick<Config, 'siteName' | 'publicUrl'>,
  notification: Notification,
  { to, username, token, deliveryId }: Addressed,
): Mail {
  const sentence = oneLine(notificationSentence(notification))
  const unsubscribeUrl = publicUrl + unsubscribePath(token)
  return {
    to,
    subject: `[${siteName}] ${sentence}`,
    text: [
      `Hello ${username},`,
      '',
      sentence,
      ...detailsOf(notification).flatMap((line) => ['', line]),
      '',
      publicUrl + notificationPath(notification),
      '',
      '-- ',
      `You chose to get these emails from ${siteName}. Change it here: ${publicUrl}/notifications`,
      `Unsubscribe: ${unsubscribeUrl}`,
    ].join('\n'),
    messageId: `<notification-${deliveryId}@${new URL(publicUrl).hostname}>`,
    unsubscribeUrl,
  }
}

/** Mails one notification, unless it is not wanted any more. Rejects when the mail server did not accept it. */
export async function mailNotification(
  { config, database }: Pick<Context, 'config' | 'database'>,
  send: SendMail,
  { id, notificationId }: Delivery,
): Promise<void> {
  const found = await findUndelivered(database.sql, config, notificationId, 'mail')
  if (found === undefined || found.recipient.email === null) return
  const { notification, recipient } = found
  const { userId, username, email } = recipient
  const token = await unsubscribeToken(database.sql, userId, notification.kind)
  await send(notificationMail(config, notification, { to: email ?? '', username, token, deliveryId: id }))
}
