import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import type { NewContactMessage } from '../../../../contract/reports/contact-schemas.ts'
import type { Mail } from '../../../gateways/mail.ts'

interface Envelope {
  readonly siteName: string
  readonly to: string
  readonly id: number
  /** Who was signed in while writing. */
  readonly viewer: Viewer | null
}

/**
 * What the team reads. The site's own lines come first and each field of the writer stays within one of them, so that
 * nothing a writer says can pass for the site's word.
 */
export function contactMail({ siteName, to, id, viewer }: Envelope, message: NewContactMessage): Mail {
  const subject = oneLine(message.subject)
  return {
    to,
    replyTo: message.email,
    subject: `[${siteName}] ${subject}`,
    text: [
      `Message ${id} by the contact form of ${siteName}`,
      `From: ${oneLine(message.name)} <${message.email}>, ${viewer === null ? 'not signed in' : `member ${viewer.id}`}`,
      `Subject: ${subject}`,
      '',
      message.message,
    ].join('\n'),
  }
}

/** Line breaks, other control characters and marks that turn the direction of writing become spaces. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu, ' ').trim()
