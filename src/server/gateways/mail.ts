import type { Config } from '../config.ts'
import { type MailFailure, mailPasses, RefusedError } from './failures.ts'

export interface Mail {
  /** `team@play.example`, or `The team <team@play.example>`. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly replyTo?: string
  /** The same at every attempt, so that mail programs show a repeated mail once. */
  readonly messageId?: string
  /** Ends such mails with one click (RFC 8058). */
  readonly unsubscribeUrl?: string
  /** Of the list that the mail goes to (RFC 2919), such as `newsletter.play.example`. */
  readonly listId?: string
  /** Written by a person for its receiver; all other mails say that a machine sent them (RFC 3834). */
  readonly isPersonal?: boolean
}

/**
 * Resolves when the mail server has accepted the mail; otherwise rejects: with a `RefusedError` when it refused the mail
 * for good, else another attempt may succeed.
 */
export type SendMail = (mail: Mail) => Promise<void>

/** A silent mail server must not block the mails behind it. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}

/** Loads the SMTP library with the first mail. */
async function transportTo(smtpUrl: string | undefined) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url: smtpUrl, ...timeouts })
}

/** Sends by the mail server that `config` names at that moment. Rejects while it names none. */
export function mailGateway(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): SendMail {
  let made: { readonly url: string; readonly transport: ReturnType<typeof transportTo> } | undefined
  return async ({ to, subject, text, replyTo, messageId, ...mail }) => {
    const { smtpUrl: url, mailFrom } = config
    if (url === undefined || mailFrom === undefined) throw new Error('no mail server is set up')
    if (made?.url !== url) made = { url, transport: transportTo(url) }
    const { transport } = made
    await asking(url, async () => {
      // Addresses are objects, because nodemailer parses text as a list, where a comma would add recipients.
      await (await transport).sendMail({
        from: mailbox(mailFrom),
        to: mailbox(to),
        subject: literalSubject(subject),
        text,
        ...(replyTo === undefined ? {} : { replyTo: mailbox(replyTo) }),
        ...(messageId !== undefined && { messageId }),
        headers: {
          ...(mail.isPersonal !== true && { 'Auto-Submitted': 'auto-generated' }),
          ...(mail.listId !== undefined && { 'List-Id': `<${mail.listId}>` }),
          ...(mail.unsubscribeUrl !== undefined && unsubscribeHeaders(mail.unsubscribeUrl)),
        },
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    })
  }
}

/**
 * Encodes a subject that looks like an encoded word (RFC 2047), such as a player's name. nodemailer passes it on, and mail
 * programs would decode it to another text.
 */
const literalSubject = (subject: string) =>
  subject.includes('=?')
    ? (subject.replace(/\s+/g, ' ').match(/.{1,10}/gu) ?? [])
        .map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`)
        .join(' ')
    : subject

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Accepts an optional name before the address, quoted or not. */
function mailbox(text: string): { name: string; address: string } {
  const [, name = '', address = text] = /^"?([^<>]*?)"?\s*<([^<>]+)>$/.exec(text) ?? []
  return { name, address }
}

/** Signs in to the configured mail server and disconnects. @throws the reason of a failure */
export const verifyMail = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<void> =>
  asking(smtpUrl, async () => {
    const transport = await transportTo(smtpUrl)
    try {
      await transport.verify()
    } finally {
      transport.close()
    }
  })

/** Fails with an error that says nothing of the sign-in, also where the mail server repeats what it was sent. */
async function asking(smtpUrl: string | undefined, exchange: () => Promise<void>): Promise<void> {
  try {
    await exchange()
  } catch (error) {
    const reason = withoutSignIn((error as Error).message, smtpUrl)
    throw mailPasses(error as MailFailure) ? new Error(reason) : new RefusedError(reason)
  }
}

function withoutSignIn(text: string, smtpUrl = ''): string {
  const { username, password } = URL.canParse(smtpUrl) ? new URL(smtpUrl) : { username: '', password: '' }
  const [user, pass] = [decoded(username), decoded(password)]
  const base64 = [user, pass, `\0${user}\0${pass}`].map((one) => Buffer.from(one).toString('base64'))
  return [username, password, user, pass, ...base64]
    .filter((secret) => secret !== '')
    .sort((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
    .slice(0, 500)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // SMTP_URL with a percent sign that encodes nothing.
    return part
  }
}
