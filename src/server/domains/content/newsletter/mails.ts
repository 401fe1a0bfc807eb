import { confirmNewsletterPath, unconfirmedDays } from '../../../../contract/content/newsletter.ts'
import type { Config } from '../../../config.ts'
import type { Mail } from '../../../gateways/mail.ts'

type Sender = Pick<Config, 'siteName' | 'publicUrl'>

interface Confirmation {
  readonly to: string
  readonly token: string
}

export const confirmationMail = ({ siteName, publicUrl }: Sender, { to, token }: Confirmation): Mail => ({
  to,
  subject: `[${siteName}] Confirm the newsletter`,
  text: [
    'Hello,',
    '',
    `somebody entered this address for the newsletter of ${siteName}. If it was you, open this page and press its button:`,
    '',
    // Browsers do not send the part behind the #, so it reaches no log or proxy.
    `${publicUrl}${confirmNewsletterPath}#${token}`,
    '',
    `If it was not you, you need not do anything: without that press no newsletter comes, and ${siteName} deletes the`,
    `address ${unconfirmedDays} days after it was entered.`,
  ].join('\n'),
})
