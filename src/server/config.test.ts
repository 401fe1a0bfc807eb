import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  ConfigError,
  envExample,
  readConfig,
  readEnvFile,
  type VariableName,
  variableNames,
} from './config.ts'

const problemsOf = (environment: Partial<Record<VariableName, string>>) => {
  try {
    readConfig(environment, '/srv/site')
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

/** An invalid value for every variable, with a marker that no message may repeat. */
const wrong: Record<VariableName, string> = {
  PORT: '99999-mark',
  HOST: 'mark host!',
  PUBLIC_URL: 'https://site.example/mark',
  DATA_DIR: 'mark\0',
  SECRET_KEY: 'mark',
  DATABASE_URL: 'mysql://mark',
  MIGRATION_DATABASE_URL: 'http://mark',
  DATABASE_READ_URL: 'http://mark',
  DATABASE_WAIT_SECONDS: '60mark',
  CONTENT_DIR: 'mark\0',
  SITE_NAME: `mark${'k'.repeat(80)}`,
  SITE_SHORT_NAME: `mark${'k'.repeat(80)}`,
  GAME_HOST: 'mark host',
  GAME_PORT: 'mark',
  LANGUAGES: 'en, mark!',
  STATUS_POLL_MS: '1mark',
  LEADERBOARD_MAINTENANCE: 'mark',
  TEASER_VIDEO_URL: 'mark',
  STAFF_APPLICATION_URL: 'ftp://mark',
  STAFF_APPLICATION_WEBHOOK_SECRET: 'mark',
  DISCORD_INVITE: 'https://discord.gg/mark',
  DISCORD_API_URL: 'mark',
  DISCORD_WEBHOOK_MATCHES: 'https://discord.com/mark',
  DISCORD_WEBHOOK_NEWS: 'https://discord.com/api/webhooks/mark/x',
  DISCORD_WEBHOOK_CUPS: 'https://discord.com/api/webhooks/mark',
  DISCORD_WEBHOOK_REPORTS: 'https://mark@discord.com/api/webhooks/1/x',
  DISCORD_WEBHOOK_APPLICATIONS: 'ftp://mark/api/webhooks/1/x',
  DISCORD_CLIENT_ID: 'mark',
  DISCORD_CLIENT_SECRET: 'mark',
  DISCORD_BOT_TOKEN: 'mark',
  SMTP_URL: 'http://mark',
  MAIL_FROM: 'mark',
  CONTACT_TO: 'mark',
  HSTS_SUBDOMAINS: 'yes',
  TRUST_PROXY: '10.0.0.0/8, mark',
  FETCH_ALLOW: '10.1.0.0/16, mark',
  RATE_LIMITS: 'mark',
  PASSWORD_LIMIT: 'mark',
  REQUIRE_STAFF_2FA: 'mark',
  RETENTION_DAYS_CONTACT: 'mark',
  RETENTION_DAYS_APPLICATIONS: '-1mark',
  RETENTION_DAYS_REPORTS: '0mark',
  LOG_LEVEL: 'mark',
  METRICS_TOKEN: 'mark',
}

describe('configuration', () => {
  test('[languages.23] a tag of no language stops the start with a message that names LANGUAGES', () => {
    expect(problemsOf({ LANGUAGES: 'en, zh-CN-Hans' })).toEqual([
      expect.stringMatching(/^LANGUAGES must be a list of languages/),
    ])
  })

  test.each(variableNames)(
    'a wrong %s stops the start with a message that names it and not its value',
    (name) => {
      const problems = problemsOf({
        ...(/^(?:MIGRATION_DATABASE|DATABASE_READ)_URL$/.test(name) && { DATABASE_URL: 'postgres://x/y' }),
        [name]: wrong[name],
      })
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatch(new RegExp(`^${name} `))
      expect(problems.join()).not.toContain('mark')
    },
  )

  test.each(['play.example:19132', '[::1]', '[::1]:19132', ':19132', '::1::', 'fe80::zz'])(
    '[inputs.10] %s is no host: the start is refused with a sentence that says what is',
    (value) => {
      for (const name of ['GAME_HOST', 'HOST'] as const)
        expect(problemsOf({ [name]: value })).toEqual([
          `${name} must be a host name or an IP address, without a port and without brackets`,
        ])
    },
  )

  test.each(['play.example', 'mc_1', '127.0.0.1', '::1', '2001:db8::7', '::ffff:192.0.2.1'])(
    '[inputs.10] %s is a host',
    (value) => {
      expect(readConfig({ GAME_HOST: value, HOST: value }, '/srv/site')).toMatchObject({
        gameHost: value,
        host: value,
      })
    },
  )

  test('every problem is listed at once', () => {
    expect(problemsOf({ PORT: 'x', GAME_PORT: '0', LOG_LEVEL: 'loud' })).toHaveLength(3)
  })

  test('SMTP_URL needs MAIL_FROM, MIGRATION_DATABASE_URL and DATABASE_READ_URL need DATABASE_URL', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://mail.example' })).toEqual(['MAIL_FROM is needed with SMTP_URL'])
    expect(problemsOf({ DATABASE_READ_URL: 'postgres://a/b' })).toEqual([
      'DATABASE_READ_URL needs DATABASE_URL',
    ])
    expect(problemsOf({ MIGRATION_DATABASE_URL: 'postgres://a/b' })).toEqual([
      'MIGRATION_DATABASE_URL needs DATABASE_URL',
    ])
  })

  test('an empty environment is the documented default', () => {
    expect(readConfig({ PORT: ' ' }, '/srv/site')).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: '/srv/site/data',
      databaseUrl: undefined,
      siteName: 'Vulx Network',
      siteShortName: 'Vulx',
      gameHost: '127.0.0.1',
      gamePort: 19_132,
      statusPollMs: 5_000,
      rateLimits: true,
      passwordLimit: true,
      trustProxy: [],
      logLevel: 'info',
    })
  })

  test('[settings.60] A file .env is read below the variables that are set; an empty value decides nothing', () => {
    const config = readConfig({ SITE_NAME: 'Ember', PORT: '' }, '/srv/site', {
      SITE_NAME: 'Other',
      PORT: '8080',
      GAME_HOST: ' play.example ',
      UNKNOWN: 'x',
    })
    expect([config.siteName, config.port, config.gameHost]).toEqual(['Ember', 8_080, 'play.example'])
    expect([...config.given]).toEqual([
      ['PORT', '.env'],
      ['SITE_NAME', 'environment'],
      ['GAME_HOST', '.env'],
    ])
    expect(() => readConfig({}, '/srv/site', { PORT: 'mark' })).toThrow(/PORT must be a whole number/)
  })

  test('[settings.60] [field.120] A directory without .env says nothing, and one that cannot be read stops the start with its name', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'env-'))
    expect(readEnvFile(directory)).toEqual({})
    await writeFile(join(directory, '.env'), '# my network\nSITE_NAME="Ember Arena"\nexport PORT=8080\r\n')
    expect(readEnvFile(directory)).toEqual({ SITE_NAME: 'Ember Arena', PORT: '8080' })
    for (const text of [
      '\uFEFFSITE_NAME=Ember Arena  \r\nPORT=8080\r\n',
      'SITE_NAME = Ember Arena\nPORT=8080',
    ]) {
      await writeFile(join(directory, '.env'), text)
      expect(readEnvFile(directory)).toEqual({ SITE_NAME: 'Ember Arena', PORT: '8080' })
    }
    await writeFile(join(directory, '.env'), Buffer.from('\uFEFFPORT=8080', 'utf16le'))
    expect(readEnvFile(directory)).toEqual({ PORT: '8080' })
    await writeFile(
      join(directory, '.env'),
      "KEY='-----\nno name here\n-----'\n\n# mine\nPORT=8080 # the port\n",
    )
    expect(readEnvFile(directory)).toEqual({ KEY: '-----\nno name here\n-----', PORT: '8080' })
    for (const [text, problem] of [
      ['# mine\nSITE_NAME Ember\nPORT=8080', '.env:2: must be NAME=value'],
      ['PORT=8080\nSITE-NAME?=Ember', '.env:2: must be NAME=value'],
      [
        Buffer.from('PORT=1\nSITE_NAME=\xdc', 'latin1'),
        '.env:2: it is not a text in UTF-8: save it in UTF-8',
      ],
    ] as const) {
      await writeFile(join(directory, '.env'), text)
      expect(() => readEnvFile(directory)).toThrow(problem)
    }
    await rm(join(directory, '.env'))
    await mkdir(join(directory, '.env'))
    expect(() => readEnvFile(directory)).toThrow(/\.env cannot be read \(EISDIR\)/)
    await rm(directory, { recursive: true })
  })

  test('.env.example is what the schema says; `npx vitest -u src/server/config.test.ts` writes it', async () => {
    await expect(envExample()).toMatchFileSnapshot('../../.env.example')
  })
})
