import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../../contract/accounts/ranks.ts'
import {
  canChangeSecrets,
  canSeeSecrets,
  type SecretName,
  secretNames,
  webhookSecret,
} from '../../../../contract/content/secrets.ts'
import { type Secret, secretValues } from '../../../../contract/content/secrets-schemas.ts'
import type { MailContent, SettingRevision } from '../../../../contract/content/settings-schemas.ts'
import { type DiscordKind, discordKinds } from '../../../../contract/network/discord-messages.ts'
import { textOf } from '../../../../contract/sentences.ts'
import { type Config, changeConfig, type VariableName } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { isDiscordWebhook } from '../../../gateways/discord-webhook.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { storeRankRequirement } from '../../../platform/granted-rank.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/errors.ts'
import { findSecretCipher, makeSecretCipher, SecretKeyError } from '../../../platform/secret-key.ts'
import type { TextCipher } from '../../../platform/text-cipher.ts'
import { addressSetting } from '../settings/address.ts'
import { type MailConfig, mailConfig, mailSetting, securitySetting } from '../settings/mail.ts'
import { deleteSecret, listSecrets, type StoredSecret, storeSecret } from './queries.ts'

/** Tells every process that settings or secrets changed. */
export const settingsChannel = 'settings'

type StartConfig = MailConfig &
  Pick<
    Config,
    | 'given'
    | 'publicUrl'
    | 'discordWebhooks'
    | 'discordApiUrl'
    | 'requireStaffSecondFactor'
    | 'secretKey'
    | 'dataDir'
  >

/** The variable that decides instead of a secret. */
const variableOf = (name: SecretName): VariableName =>
  name === 'mail' ? 'SMTP_URL' : `DISCORD_WEBHOOK_${kindOf(name).toUpperCase() as Uppercase<DiscordKind>}`

const kindOf = (name: Exclude<SecretName, 'mail'>) => name.slice('discord.'.length) as DiscordKind

/** What an error of an unreadable secret names, in logs and in `doctor`. */
const secretTitle = (name: SecretName) =>
  name === 'mail'
    ? 'the sign-in at the mail server (/admin/settings/mail)'
    : `the webhook for ${kindOf(name)} (/admin/discord)`

/**
 * What an encrypted secret belongs to. It is of no use in another row, and a sign-in at no other mail server: who changes
 * the server does not get the password, and neither does who listens once it is not encrypted any more.
 */
const ownerOf = (name: SecretName, { host, port, encryption }: MailContent) =>
  name === 'mail' ? `mail ${host?.toLowerCase()} ${port} ${encryption}` : name

type SecretValues = { readonly [Name in SecretName]?: (typeof secretValues)[Name]['_zod']['output'] }

/** The stored secrets, as far as they can be decrypted. */
interface OpenedSecrets {
  readonly values: SecretValues
  /** Encrypted with another key, or entered for another mail server. */
  readonly unreadable: readonly SecretName[]
  readonly stored: readonly StoredSecret[]
  /** Why there is no key to decrypt them. */
  readonly keyProblem: string | undefined
}

type FindCipher = () => Promise<TextCipher | undefined>

/** A value as it can be used, or the fields that are wrong. */
function check(name: SecretName, value: unknown, start: Pick<Config, 'discordApiUrl'>) {
  const { data, error } = secretValues[name].safeParse(value)
  const [issue] = error?.issues ?? []
  if (issue !== undefined) return { wrong: { [issue.path.join('.') || 'value']: textOf(issue.message) } }
  if (typeof data === 'string' && !isDiscordWebhook(data, start))
    return { wrong: { value: msg`This is not a webhook of Discord` } }
  return { data }
}

/** Reads and decrypts all. A key that does not fit makes a secret unreadable, and stops nothing. */
async function openSecrets(
  executor: Executor,
  start: Pick<Config, 'discordApiUrl'>,
  findCipher: FindCipher,
  mail: MailContent,
): Promise<OpenedSecrets> {
  const stored = await listSecrets(executor)
  let cipher: TextCipher | undefined
  let keyProblem: string | undefined
  try {
    if (stored.length > 0) cipher = await findCipher()
  } catch (error) {
    if (!(error instanceof SecretKeyError)) throw error
    keyProblem = error.message
  }
  const values: Partial<Record<SecretName, unknown>> = {}
  const unreadable: SecretName[] = []
  for (const name of secretNames) {
    const found = stored.find((one) => one.name === name)
    if (found === undefined) continue
    const text = cipher?.decrypt(found.encrypted, ownerOf(name, mail))
    const value = text === undefined ? undefined : check(name, JSON.parse(text), start).data
    if (value === undefined) unreadable.push(name)
    else values[name] = value
  }
  return { values: values as SecretValues, unreadable, stored, keyProblem }
}

/** What is configured by saved settings and secrets, and which secrets have to be entered again. */
export async function openBrowserConfig(
  executor: Executor,
  start: StartConfig,
  saved: ReadonlyMap<string, { readonly value: unknown }>,
  findCipher: FindCipher = () => findSecretCipher(start),
): Promise<{
  readonly config: MailConfig & Pick<Config, 'publicUrl' | 'discordWebhooks' | 'requireStaffSecondFactor'>
  readonly opened: OpenedSecrets
  readonly mail: MailContent
  /** Stored, but to be entered again. No variable decides instead. */
  readonly lost: readonly SecretName[]
  /** For logs and `doctor`. */
  readonly problems: readonly string[]
}> {
  const mail = mailSetting(start, saved.get('mail')?.value).value
  const opened = await openSecrets(executor, start, findCipher, mail)
  const { values, unreadable, keyProblem } = opened
  const webhooks = discordKinds.map((kind) => [
    kind,
    start.discordWebhooks[kind] ?? values[webhookSecret(kind)],
  ])
  const lost = unreadable.filter((name) => !start.given.has(variableOf(name)))
  return {
    config: {
      publicUrl: addressSetting(start, saved.get('address')?.value).used,
      ...mailConfig(start, mail, values.mail),
      discordWebhooks: Object.fromEntries(webhooks) as Config['discordWebhooks'],
      requireStaffSecondFactor: securitySetting(start, saved.get('security')?.value).value
        .staffNeedSecondFactor,
    },
    opened,
    mail,
    lost,
    problems: lost.map((name) =>
      keyProblem === undefined
        ? `${secretTitle(name)} cannot be decrypted and is not in use: enter it again`
        : `${secretTitle(name)} is not in use: ${keyProblem}`,
    ),
  }
}

/** The secrets of this process. */
export interface SiteSecrets {
  /** Reads them and puts them into use, with the saved settings. Returns whether anything changed. */
  apply(saved: ReadonlyMap<string, SettingRevision>): Promise<boolean>
  list(viewer: Viewer): Secret[]
  /** Stored, but to be entered again. */
  lost(): readonly SecretName[]
  save(viewer: Viewer, name: string, change: SecretChange): Promise<void>
}

export interface SecretChange {
  /** Null removes it. */
  readonly value: unknown
  /** The revision of the setting `mail` that a sign-in is for. */
  readonly mailRevision?: number | null | undefined
}

/** @param start the configuration that the process started with */
export function siteSecrets(
  { config, database, events, live, log }: Pick<Context, 'config' | 'database' | 'events' | 'live' | 'log'>,
  start: StartConfig,
): SiteSecrets {
  let inUse: Awaited<ReturnType<typeof openBrowserConfig>> | undefined
  let mailRevision: number | null = null
  /** Kept, so that a key file that cannot be read for a moment takes no secret out of use. */
  let cipher: TextCipher | undefined

  async function cipherForWriting(): Promise<TextCipher> {
    try {
      cipher = await makeSecretCipher(start)
      return cipher
    } catch (error) {
      if (!(error instanceof SecretKeyError)) throw error
      log.error({ err: error }, 'a secret cannot be stored')
      throw conflict(msg`The key that encrypts secrets cannot be used. The log of the site says why.`)
    }
  }

  /** @throws {AppError} 400 naming the field, 409 where it cannot be stored */
  async function encryptedFor(
    name: SecretName,
    value: unknown,
    seen: SecretChange['mailRevision'],
  ): Promise<Buffer> {
    const { data, wrong } = check(name, value, start)
    if (wrong !== undefined) throw invalid(wrong)
    const mail = inUse?.mail
    if (mail === undefined || (name === 'mail' && mail.host === null))
      throw conflict(msg`Save the mail server first`)
    if (name === 'mail' && seen !== mailRevision)
      throw conflict(
        msg`The mail server was changed in the meantime. Look at it, and enter the sign-in again.`,
      )
    return (await cipherForWriting()).encrypt(JSON.stringify(data), ownerOf(name, mail))
  }

  return {
    async apply(saved) {
      const next = await openBrowserConfig(database.sql, start, saved, async () => {
        cipher ??= await findSecretCipher(start)
        return cipher
      })
      const { requireStaffSecondFactor } = next.config
      if (inUse?.config.requireStaffSecondFactor !== requireStaffSecondFactor)
        await storeRankRequirement(database.sql, requireStaffSecondFactor)
      for (const problem of next.problems) if (inUse?.problems.includes(problem) !== true) log.warn(problem)
      const isChanged = JSON.stringify(inUse?.config) !== JSON.stringify(next.config)
      // Last, so that what failed is done by the next reading.
      inUse = next
      mailRevision = saved.get('mail')?.revision ?? null
      changeConfig(config, next.config)
      return isChanged
    },
    list(viewer) {
      if (!canSeeSecrets(viewer)) throw forbidden()
      const { stored = [], unreadable = [] } = inUse?.opened ?? {}
      return secretNames.map((name) => {
        const found = stored.find((one) => one.name === name)
        const variable = variableOf(name)
        return {
          name,
          state: found === undefined ? 'unset' : unreadable.includes(name) ? 'unreadable' : 'set',
          ...(start.given.has(variable) && { lockedBy: variable }),
          at: found?.at.toISOString() ?? null,
        }
      })
    },
    lost: () => inUse?.lost ?? [],
    async save(viewer, name, { value, mailRevision: seen }) {
      const secret = secretNames.find((one) => one === name)
      if (secret === undefined) throw notFound(msg`There is no such secret`)
      if (!canChangeSecrets(viewer)) throw forbidden()
      const lock = variableOf(secret)
      // What is not in use can be removed.
      if (value !== null && start.given.has(lock))
        throw conflict(msg`This is set by ${lock}: change it there`)
      const encrypted = value === null ? undefined : await encryptedFor(secret, value, seen)
      await database.sql.transaction().execute(async (transaction) => {
        if (encrypted !== undefined) await storeSecret(transaction, secret, encrypted)
        else if (!(await deleteSecret(transaction, secret))) return
        await recordAudit(transaction, {
          actor: viewer,
          action: encrypted === undefined ? 'secret.remove' : 'secret.save',
          subject: { type: 'secret', id: null },
          before: null,
          after: { secret },
        })
        if (secret === 'mail') await events.publish(transaction, 'mailServerChanged', { byId: viewer.id })
        await live.publish(settingsChannel, {}, transaction)
      })
    },
  }
}
