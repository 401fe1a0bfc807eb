import { msg } from '@lingui/core/macro'
import { newsPath } from '../../../../contract/news/news.ts'
import {
  confirmNewsletterPath,
  endNewsletterPath,
  unconfirmedDays,
} from '../../../../contract/news/newsletter.ts'
import type { Config } from '../../../config.ts'
import type { Mail } from '../../../gateways/mail.ts'
import type { Say } from '../../../platform/languages/say.ts'

type Sender = Pick<Config, 'siteName' | 'publicUrl'>

interface Confirmation {
  readonly to: string
  readonly token: string
}

export const confirmationMail = (
  { siteName, publicUrl }: Sender,
  { to, token }: Confirmation,
  say: Say,
): Mail => ({
  to,
  subject: `[${siteName}] ${say(msg`Confirm the newsletter`)}`,
  text: [
    say(msg`Hello,`),
    '',
    say(
      msg`somebody entered this address for the newsletter of ${siteName}. If it was you, open this page and press the button:`,
    ),
    '',
    // Browsers do not send the part behind the #, so it reaches no log or proxy.
    `${publicUrl}${confirmNewsletterPath}#${token}`,
    '',
    say(
      msg`If it was not you, ignore this email. You get no newsletter, and ${siteName} deletes the\naddress after ${unconfirmedDays} days.`,
    ),
  ].join('\n'),
})

interface Issue {
  readonly newsId: number
  readonly subscriberId: number
  readonly to: string
  readonly slug: string
  readonly title: string
  readonly summary: string
  /** Ends the newsletter. */
  readonly token: string
}

export function issueMail({ siteName, publicUrl }: Sender, issue: Issue, say: Say): Mail {
  const { newsId, subscriberId, to, slug, title, summary, token } = issue
  const unsubscribeUrl = publicUrl + endNewsletterPath(token)
  return {
    to,
    subject: `[${siteName}] ${title}`,
    text: [
      title,
      '',
      summary,
      '',
      publicUrl + newsPath(slug),
      '',
      '-- ',
      say(msg`You subscribed to the newsletter of ${siteName}.`),
      say(msg`Unsubscribe: ${{ link: unsubscribeUrl }}`),
    ].join('\n'),
    messageId: `<newsletter-${newsId}-${subscriberId}@${new URL(publicUrl).hostname}>`,
    listId: `newsletter.${new URL(publicUrl).hostname}`,
    unsubscribeUrl,
  }
}
