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
  subject: `[${siteName}] Confirm your email address`,
  text: [
    `Hello ${username},`,
    '',
    `please confirm that this email address is yours. ${siteName} can then help you if you forget your password:`,
    '',
    // Browsers do not send the part behind the #, so it reaches no log or proxy.
    `${publicUrl}/confirm-email#${token}`,
    '',
    `The link works once, within ${hours} hours. If you have no account on ${siteName}, ignore this email.`,
  ].join('\n'),
})

/** Sent to the previous address. */
export const addressChangedMail = ({ siteName, publicUrl }: Sender, to: string, username: string): Mail => ({
  to,
  subject: `[${siteName}] Your email address was changed`,
  text: [
    `Hello ${username},`,
    '',
    `the email address of your account on ${siteName} was changed. You get no more emails about`,
    'your password at this address.',
    '',
    'If that was not you, somebody else is in your account. Change your password, which signs out every device,',
    'then enter your address again and confirm it:',
    '',
    `${publicUrl}/profile`,
    '',
    `If you cannot sign in any more, write to the team: ${publicUrl}/contact`,
  ].join('\n'),
})
