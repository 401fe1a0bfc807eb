import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** Everything the operator decides by environment; read once, here, and never elsewhere. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly dataDir: string
  /** Undefined: the embedded PostgreSQL under dataDir. */
  readonly databaseUrl: string | undefined
  /** The owner role that migrates; undefined: the same as databaseUrl. */
  readonly migrationDatabaseUrl: string | undefined
  readonly contentDir: string
  readonly siteName: string
  readonly siteShortName: string
  readonly gameHost: string
  readonly gamePort: number
  readonly statusPollMs: number
  readonly leaderboardMaintenance: boolean
  readonly teaserVideoUrl: string | undefined
  readonly staffApplicationUrl: string | undefined
  readonly staffApplicationWebhookSecret: string | undefined
  readonly discordInvite: string | undefined
  readonly discordApiUrl: string
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly contactTo: string | undefined
  /** Browsers are told to use https for all names below the site's as well. */
  readonly hstsSubdomains: boolean
  /** Addresses and networks whose forwarding headers count. */
  readonly trustProxy: readonly string[]
  /** Private addresses and networks that pictures may be fetched from. */
  readonly fetchAllow: readonly string[]
  readonly rateLimits: boolean
  readonly passwordLimit: boolean
  readonly requireStaffSecondFactor: boolean
  readonly retentionDays: {
    readonly contact: number | undefined
    readonly applications: number | undefined
    readonly reports: number | undefined
  }
  readonly logLevel: LogLevel
  readonly metricsToken: string | undefined
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Every problem of an environment at once, by name and never by value: a value may be a secret. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Every variable of docs/spec/operating.md, Environment. `.env.example` lists the same names; a test compares. */
export const variableNames = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'CONTENT_DIR',
  'SITE_NAME',
  'SITE_SHORT_NAME',
  'GAME_HOST',
  'GAME_PORT',
  'STATUS_POLL_MS',
  'LEADERBOARD_MAINTENANCE',
  'TEASER_VIDEO_URL',
  'STAFF_APPLICATION_URL',
  'STAFF_APPLICATION_WEBHOOK_SECRET',
  'DISCORD_INVITE',
  'DISCORD_API_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'CONTACT_TO',
  'TRUST_PROXY',
  'HSTS_SUBDOMAINS',
  'FETCH_ALLOW',
  'RATE_LIMITS',
  'PASSWORD_LIMIT',
  'REQUIRE_STAFF_2FA',
  'RETENTION_DAYS_CONTACT',
  'RETENTION_DAYS_APPLICATIONS',
  'RETENTION_DAYS_REPORTS',
  'LOG_LEVEL',
  'METRICS_TOKEN',
] as const

export type VariableName = (typeof variableNames)[number]

/**
 * Reads an environment. An empty value counts as unset.
 * @throws {ConfigError} naming every variable that is wrong
 */
export function readConfig(environment: Environment, workingDirectory: string): Config {
  const problems: string[] = []
  const read = reader(environment, problems)

  const host = read.text('HOST', '127.0.0.1', /^[A-Za-z0-9.:_-]{1,253}$/, 'a host name or address')
  const port = read.wholeNumber('PORT', 3000, 0, 65_535)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const migrationDatabaseUrl = read.url('MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:'])
  if (migrationDatabaseUrl !== undefined && databaseUrl === undefined) {
    problems.push('MIGRATION_DATABASE_URL needs DATABASE_URL')
  }
  const smtpUrl = read.url('SMTP_URL', ['smtp:', 'smtps:'])
  const mailFrom = read.mail('MAIL_FROM')
  if (smtpUrl !== undefined && mailFrom === undefined && !problems.some((p) => p.startsWith('MAIL_FROM'))) {
    problems.push('MAIL_FROM is needed with SMTP_URL')
  }

  const config: Config = {
    host,
    port,
    publicUrl: read.origin('PUBLIC_URL') ?? `http://127.0.0.1:${port}`,
    dataDir: resolve(workingDirectory, read.path('DATA_DIR', './data')),
    databaseUrl,
    migrationDatabaseUrl,
    contentDir: resolve(workingDirectory, read.path('CONTENT_DIR', './content')),
    siteName: read.text('SITE_NAME', 'Vulx Network', /^[^\p{Cc}]{1,64}$/u, 'text of 1 to 64 characters'),
    siteShortName: read.text('SITE_SHORT_NAME', 'Vulx', /^[^\p{Cc}]{1,24}$/u, 'text of 1 to 24 characters'),
    gameHost: read.text('GAME_HOST', '127.0.0.1', /^[A-Za-z0-9.:_-]{1,253}$/, 'a host name or address'),
    gamePort: read.wholeNumber('GAME_PORT', 19_132, 1, 65_535),
    statusPollMs: read.wholeNumber('STATUS_POLL_MS', 5_000, 100, 3_600_000),
    leaderboardMaintenance: read.choice('LEADERBOARD_MAINTENANCE', 'false', ['true', 'false']) === 'true',
    teaserVideoUrl: read.url('TEASER_VIDEO_URL', ['http:', 'https:']),
    staffApplicationUrl: read.url('STAFF_APPLICATION_URL', ['http:', 'https:']),
    staffApplicationWebhookSecret: read.secret('STAFF_APPLICATION_WEBHOOK_SECRET'),
    discordInvite: read.optional('DISCORD_INVITE', /^[A-Za-z0-9-]{2,64}$/, 'an invite code, not a link'),
    discordApiUrl: read.url('DISCORD_API_URL', ['http:', 'https:']) ?? 'https://discord.com/api/v10',
    smtpUrl,
    mailFrom,
    contactTo: read.mail('CONTACT_TO'),
    hstsSubdomains: read.choice('HSTS_SUBDOMAINS', 'false', ['true', 'false']) === 'true',
    trustProxy: read.networks('TRUST_PROXY'),
    fetchAllow: read.networks('FETCH_ALLOW'),
    rateLimits: read.choice('RATE_LIMITS', 'on', ['on', 'off']) === 'on',
    passwordLimit: read.choice('PASSWORD_LIMIT', 'on', ['on', 'off']) === 'on',
    requireStaffSecondFactor: read.choice('REQUIRE_STAFF_2FA', 'false', ['true', 'false']) === 'true',
    retentionDays: {
      contact: read.days('RETENTION_DAYS_CONTACT'),
      applications: read.days('RETENTION_DAYS_APPLICATIONS'),
      reports: read.days('RETENTION_DAYS_REPORTS'),
    },
    logLevel: read.choice('LOG_LEVEL', 'info', logLevels),
    metricsToken: read.secret('METRICS_TOKEN'),
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** The environment of this process. */
export const processConfig = () => readConfig(process.env, process.cwd())

function reader(environment: Environment, problems: string[]) {
  const value = (name: VariableName) => {
    const text = environment[name]?.trim()
    return text === '' ? undefined : text
  }
  const wrong = (name: VariableName, expected: string) => {
    problems.push(`${name} must be ${expected}`)
  }
  const parsed = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

  const optional = (name: VariableName, pattern: RegExp, expected: string) => {
    const text = value(name)
    if (text !== undefined && !pattern.test(text)) wrong(name, expected)
    return text
  }
  const wholeNumber = (name: VariableName, least: number, most: number) => {
    const text = value(name)
    if (text === undefined) return undefined
    const number = /^[0-9]{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    wrong(name, `a whole number from ${least} to ${most}`)
    return undefined
  }
  return {
    optional,
    text: (name: VariableName, usual: string, pattern: RegExp, expected: string) =>
      optional(name, pattern, expected) ?? usual,
    path: (name: VariableName, usual: string) => optional(name, /^[^\0]{1,1024}$/, 'a path') ?? usual,
    secret: (name: VariableName) =>
      optional(name, /^[\x21-\x7e]{16,256}$/, '16 to 256 printable characters without spaces'),
    wholeNumber: (name: VariableName, usual: number, least: number, most: number) =>
      wholeNumber(name, least, most) ?? usual,
    days: (name: VariableName) => wholeNumber(name, 1, 36_500),
    choice<T extends string>(name: VariableName, usual: T, choices: readonly T[]): T {
      const text = value(name)
      if (text === undefined) return usual
      const choice = choices.find((candidate) => candidate === text)
      if (choice === undefined) wrong(name, `one of ${choices.join(', ')}`)
      return choice ?? usual
    },
    url(name: VariableName, protocols: readonly string[]) {
      const text = value(name)
      if (text === undefined) return undefined
      const url = parsed(text)
      if (url !== undefined && protocols.includes(url.protocol)) return text.replace(/\/+$/, '')
      wrong(name, `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
      return undefined
    },
    origin(name: VariableName) {
      const text = value(name)
      if (text === undefined) return undefined
      const url = parsed(text)
      const bare = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
      if (url && bare && !url.username && !url.password) return url.origin
      wrong(name, 'an address like https://play.example, without path or credentials')
      return undefined
    },
    mail(name: VariableName) {
      return optional(
        name,
        /^(?:[^<>@\r\n]{1,100}<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        'an e-mail address',
      )
    },
    networks(name: VariableName): string[] {
      const networks = (value(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
      if (!networks.every(isNetwork)) wrong(name, 'a list of addresses or networks, separated by commas')
      return networks
    },
  }
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
