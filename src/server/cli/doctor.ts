import { isSettingScope } from '../../contract/content/settings.ts'
import { hostAndPort } from '../../contract/content/site.ts'
import { sampleLinks } from '../admin/setup.ts'
import {
  type Config,
  ConfigError,
  changeConfig,
  processConfig,
  readEnvFile,
  type VariableName,
  variableNames,
} from '../config.ts'
import { readContent } from '../domains/content/content.ts'
import {
  ContentError,
  formatProblem,
  formatTranslationProblem,
  formatUnrenderedProblem,
} from '../domains/content/problem.ts'
import { openBrowserConfig } from '../domains/content/secrets/secrets.ts'
import { identitySetting } from '../domains/content/settings/identity.ts'
import { languagesSetting } from '../domains/content/settings/offered.ts'
import { currentRevisions } from '../domains/content/settings/queries.ts'
import type { SavedSettings } from '../domains/content/settings/state.ts'
import { siteSettings } from '../domains/content/site-settings.ts'
import { pingGameServer } from '../gateways/bedrock-ping.ts'
import { fetchDiscordInfo } from '../gateways/discord.ts'
import { discordRolesGateway } from '../gateways/discord-roles.ts'
import { verifyMail } from '../gateways/mail.ts'
import { isBackupFresh, lastBackupAt } from '../platform/database/backup/last-backup.ts'
import type { Database } from '../platform/database/database.ts'
import { MigrationError } from '../platform/database/migration-error.ts'
import { migrationStatus } from '../platform/database/migrations.ts'
import { isLoopbackHost } from '../platform/http/network.ts'
import { unnamedProxySeenAt } from '../platform/http/unnamed-proxy.ts'
import { listJobs } from '../platform/jobs/job-states.ts'
import { openLanguages } from '../platform/languages/languages.ts'
import { rootDir, type SchemaOwner } from '../store.ts'
import { checkServer, type Say } from './check-server.ts'
import { withUnmigratedDatabase } from './with-database.ts'

/** Checks everything an operator depends on, one line each; exit code 1 when any check fails. */
export async function doctor(): Promise<number> {
  const verdicts: Parameters<Say>[0][] = []
  const say: Say = (verdict, what, detail) => {
    verdicts.push(verdict)
    console.log(`${verdict.padEnd(4)}  ${what.padEnd(14)}  ${detail}`)
  }
  let config: Config
  try {
    config = processConfig()
    say('ok', 'configuration', `all variables are valid; ${sourcesOf(config)}`)
    const unknown = Object.keys(readEnvFile(process.cwd())).filter((name) => !isVariable(name))
    for (const name of unknown) say('warn', 'configuration', `${name} in .env is no variable of the site`)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) say('fail', 'configuration', problem)
    return 1
  }
  const check = async (what: string, work: () => Promise<string>) => {
    try {
      say('ok', what, await work())
    } catch (error) {
      say('fail', what, (error as Error).message)
    }
  }

  const saved = await checkDatabase(config, say)
  try {
    const content = await readContent(config, saved)
    const { translationProblems, unrendered } = content
    for (const problem of translationProblems) say('warn', 'content', formatTranslationProblem(problem))
    for (const problem of unrendered) say('warn', 'content', formatUnrenderedProblem(problem))
    if (translationProblems.length + unrendered.length === 0) say('ok', 'content', 'all files are valid')
    for (const name of sampleLinks(siteSettings(config, content)))
      say('warn', 'sample value', `the link ${name} is a sample: set your own in /admin/settings/links`)
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    for (const problem of error.problems) say('fail', 'content', formatProblem(problem))
  }
  const { problems } = await openLanguages(config, `${rootDir}languages`, {
    warn: (sentence: string) => say('warn', 'languages', sentence),
  })
  if (problems.length === 0)
    say('ok', 'languages', `every text of ${config.languages.join(', ')} can be used`)
  warnOfSettings(config, say)
  await check('game server', async () => {
    const { gameHost: host, gamePort: port } = config
    const response = await pingGameServer({ host, port }, 3_000)
    if (response === undefined) throw new Error(`${hostAndPort(host, port)} does not answer a ping`)
    const { playerCount, maxPlayers } = response
    return `${hostAndPort(host, port)} answers, ${playerCount ?? 'an unknown number'} of ${maxPlayers ?? 'any number of'} players`
  })
  if (config.smtpUrl === undefined)
    say(
      'warn',
      'mail',
      'no mail is sent: no mail server is set, or its sign-in is not entered (/admin/settings/mail)',
    )
  else {
    if (config.contactTo === undefined)
      say('warn', 'mail', 'nobody is set to get contact messages: they are stored, but not mailed')
    await check('mail', async () => {
      await verifyMail(config)
      return 'the mail server takes our sign-in'
    })
  }
  if (config.discordInvite !== undefined)
    await check('discord', async () => {
      const info = await fetchDiscordInfo(config.discordApiUrl, config.discordInvite!)
      return `${info.name ?? 'a server without a name'}, ${info.memberCount ?? 'an unknown number of'} members`
    })
  const roles = discordRolesGateway(config)
  if (roles !== undefined)
    await check('discord roles', async () => {
      const application = await roles.readApplication()
      if (application.state !== 'ok') throw new Error(`DISCORD_BOT_TOKEN: ${application.reason}`)
      if (application.value.id !== config.discordApp?.clientId)
        throw new Error('DISCORD_BOT_TOKEN is of another application than DISCORD_CLIENT_ID')
      return 'the bot belongs to the application'
    })
  return verdicts.includes('fail') ? 1 : 0
}

/** Read-only, because an older release may be running on this database. Returns what was saved in the browser. */
async function checkDatabase(config: Config, say: Say): Promise<SavedSettings> {
  let saved: SavedSettings = new Map()
  try {
    await withUnmigratedDatabase(config, async (database, owner) => {
      await database.ping()
      say('ok', 'database', `answers (${config.databaseUrl === undefined ? 'embedded' : 'external'})`)
      await checkServer(config, database, say)
      if (await isSchemaNewest(owner, say)) saved = await checkNotes(config, database, say)
    })
  } catch (error) {
    say('fail', 'database', (error as Error).message)
  }
  return saved
}

async function isSchemaNewest({ url, directory, sqlDirectory }: SchemaOwner, say: Say): Promise<boolean> {
  try {
    const { current, pending } = await migrationStatus(url, directory, sqlDirectory)
    if (pending.length === 0) say('ok', 'migrations', `all ${current} are applied`)
    else say('warn', 'migrations', `${pending.length} will be applied when the site starts`)
    return pending.length === 0
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    say('fail', 'migrations', error.message)
    return false
  }
}

/** Checks times and warnings that the site and `backup` recorded. */
async function checkNotes(config: Config, { sql }: Database, say: Say): Promise<SavedSettings> {
  const backupAt = await lastBackupAt(sql)
  say(isBackupFresh(backupAt) ? 'ok' : 'warn', 'backup', sayBackup(backupAt))
  await checkJobs(sql, say)
  const revisions = await currentRevisions(sql)
  const saved = new Map(
    [...revisions].flatMap(([scope, { value }]) => (isSettingScope(scope) ? [[scope, value] as const] : [])),
  )
  // The checks that follow ask the same servers as the site, and read the languages that it offers.
  const browser = await openBrowserConfig(sql, config, revisions)
  for (const problem of browser.problems) say('fail', 'secrets', problem)
  changeConfig(config, {
    ...identitySetting(config, saved.get('identity')).used,
    ...browser.config,
    languages: languagesSetting(config, saved.get('languages')).used,
  })
  const proxySeenAt = await unnamedProxySeenAt(sql)
  if (proxySeenAt !== null && config.trustProxy.length === 0) say('warn', 'proxy', sayProxy(proxySeenAt))
  return saved
}

/** Jobs of processes that run now. That there is none may also mean that they hang, or that one started just now. */
async function checkJobs(sql: Database['sql'], say: Say): Promise<void> {
  const jobs = await listJobs(sql)
  if (jobs.length === 0)
    return say('warn', 'jobs', 'no process of the site wrote of its jobs within a minute: does it run?')
  const late = jobs.filter(({ isLate }) => isLate)
  if (late.length === 0) say('ok', 'jobs', `all ${jobs.length} succeeded lately`)
  for (const { name, lastSuccessAt, lastError } of late) {
    const last = lastSuccessAt === null ? 'never succeeded' : `last succeeded ${lastSuccessAt.toISOString()}`
    say('warn', 'jobs', `"${name}" ${last}${lastError === null ? '' : `; its last error: ${lastError}`}`)
  }
}

const isVariable = (name: string): name is VariableName => (variableNames as readonly string[]).includes(name)

/** Names alone: a value may be a secret. */
function sourcesOf({ given }: Config): string {
  const from = (source: string) => [...given].filter(([, one]) => one === source).map(([name]) => name)
  const said = [
    ['the environment', from('environment')],
    ['.env', from('.env')],
  ] as const
  return said
    .map(([where, names]) => `from ${where}: ${names.length === 0 ? 'none' : names.join(', ')}`)
    .join('; ')
}

const sayProxy = (seenAt: Date) =>
  `a header of proxies came ${seenAt.toISOString()}, and TRUST_PROXY is not set: limits may count everybody as one`

function sayBackup(takenAt: Date | null): string {
  if (takenAt === null) return 'there is none: npm run cli -- backup <file>, best every night'
  const days = Math.floor((Date.now() - takenAt.getTime()) / 86_400_000)
  return `the newest was taken ${takenAt.toISOString()}, ${days} days ago`
}

function warnOfSettings(config: Config, say: Say): void {
  if (isLoopbackHost(config.gameHost))
    say('warn', 'sample value', `the game server's address is ${config.gameHost}: players cannot join it`)
  if (isLoopbackHost(new URL(config.publicUrl).hostname))
    say('warn', 'sample value', 'the public address is a loopback address: set it in /admin/settings/address')
  if (config.fetchAllow.length > 0)
    say('warn', 'pictures', 'FETCH_ALLOW is set: pictures may be fetched from those private addresses')
  if (!config.rateLimits) say('warn', 'limits', 'RATE_LIMITS is off')
  if (!config.passwordLimit) say('warn', 'limits', 'PASSWORD_LIMIT is off')
}
