import type { MailSignIn } from '../../../../contract/content/secrets-schemas.ts'
import { MailContent, SecurityContent } from '../../../../contract/content/settings-schemas.ts'
import { hostAndPort } from '../../../../contract/content/site.ts'
import type { Config } from '../../../config.ts'
import { configSetting } from './config-setting.ts'

export type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'contactTo'>

const variables = {
  host: 'SMTP_URL',
  port: 'SMTP_URL',
  encryption: 'SMTP_URL',
  signsIn: 'SMTP_URL',
  sender: 'MAIL_FROM',
  contactMessagesTo: 'CONTACT_TO',
} as const

/** What SMTP_URL says of the server, without how to sign in there. */
function serverOf(
  smtpUrl: string | undefined,
): Pick<MailContent, 'host' | 'port' | 'encryption' | 'signsIn'> {
  if (smtpUrl === undefined) return { host: null, port: 587, encryption: 'starttls', signsIn: true }
  const { protocol, hostname, port, username, searchParams } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  const isPlain = searchParams.get('ignoreTLS') === 'true'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isTls ? 465 : 587)),
    encryption: isTls ? 'tls' : isPlain ? 'none' : 'starttls',
    signsIn: username !== '',
  }
}

/** @param config as the process started with it, before saved settings are applied */
export const mailSetting = (config: MailConfig & Pick<Config, 'given'>, saved: unknown) =>
  configSetting(
    {
      scope: 'mail',
      schema: MailContent,
      variables,
      given: {
        ...serverOf(config.smtpUrl),
        sender: config.mailFrom ?? null,
        contactMessagesTo: config.contactTo ?? null,
      },
    },
    config,
    saved,
  )

/** @param config as the process started with it, before saved settings are applied */
export const securitySetting = (config: Pick<Config, 'given' | 'requireStaffSecondFactor'>, saved: unknown) =>
  configSetting(
    {
      scope: 'security',
      schema: SecurityContent,
      variables: { staffNeedSecondFactor: 'REQUIRE_STAFF_2FA' },
      given: { staffNeedSecondFactor: config.requireStaffSecondFactor },
    },
    config,
    saved,
  )

const options = { tls: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' } as const

/** The address that the SMTP library connects to. */
function smtpUrlOf(host: string, { port, encryption }: MailContent, signIn: MailSignIn | undefined): string {
  const protocol = encryption === 'tls' ? 'smtps' : 'smtp'
  const account =
    signIn === undefined ? '' : `${encodeURIComponent(signIn.user)}:${encodeURIComponent(signIn.password)}@`
  return `${protocol}://${account}${hostAndPort(host, port)}${options[encryption]}`
}

/**
 * The configuration of mail by its setting. No mail server while its sign-in is missing: without it the server would
 * refuse mails for good.
 */
export function mailConfig(
  start: MailConfig & Pick<Config, 'given'>,
  mail: MailContent,
  signIn: MailSignIn | undefined,
): MailConfig {
  const isMissing = mail.signsIn && signIn === undefined
  const ownUrl =
    mail.host === null || isMissing
      ? undefined
      : smtpUrlOf(mail.host, mail, mail.signsIn ? signIn : undefined)
  return {
    smtpUrl: start.given.has('SMTP_URL') ? start.smtpUrl : ownUrl,
    mailFrom: mail.sender ?? undefined,
    contactTo: mail.contactMessagesTo ?? undefined,
  }
}
