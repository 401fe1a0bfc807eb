import { msg, plural } from '@lingui/core/macro'
import type { Config } from '../../../config.ts'
import type { Mail } from '../../../gateways/mail.ts'
import type { Say } from '../../../platform/languages/say.ts'

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
  say: Say,
): Mail => ({
  to,
  subject: `[${siteName}] ${say(msg`Confirm your email address`)}`,
  text: [
    say(msg`Hello ${username},`),
    '',
    say(
      msg`please confirm that this email address is yours. ${siteName} can then help you if you forget your password:`,
    ),
    '',
    // Browsers do not send the part behind the #, so it reaches no log or proxy.
    `${publicUrl}/confirm-email#${token}`,
    '',
    say(
      msg`The link works once, within ${plural(hours, { one: '# hour', other: '# hours' })}. If you have no account on ${siteName}, ignore this email.`,
    ),
  ].join('\n'),
})

/** Sent to the previous address. */
export const addressChangedMail = (
  { siteName, publicUrl }: Sender,
  to: string,
  username: string,
  say: Say,
): Mail => ({
  to,
  subject: `[${siteName}] ${say(msg`Your email address was changed`)}`,
  text: [
    say(msg`Hello ${username},`),
    '',
    say(
      msg`the email address of your account on ${siteName} was changed. You get no more emails about\nyour password at this address.`,
    ),
    '',
    say(
      msg`If that was not you, somebody else is in your account. Change your password, which signs out every device,\nthen enter your address again and confirm it:`,
    ),
    '',
    `${publicUrl}/profile`,
    '',
    say(msg`If you cannot sign in any more, write to the team: ${{ link: `${publicUrl}/contact` }}`),
  ].join('\n'),
})

/** Sent by an Owner to themselves. */
export const testMail = ({ siteName, publicUrl }: Sender, to: string, say: Say): Mail => ({
  to,
  subject: `[${siteName}] ${say(msg`Test email`)}`,
  text: [say(msg`Your mail server accepted this email from ${siteName}.`), '', publicUrl].join('\n'),
})
