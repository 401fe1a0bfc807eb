import { msg, plural } from '@lingui/core/macro'
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
import { unsubscribeToken } from '../queries/deliveries.ts'
import { type DigestMail, findUnsentDigest } from '../queries/digests.ts'
import { oneLine } from './one-line.ts'

/** The others are on the site. */
const maxListed = 50

interface Addressed {
  readonly to: string
  readonly username: string
  readonly token: string
  readonly digestId: string
}

export function digestMail(
  { siteName, publicUrl }: Pick<Config, 'siteName' | 'publicUrl'>,
  notifications: readonly NotificationRow[],
  { to, username, token, digestId }: Addressed,
  say: Say,
): Mail {
  const listed = notifications.slice(0, maxListed)
  const hasMore = notifications.length > maxListed
  const count = listed.length
  const unread = hasMore
    ? msg`More than ${maxListed} unread notifications`
    : msg`${plural(count, { one: '# unread notification', other: '# unread notifications' })}`
  const link = `${publicUrl}/notifications`
  const unsubscribeUrl = publicUrl + unsubscribePath(token)
  return {
    to,
    subject: `[${siteName}] ${say(unread)}`,
    text: [
      say(msg`Hello ${username},`),
      '',
      say(msg`Unread on ${siteName}:`),
      ...listed.flatMap((one) => [
        '',
        `- ${oneLine(say(notificationSentence(one)))}`,
        `  ${publicUrl}${notificationPath(one)}`,
      ]),
      ...(hasMore ? ['', say(msg`See all: ${link}`)] : []),
      '',
      '-- ',
      say(msg`You get this once a day from ${siteName}. Change it here: ${link}`),
      say(msg`Unsubscribe: ${{ link: unsubscribeUrl }}`),
    ].join('\n'),
    messageId: `<digest-${digestId}@${new URL(publicUrl).hostname}>`,
    unsubscribeUrl,
  }
}

/** Mails one digest, unless nothing in it is unread any more. Rejects when the mail server did not accept it. */
export async function mailDigest(
  { config, database, languages }: Pick<Context, 'config' | 'database' | 'languages'>,
  send: SendMail,
  digest: DigestMail,
): Promise<void> {
  const found = await findUnsentDigest(database.sql, config, digest, maxListed + 1)
  if (found === undefined || found.recipient.email === null) return
  const { userId, username, email, language } = found.recipient
  const token = await unsubscribeToken(database.sql, userId, 'digest')
  const addressed = { to: email, username, token, digestId: digest.id }
  await send(digestMail(config, found.notifications, addressed, languages.sayIn(language)))
}
