import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import type { ContactMessage } from '../../../../contract/reports/contact-admin-schemas.ts'
import type { NewContactMessage } from '../../../../contract/reports/contact-schemas.ts'
import type { Config } from '../../../config.ts'
import type { Mail } from '../../../gateways/mail.ts'
import type { Say } from '../../../platform/languages/say.ts'

interface Envelope {
  readonly siteName: string
  readonly to: string
  readonly id: number
  /** The signed-in sender, if any. */
  readonly viewer: Viewer | null
}

/**
 * Mail to the team. The site's own lines come first and each of the sender's fields stays on one line, so
 * that user input cannot pass for the site's text.
 */
export function contactMail({ siteName, to, id, viewer }: Envelope, message: NewContactMessage): Mail {
  const subject = oneLine(message.subject)
  return {
    to,
    replyTo: message.email,
    subject: `[${siteName}] ${subject}`,
    text: [
      `Message ${id} from the contact form of ${siteName}`,
      `From: ${oneLine(message.name)} <${message.email}>, ${viewer === null ? 'not signed in' : `member ${viewer.id}`}`,
      `Subject: ${subject}`,
      '',
      message.message,
    ].join('\n'),
  }
}

/**
 * The team's reply, without the name of who wrote it; to a member in their language. Ends with the message, as
 * `deleteTraces` expects.
 */
export function replyMail(
  { siteName, contactTo }: Pick<Config, 'siteName' | 'contactTo'>,
  { email, subject, message }: ContactMessage,
  answer: string,
  say: Say,
): Mail {
  return {
    to: email,
    ...(contactTo !== undefined && { replyTo: contactTo }),
    isPersonal: true,
    subject: `Re: ${oneLine(subject)}`,
    text: [answer, '', say(msg`The team of ${siteName}`), '', say(msg`You wrote:`), '', message].join('\n'),
  }
}

/** Replaces line breaks, control characters and bidirectional marks by spaces. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu, ' ').trim()
