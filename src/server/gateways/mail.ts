import type { Config } from '../config.ts'

export interface Mail {
  /** `team@play.example`, or `The team <team@play.example>`. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly replyTo?: string
}

/** Resolves when the mail server has taken the mail; rejects otherwise, and the outbox tries again. */
export type SendMail = (mail: Mail) => Promise<void>

/** A mail server that falls silent must not hold up the mails behind it. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
}

/** What speaks SMTP is loaded with the first mail. */
async function transportTo(smtpUrl: string | undefined) {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url: smtpUrl, ...timeouts })
}

/** Undefined while no mail server is configured. */
export function mailGateway({
  smtpUrl,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'mailFrom'>): SendMail | undefined {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  let transport: ReturnType<typeof transportTo> | undefined
  return async ({ to, subject, text, replyTo }) => {
    // Addresses as objects: nodemailer reads a text as a list, and a comma in it would add recipients.
    transport ??= transportTo(smtpUrl)
    await (await transport).sendMail({
      from: mailbox(mailFrom),
      to: mailbox(to),
      subject,
      text,
      ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
}

/** A name may stand before the address, in quotes or not. */
function mailbox(text: string): { name: string; address: string } {
  const [, name = '', address = text] = /^"?([^<>]*?)"?\s*<([^<>]+)>$/.exec(text) ?? []
  return { name, address }
}

/** Signs in to the configured mail server and leaves. @throws with its reason */
export async function verifyMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<void> {
  const transport = await transportTo(smtpUrl)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
