import type { Config } from '../../../config.ts'
import type { Mail } from '../../../gateways/mail.ts'

type Sender = Pick<Config, 'siteName' | 'publicUrl'>

interface Confirmation {
  readonly to: string
  readonly username: string
  readonly token: string
  readonly hours: number
}

export const confirmationMail = (
  { siteName, publicUrl }: Sender,
  { to, username, token, hours }: Confirmation,
): Mail => ({
  to,
  subject: `[${siteName}] Confirm your e-mail address`,
  text: [
    `Hello ${username},`,
    '',
    `confirm that you read mail at this address, and ${siteName} can help you when you forget your password:`,
    '',
    // Browsers do not send the part behind the #, so it reaches no log or proxy.
    `${publicUrl}/confirm-email#${token}`,
    '',
    `The link works once, within ${hours} hours. If you have no account on ${siteName}, you need not do anything.`,
  ].join('\n'),
})

/** Sent to the previous address. */
export const addressChangedMail = ({ siteName, publicUrl }: Sender, to: string, username: string): Mail => ({
  to,
  subject: `[${siteName}] Your e-mail address was changed`,
  text: [
    `Hello ${username},`,
    '',
    `the e-mail address of your account on ${siteName} was changed. This one is not used for it any more: no mail about`,
    'your password comes here from now on.',
    '',
    'If that was not you, somebody else is signed in to your account. Change your password, which ends every session,',
    'put your address back and confirm it:',
    '',
    `${publicUrl}/profile`,
    '',
    `If you cannot sign in any more, write to the team: ${publicUrl}/contact`,
  ].join('\n'),
})
