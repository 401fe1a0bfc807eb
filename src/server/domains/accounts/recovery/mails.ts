import { msg, plural } from '@lingui/core/macro'
import type { Config } from '../../../config.ts'
import type { Mail } from '../../../gateways/mail.ts'
import type { Say } from '../../../platform/languages/say.ts'

type Sender = Pick<Config, 'siteName' | 'publicUrl'>

export interface RecoveryLink {
  readonly username: string
  readonly token: string
}

/** One mail with a link for each account of the address, in the language of the first. */
export const recoveryMail = (
  { siteName, publicUrl }: Sender,
  to: string,
  links: readonly RecoveryLink[],
  minutes: number,
  say: Say,
): Mail => ({
  to,
  subject: `[${siteName}] ${say(msg`Set a new password`)}`,
  text: [
    say(
      msg`Somebody asked for a new password on ${siteName}, with this address or a username that belongs to it.`,
    ),
    say(
      msg`If that was you, choose one here within ${plural(minutes, { one: '# minute', other: '# minutes' })}:`,
    ),
    // Browsers do not send the part behind the #, so it reaches no log or proxy.
    ...links.flatMap(({ username, token }) => ['', `${username}:`, `${publicUrl}/recover/finish#${token}`]),
    '',
    say(
      msg`Only the newest link works, and only once. If it was not you, ignore this email: your password stays the same.`,
    ),
  ].join('\n'),
})

export const passwordRecoveredMail = (
  { siteName, publicUrl }: Sender,
  to: string,
  username: string,
  say: Say,
): Mail => ({
  to,
  subject: `[${siteName}] ${say(msg`Your password was changed`)}`,
  text: [
    say(msg`Hello ${username},`),
    '',
    say(
      msg`your password on ${siteName} was changed with an email link or a code. You were signed out\neverywhere.`,
    ),
    '',
    say(msg`If that was not you, set a new password at once:`),
    '',
    `${publicUrl}/recover`,
    '',
    say(msg`and tell the team: ${{ link: `${publicUrl}/contact` }}`),
  ].join('\n'),
})
