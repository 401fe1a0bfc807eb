import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import * as z from 'zod/mini'
import { webhookPattern } from '../contract/content/secrets.ts'
import { mailboxPattern } from '../contract/content/settings-schemas.ts'
import { NotTextError, textOfFile } from './platform/text-file.ts'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The name of a site that chose none. */
export const shippedSiteName = 'Vulx Network'

/** What `.env.example` says about a variable. */
interface Example {
  /** The title of the group that begins with this variable. */
  readonly group?: string
  readonly about?: string
  /** The value that applies when the variable is unset. */
  readonly value?: string
}

const examples = z.registry<Example>()

// Each message completes "NAME must be …". It never repeats the value, which may be a secret.

const pattern = (regex: RegExp, expected: string) => z.string().check(z.regex(regex, expected))

const where = (isRight: (value: string) => boolean, expected: string) =>
  z.string().check(z.refine(isRight, expected))

const wholeNumber = (min: number, max: number) => {
  const isRight = (text: string) => /^[0-9]{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max
  return z.pipe(where(isRight, `a whole number from ${min} to ${max}`), z.transform(Number))
}

const choice = <const T extends readonly string[]>(choices: T) =>
  z.enum(choices, `one of ${choices.join(', ')}`)

const trueOrFalse = () =>
  z.pipe(
    choice(['true', 'false']),
    z.transform((text) => text === 'true'),
  )

const onOrOff = () =>
  z.pipe(
    choice(['on', 'off']),
    z.transform((text) => text === 'on'),
  )

const url = (...protocols: string[]) =>
  z.pipe(
    where(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
    z.transform((text) => text.replace(/\/+$/, '')),
  )

const isOrigin = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username && !password
}

const origin = () =>
  z.pipe(
    where(isOrigin, 'an address like https://play.example, without path or credentials'),
    z.transform((text) => new URL(text).origin),
  )

const isNetwork = (text: string) => {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const networks = () =>
  z.pipe(
    where((text) => listOf(text).every(isNetwork), 'a list of addresses or networks, separated by commas'),
    z.transform(listOf),
  )

/** Whether it can name a language (BCP 47). */
export function isLanguageTag(text: string): boolean {
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(text)) return false
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

const languageTags = () =>
  z.pipe(
    where(
      (text) => listOf(text).length > 0 && listOf(text).every(isLanguageTag),
      'a list of languages like en, de or pt-BR, separated by commas',
    ),
    z.transform((text) => Intl.getCanonicalLocales(listOf(text) as string[])),
  )

const host = () =>
  where(
    (text) => isIP(text) !== 0 || /^[A-Za-z0-9._-]{1,253}$/.test(text),
    'a host name or an IP address, without a port and without brackets',
  )
const path = () => pattern(/^[^\0]{1,1024}$/, 'a path')
const secret = () => pattern(/^[\x21-\x7e]{16,256}$/, '16 to 256 printable characters without spaces')
const mail = () => pattern(mailboxPattern, 'an email address')
const webhook = () =>
  pattern(webhookPattern, 'the address of a webhook, like https://discord.com/api/webhooks/1/abc')
const days = () => wholeNumber(1, 36_500)

/** A variable with a default, which is read like a value of the operator. */
function withDefault<T extends z.ZodMiniType<unknown, string>>(
  type: T,
  value: string,
  example: Example = {},
) {
  const variable = z.prefault(type as z.ZodMiniType<z.output<T>, string>, value)
  examples.add(variable, { ...example, value })
  return variable
}

function optional<T extends z.ZodMiniType<unknown, string>>(type: T, example: Example = {}) {
  const variable = z.optional(type)
  examples.add(variable, example)
  return variable
}

/** Every variable of docs/spec/operating.md, Environment, in the order of `.env.example`, which is made from it. */
const variables = z.object({
  PORT: withDefault(wholeNumber(0, 65_535), '3000', {
    group: 'Where it listens, and how the world reaches it',
  }),
  HOST: withDefault(host(), '127.0.0.1'),
  PUBLIC_URL: optional(origin(), {
    about:
      "The address in a visitor's browser, without a path. https here makes cookies Secure and sends HSTS. Unset: Owners set it at /admin/settings/address.",
    value: 'http://127.0.0.1:3000',
  }),
  TRUST_PROXY: withDefault(networks(), '', {
    about:
      'Addresses or networks of your reverse proxies, separated by commas. Only their forwarding headers count. While this is empty, such a header causes a warning in the log and in doctor.',
  }),
  HSTS_SUBDOMAINS: withDefault(trueOrFalse(), 'false', {
    about:
      "true: browsers use https for every name below the site's as well (HSTS includeSubDomains). Only with a PUBLIC_URL of https.",
  }),

  DATA_DIR: withDefault(path(), './data', { group: 'Data' }),
  SECRET_KEY: optional(secret(), {
    about:
      'Encrypts the passwords and webhooks that are entered in the browser: 16 to 256 characters, the same for all processes. Unset: a key that is made once in DATA_DIR/secret.key.',
  }),
  DATABASE_URL: optional(url('postgres:', 'postgresql:'), {
    about: 'postgresql://…; unset: the embedded PostgreSQL under DATA_DIR.',
  }),
  MIGRATION_DATABASE_URL: optional(url('postgres:', 'postgresql:'), {
    about: 'The role that owns the schema, when DATABASE_URL names one with fewer rights.',
  }),
  DATABASE_READ_URL: optional(url('postgres:', 'postgresql:'), {
    about:
      'Standbys of DATABASE_URL, which answer what is the same for every visitor as long as they are up to date. Unset: DATABASE_URL answers everything.',
  }),
  DATABASE_WAIT_SECONDS: withDefault(wholeNumber(1, 3_600), '60', {
    about:
      'How long a start and a command wait for a database that cannot be reached or recovers; the embedded one gets twice as long.',
  }),
  CONTENT_DIR: withDefault(path(), './content'),

  SITE_NAME: withDefault(pattern(/^[^\p{Cc}]{1,64}$/u, 'text of 1 to 64 characters'), shippedSiteName, {
    group: 'The network',
  }),
  SITE_SHORT_NAME: withDefault(pattern(/^[^\p{Cc}]{1,24}$/u, 'text of 1 to 24 characters'), 'Vulx'),
  GAME_HOST: withDefault(host(), '127.0.0.1'),
  GAME_PORT: withDefault(wholeNumber(1, 65_535), '19132'),
  LANGUAGES: withDefault(languageTags(), 'en', {
    about:
      'The languages that visitors may choose, separated by commas; the first is the default. Each but en needs a file of the release or CONTENT_DIR/languages; what it does not translate is shown in English. Unset: Admins choose them in the browser, and until then it is English alone.',
  }),
  STATUS_POLL_MS: withDefault(wholeNumber(100, 3_600_000), '5000', {
    about: 'Milliseconds between two pings of the game server.',
  }),
  LEADERBOARD_MAINTENANCE: withDefault(trueOrFalse(), 'false', {
    about: 'true: the leaderboards show that they are under maintenance.',
  }),
  TEASER_VIDEO_URL: optional(url('http:', 'https:'), {
    about: 'A video for the home page instead of the built-in one.',
  }),
  STAFF_APPLICATION_URL: optional(url('http:', 'https:'), { about: "Unset: the site's own form at /apply." }),
  STAFF_APPLICATION_WEBHOOK_SECRET: optional(secret(), {
    about: '16 to 256 characters; unset: the webhook answers 404.',
  }),
  DISCORD_INVITE: optional(pattern(/^[A-Za-z0-9-]{2,64}$/, 'an invite code, not a link'), {
    about: 'The code of an invite, not the whole link.',
  }),
  DISCORD_API_URL: withDefault(url('http:', 'https:'), 'https://discord.com/api/v10'),
  DISCORD_WEBHOOK_MATCHES: optional(webhook(), {
    about:
      'Addresses of Discord webhooks (secrets): where long win streaks and ends of seasons, news, cups, reports, and staff applications are announced. Unset: Owners set them at /admin/discord, and until then that kind is not sent.',
  }),
  DISCORD_WEBHOOK_NEWS: optional(webhook()),
  DISCORD_WEBHOOK_CUPS: optional(webhook()),
  DISCORD_WEBHOOK_REPORTS: optional(webhook()),
  DISCORD_WEBHOOK_APPLICATIONS: optional(webhook()),
  DISCORD_CLIENT_ID: optional(pattern(/^[0-9]{1,20}$/, 'the id of an application, up to 20 digits'), {
    about:
      'An application of Discord, all three (the last two are secrets): members link their account, and Discord grants roles by rank, rating and matches. Unset: there is no such link.',
  }),
  DISCORD_CLIENT_SECRET: optional(secret()),
  DISCORD_BOT_TOKEN: optional(secret()),

  SMTP_URL: optional(url('smtp:', 'smtps:'), {
    group: 'Mail',
    about:
      'smtp://user:password@host:587 or smtps://…; needs MAIL_FROM. Unset, like the two below: Owners set them at /admin/settings/mail. Without a mail server nobody can confirm an address or recover a password by mail.',
  }),
  MAIL_FROM: optional(mail()),
  CONTACT_TO: optional(mail(), { about: 'Where contact messages go.' }),

  FETCH_ALLOW: withDefault(networks(), '', {
    group: 'Limits and rules',
    about:
      'Private addresses or networks, separated by commas, that pictures may be fetched from and push notifications sent to; for tests.',
  }),
  RATE_LIMITS: withDefault(onOrOff(), 'on', {
    about: 'off lifts all of them but the one on password attempts; for tests only.',
  }),
  PASSWORD_LIMIT: withDefault(onOrOff(), 'on', { about: 'off lifts that one as well.' }),
  REQUIRE_STAFF_2FA: withDefault(trueOrFalse(), 'false', {
    about: 'true: staff cannot use their rank until they set up a second factor on /profile.',
  }),
  RETENTION_DAYS_CONTACT: optional(days(), {
    about:
      'Days after which contact messages, staff applications and bug reports are deleted, whatever their state; unset keeps them forever.',
  }),
  RETENTION_DAYS_APPLICATIONS: optional(days()),
  RETENTION_DAYS_REPORTS: optional(days()),

  LOG_LEVEL: withDefault(choice(logLevels), 'info', {
    group: 'Monitoring',
    about: 'fatal, error, warn, info, debug, trace or silent',
  }),
  METRICS_TOKEN: optional(secret(), {
    about: '16 to 256 characters; unset: /metrics answers only this machine, and no proxy.',
  }),
})

type Variables = z.output<typeof variables>
export type VariableName = keyof Variables
export const variableNames = Object.keys(variables.shape) as VariableName[]

/** The variables of one application: all are set, or none. */
const discordAppNames = ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_BOT_TOKEN'] as const

/** Every problem of an environment at once, by name and never by value: a value may be a secret. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

type Environment = Readonly<Record<string, string | undefined>>

type VariableSource = 'environment' | '.env'

/**
 * Reads an environment, and below it what the file `.env` says. An empty value counts as unset.
 * @throws {ConfigError} naming every variable that is wrong
 */
export function readConfig(
  environment: Environment,
  workingDirectory: string,
  envFile: Environment = {},
): Config {
  const given: Partial<Record<VariableName, string>> = {}
  const sources = new Map<VariableName, VariableSource>()
  for (const name of variableNames)
    for (const [source, values] of [
      ['.env', envFile],
      ['environment', environment],
    ] as const) {
      const text = values[name]?.trim()
      if (!text) continue
      given[name] = text
      sources.set(name, source)
    }
  const { data, error } = variables.safeParse(given)
  const wrong = new Map((error?.issues ?? []).map(({ path: [name], message }) => [name, message]))
  const problems = [...wrong].map(([name, expected]) => `${String(name)} must be ${expected}`)
  if (given.MIGRATION_DATABASE_URL && !given.DATABASE_URL && !wrong.has('MIGRATION_DATABASE_URL'))
    problems.push('MIGRATION_DATABASE_URL needs DATABASE_URL')
  if (given.DATABASE_READ_URL && !given.DATABASE_URL && !wrong.has('DATABASE_READ_URL'))
    problems.push('DATABASE_READ_URL needs DATABASE_URL')
  if (given.SMTP_URL && !given.MAIL_FROM && !wrong.has('SMTP_URL'))
    problems.push('MAIL_FROM is needed with SMTP_URL')
  const givenOfDiscord = discordAppNames.find((name) => given[name] && !wrong.has(name))
  for (const name of discordAppNames)
    if (givenOfDiscord !== undefined && !given[name])
      problems.push(`${name} is needed with ${givenOfDiscord}`)
  if (data === undefined || problems.length > 0) throw new ConfigError(problems)
  return configOf(data, workingDirectory, sources)
}

/** Everything the operator decides by environment. Only this file reads the environment. */
export type Config = Readonly<ReturnType<typeof configOf>>

/** What an Owner sets in the browser where no variable does. */
export type IdentityConfig = Pick<Config, 'siteName' | 'siteShortName' | 'gameHost' | 'gamePort'>

type BrowserConfig = IdentityConfig &
  Pick<
    Config,
    | 'publicUrl'
    | 'languages'
    | 'smtpUrl'
    | 'mailFrom'
    | 'contactTo'
    | 'discordWebhooks'
    | 'requireStaffSecondFactor'
  >

/**
 * Puts what was set in the browser into use while the process runs. It changes `config` itself, so that everything that
 * reads it when it needs it follows.
 */
export const changeConfig = (config: Config, changes: Partial<BrowserConfig>): void => {
  Object.assign(config, changes)
}

const configOf = (
  read: Variables,
  workingDirectory: string,
  given: ReadonlyMap<VariableName, VariableSource>,
) => ({
  /** The variables that are set, and where: they decide over what is set in the browser. */
  given,
  host: read.HOST,
  port: read.PORT,
  publicUrl: read.PUBLIC_URL ?? `http://127.0.0.1:${read.PORT}`,
  dataDir: resolve(workingDirectory, read.DATA_DIR),
  secretKey: read.SECRET_KEY,
  databaseUrl: read.DATABASE_URL,
  migrationDatabaseUrl: read.MIGRATION_DATABASE_URL,
  databaseReadUrl: read.DATABASE_READ_URL,
  databaseWaitMs: 1_000 * read.DATABASE_WAIT_SECONDS,
  contentDir: resolve(workingDirectory, read.CONTENT_DIR),
  shippedContentDir: resolve(workingDirectory, 'content'),
  siteName: read.SITE_NAME,
  siteShortName: read.SITE_SHORT_NAME,
  gameHost: read.GAME_HOST,
  gamePort: read.GAME_PORT,
  languages: read.LANGUAGES as readonly string[],
  statusPollMs: read.STATUS_POLL_MS,
  leaderboardMaintenance: read.LEADERBOARD_MAINTENANCE,
  teaserVideoUrl: read.TEASER_VIDEO_URL,
  staffApplicationUrl: read.STAFF_APPLICATION_URL,
  staffApplicationWebhookSecret: read.STAFF_APPLICATION_WEBHOOK_SECRET,
  discordInvite: read.DISCORD_INVITE,
  discordApiUrl: read.DISCORD_API_URL,
  discordWebhooks: {
    matches: read.DISCORD_WEBHOOK_MATCHES,
    news: read.DISCORD_WEBHOOK_NEWS,
    cups: read.DISCORD_WEBHOOK_CUPS,
    reports: read.DISCORD_WEBHOOK_REPORTS,
    applications: read.DISCORD_WEBHOOK_APPLICATIONS,
  },
  discordApp: discordAppOf(read),
  smtpUrl: read.SMTP_URL,
  mailFrom: read.MAIL_FROM,
  contactTo: read.CONTACT_TO,
  hstsSubdomains: read.HSTS_SUBDOMAINS,
  trustProxy: read.TRUST_PROXY,
  fetchAllow: read.FETCH_ALLOW,
  rateLimits: read.RATE_LIMITS,
  passwordLimit: read.PASSWORD_LIMIT,
  requireStaffSecondFactor: read.REQUIRE_STAFF_2FA,
  retentionDays: {
    contact: read.RETENTION_DAYS_CONTACT,
    applications: read.RETENTION_DAYS_APPLICATIONS,
    reports: read.RETENTION_DAYS_REPORTS,
  },
  logLevel: read.LOG_LEVEL,
  metricsToken: read.METRICS_TOKEN,
})

/** Undefined unless all three are set. */
function discordAppOf({
  DISCORD_CLIENT_ID: clientId,
  DISCORD_CLIENT_SECRET: clientSecret,
  DISCORD_BOT_TOKEN: botToken,
}: Variables) {
  if (clientId === undefined || clientSecret === undefined || botToken === undefined) return undefined
  return { clientId, clientSecret, botToken }
}

/**
 * The first line that sets no variable, counted from 1. Node 20 takes the name of the next variable into its own, which is
 * then unset; Node 24 passes over it.
 */
function wrongLine(text: string): number | undefined {
  let quote: string | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (quote !== undefined) {
      if (line.includes(quote)) quote = undefined
      continue
    }
    if (/^\s*(?:#|$)/.test(line)) continue
    const value = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(.*)$/.exec(line)?.[1]
    if (value === undefined) return index + 1
    const [opened = ''] = value
    // A quoted value may have further lines.
    if (/["'`]/.test(opened) && !value.slice(1).includes(opened)) quote = opened
  }
  return undefined
}

/**
 * What the file `.env` of a directory says; nothing where there is none.
 * @throws {ConfigError} when it cannot be read, or a line is none of `NAME=value`, empty or a comment
 */
export function readEnvFile(directory: string): Environment {
  try {
    const text = textOfFile(readFileSync(join(directory, '.env')))
    const wrong = wrongLine(text)
    if (wrong !== undefined) throw new ConfigError([`.env:${wrong}: must be NAME=value`])
    return parseEnv(text)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    if (error instanceof NotTextError) throw new ConfigError([`.env:${error.line}: ${error.message}`])
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    throw new ConfigError([`.env cannot be read (${code ?? message}): check its owner and rights`])
  }
}

/** The environment of this process, and below it the `.env` of its directory. */
export const processConfig = () => readConfig(process.env, process.cwd(), readEnvFile(process.cwd()))

const introduction =
  'Every variable of the site, with its default. The site reads the environment of its process, and below it a file .env in its directory: copy this file to .env and change what differs, export it, or let your service manager do it. A wrong value stops the start with its name; an empty value counts as unset.'

/** The text of `.env.example`. */
export function envExample(): string {
  const lines = commentOf(introduction)
  for (const name of variableNames) {
    const { group, about, value = '' } = examples.get(variables.shape[name]) ?? {}
    if (group !== undefined) lines.push('', `# --- ${group}`)
    if (about !== undefined) lines.push(...commentOf(about))
    lines.push(`# ${name}=${value}`)
  }
  return `${lines.join('\n')}\n`
}

/** Lines of at most 120 characters. */
const commentOf = (text: string): string[] =>
  text.match(/.{1,118}(?: |$)/g)!.map((line) => `# ${line.trimEnd()}`)
