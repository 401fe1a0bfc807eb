import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { openLanguages } from '../platform/languages/languages.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { rootDir } from '../store.ts'
import { mailServer } from '../testing/mail-server.ts'
import { createTestDatabase } from '../testing/template-database.ts'
import { doctor } from './doctor.ts'

let database: Database
let drop: () => Promise<void>
const said: string[] = []

beforeAll(async () => {
  const store = await createTestDatabase()
  drop = store.drop
  database = openDatabase({ url: store.ownerUrl, log: createLogger('silent') })
  vi.stubEnv('DATABASE_URL', store.appUrl)
  vi.stubEnv('MIGRATION_DATABASE_URL', store.ownerUrl)
  vi.stubEnv('GAME_HOST', 'localhost')
  vi.stubEnv('GAME_PORT', '9')
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
})
afterEach(() => {
  said.length = 0
  vi.stubEnv('TRUST_PROXY', '')
})
afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await database.close()
  await drop()
})

const lines = (what: string) => said.filter((line) => line.slice(6).startsWith(what))

test('[standby.12] doctor names the server, and warns when clocks differ or connections do not fit', async () => {
  await doctor()
  expect(lines('server')).toEqual([expect.stringMatching(/^ok .*the primary, PostgreSQL \d+/)])
  expect([...lines('clocks'), ...lines('connections'), ...lines('standbys')]).toEqual([])
  const { rows } = await sql<{ max: number }>`SELECT current_setting('max_connections')::int AS max`.execute(
    database.sql,
  )
  const processes = Math.ceil((rows[0]?.max ?? 0) / 21)
  const live = Array.from({ length: processes }, () => {
    const url = new URL(process.env.DATABASE_URL!)
    return new Client({ connectionString: url.href, application_name: 'live' })
  })
  await Promise.all(live.map((client) => client.connect()))
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 10_000)
  said.length = 0
  await doctor()
  vi.mocked(Date.now).mockRestore()
  await Promise.all(live.map((client) => client.end()))
  expect(lines('clocks')).toEqual([
    expect.stringMatching(/^warn .*the clock of the database is \d+\.\d s behind this machine's$/),
  ])
  expect(lines('connections')).toEqual([
    expect.stringContaining(`${processes} processes may open ${processes * 21}`),
  ])
})

test('[languages.31] doctor names texts of a language that cannot be used, and says when there is none', async () => {
  const contentDir = mkdtempSync(join(tmpdir(), 'content-'))
  mkdirSync(join(contentDir, 'languages'))
  const file = join(contentDir, 'languages/nl.po')
  writeFileSync(file, 'msgid "Not found"\nmsgstr "Niet {gevonden}"\n')
  const before = [process.env.LANGUAGES, process.env.CONTENT_DIR]
  vi.stubEnv('LANGUAGES', 'en,de')
  await doctor()
  expect(lines('languages')).toEqual([expect.stringMatching(/^ok .*every text of en, de can be used$/)])
  said.length = 0
  vi.stubEnv('LANGUAGES', 'en,nl')
  vi.stubEnv('CONTENT_DIR', contentDir)
  await doctor()
  vi.stubEnv('LANGUAGES', before[0])
  vi.stubEnv('CONTENT_DIR', before[1])
  rmSync(contentDir, { recursive: true })
  expect(lines('languages')).toEqual([
    expect.stringMatching(
      /^warn .*nl\.po:1: “Not found”: it has the placeholders \{gevonden\} instead of \(none\)/,
    ),
  ])
})

test('[languages.83] doctor says of the files of languages what the log says', async () => {
  const contentDir = mkdtempSync(join(tmpdir(), 'content-'))
  mkdirSync(join(contentDir, 'languages/sv.po'), { recursive: true })
  writeFileSync(join(contentDir, 'languages/nl.po'), 'msgid "Not found"\nmsgstr "Niet gevonden\n')
  writeFileSync(join(contentDir, 'languages/nl_NL.po'), '')
  vi.stubEnv('LANGUAGES', 'en,nl,sv')
  vi.stubEnv('CONTENT_DIR', contentDir)
  await doctor()
  vi.stubEnv('LANGUAGES', undefined)
  vi.stubEnv('CONTENT_DIR', undefined)
  const logged: string[] = []
  const log = { warn: (sentence: string) => void logged.push(sentence) }
  await openLanguages({ languages: ['en', 'nl', 'sv'], contentDir }, `${rootDir}languages`, log)
  rmSync(contentDir, { recursive: true })
  expect(logged.map((sentence) => sentence.replaceAll(`${contentDir}/`, ''))).toEqual([
    expect.stringMatching(/^sv is offered, and there is no /),
    'languages/nl_NL.po: call it nl.po or nl-NL.po (it is left out)',
    'languages/sv.po: it is not a file (it is left out)',
    'languages/nl.po:2: “Not found”: the quotes are not closed (it is left out)',
  ])
  expect(lines('languages')).toEqual(logged.map((sentence) => `warn  ${'languages'.padEnd(14)}  ${sentence}`))
})

test('[languages.42] doctor names a content file of a language that cannot be used', async () => {
  const contentDir = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync(join(rootDir, 'content'), contentDir, { recursive: true })
  vi.stubEnv('LANGUAGES', 'en,de')
  vi.stubEnv('CONTENT_DIR', contentDir)
  await doctor()
  expect(lines('content')).toEqual([expect.stringMatching(/^ok .*all files are valid$/)])
  said.length = 0
  writeFileSync(join(contentDir, 'de/rules.yaml'), 'into: Hallo\n')
  await doctor()
  vi.stubEnv('LANGUAGES', undefined)
  vi.stubEnv('CONTENT_DIR', undefined)
  rmSync(contentDir, { recursive: true })
  expect(lines('content')).toEqual([
    expect.stringMatching(
      /^warn .*de\/rules\.yaml:1: into has nothing.*\(the words of the default language are shown\)$/,
    ),
  ])
})

test('a header of proxies that came without TRUST_PROXY is reported until TRUST_PROXY is set', async () => {
  await doctor()
  expect(lines('proxy')).toEqual([])
  await sql`INSERT INTO unnamed_proxy (seen_at) VALUES ('2026-01-02T03:04:05Z')`.execute(database.sql)
  await doctor()
  expect(lines('proxy')).toEqual([
    expect.stringMatching(/^warn .*2026-01-02T03:04:05\.000Z, and TRUST_PROXY is not set/),
  ])
  vi.stubEnv('TRUST_PROXY', '127.0.0.1')
  said.length = 0
  await doctor()
  expect(lines('proxy')).toEqual([])
})

test('[settings.60] doctor says where each value comes from, and asks the game server at the address that was set in the browser', async () => {
  vi.stubEnv('GAME_HOST', '')
  await sql`INSERT INTO settings_revisions (scope, value, base) VALUES ('identity',
    '{"name":"Ember","shortName":"E","host":"127.0.0.2","port":9}', 0)`.execute(database.sql)
  await doctor()
  expect(lines('configuration')).toEqual([
    expect.stringMatching(/^ok .*from the environment: .*DATABASE_URL.*GAME_PORT.*; from \.env: none$/),
  ])
  expect(lines('game server')).toEqual([expect.stringContaining('127.0.0.2:9')])
  await sql`DELETE FROM settings_revisions`.execute(database.sql)
  vi.stubEnv('GAME_HOST', 'localhost')
})

test('[owner.04] doctor and the list of the staff area ask one function for the links that nobody has set, also after a change in the browser', async () => {
  const samples = () => lines('sample value').filter((line) => line.includes(' link '))
  await doctor()
  expect(samples()).toHaveLength(10)
  expect(samples()).toContainEqual(expect.stringMatching(/the link discord is a sample/))
  const links = {
    youtube: 'https://www.youtube.com/@ember',
    twitter: 'https://x.com',
    discord: 'https://discord.gg/ember',
    supportEmail: 'team@ember.example',
  }
  await sql`INSERT INTO settings_revisions (scope, value, base) VALUES ('links', ${JSON.stringify(links)}, 0)`.execute(
    database.sql,
  )
  said.length = 0
  await doctor()
  expect(samples()).toEqual([expect.stringMatching(/the link twitter is a sample/)])
  expect(lines('sample value').join()).not.toContain('DISCORD_INVITE')
  await sql`DELETE FROM settings_revisions`.execute(database.sql)
})

test('[owner.46] doctor goes by the public address that was set in the browser', async () => {
  const warnings = () => lines('sample value').filter((line) => line.includes('public address'))
  await doctor()
  expect(warnings()).toEqual([expect.stringContaining('set it in /admin/settings/address')])
  await sql`
    INSERT INTO settings_revisions (scope, value, base) VALUES ('address', '{"publicUrl": "https://play.example"}', 0)
  `.execute(database.sql)
  said.length = 0
  await doctor()
  expect(warnings()).toEqual([])
  await sql`DELETE FROM settings_revisions`.execute(database.sql)
})

test('[owner.34] doctor signs in at the mail server that was set in the browser, and names secrets that it cannot decrypt', async () => {
  const server = await mailServer()
  const { port } = new URL(server.url)
  const value = {
    host: '127.0.0.1',
    port: Number(port),
    encryption: 'none',
    signsIn: false,
    sender: 'a@b.example',
  }
  await sql`INSERT INTO settings_revisions (scope, value, base)
    VALUES ('mail', ${JSON.stringify({ ...value, contactMessagesTo: 'a@b.example' })}, 0)`.execute(
    database.sql,
  )
  await doctor()
  expect(lines('mail')).toEqual([expect.stringMatching(/^ok .*the mail server takes our sign-in$/)])
  expect(lines('secrets')).toEqual([])
  said.length = 0
  await sql`UPDATE settings_revisions SET value = value::jsonb - 'signsIn'`.execute(database.sql)
  await sql`INSERT INTO secrets (name, encrypted)
    SELECT name, decode(repeat('00', 40), 'hex') FROM unnest(ARRAY['mail', 'discord.news']) AS name`.execute(
    database.sql,
  )
  expect(await doctor()).toBe(1)
  expect(lines('secrets')).toEqual([
    expect.stringMatching(
      /^fail .*the sign-in at the mail server \(\/admin\/settings\/mail\) cannot be decrypted/,
    ),
    expect.stringMatching(/^fail .*the webhook for news \(\/admin\/discord\) cannot be decrypted/),
  ])
  expect(lines('mail')).toEqual([
    expect.stringMatching(/^warn .*no mail is sent: no mail server is set, or its sign-in is not entered/),
  ])
  await sql`DELETE FROM secrets`.execute(database.sql)
  await sql`DELETE FROM settings_revisions`.execute(database.sql)
  await server.close()
})

test('[plugs.25] [guards.89] doctor names the jobs of a running site that are late, with their last error', async () => {
  await doctor()
  // A site that hangs says as little as none.
  expect(lines('jobs')).toEqual([
    expect.stringMatching(/^warn .*no process of the site wrote of its jobs within a minute: does it run\?$/),
  ])
  await sql`INSERT INTO job_states (name, every_ms, runs, failures, last_success_at, last_error, watched_since) VALUES
    ('mails', 2000, 9, 9, '2026-01-02T03:04:05Z', 'Error: no such host', now() - interval '1 day'),
    ('ratings', 2000, 9, 0, now(), NULL, now() - interval '1 day')`.execute(database.sql)
  said.length = 0
  await doctor()
  expect(lines('jobs')).toEqual([
    expect.stringMatching(
      /^warn .*"mails" last succeeded 2026-01-02T03:04:05\.000Z; its last error: Error: no such host$/,
    ),
  ])
  await sql`DELETE FROM job_states WHERE name = 'mails'`.execute(database.sql)
  said.length = 0
  await doctor()
  expect(lines('jobs')).toEqual([expect.stringMatching(/^ok .*all 1 succeeded lately$/)])
})

test('the game server of this machine is a sample value under every name', async () => {
  await doctor()
  expect(lines('sample value')).toContainEqual(expect.stringContaining('address is localhost'))
})

test('a schema that is older or newer is reported and left as it is', async () => {
  await doctor()
  expect(lines('migrations')).toEqual([expect.stringMatching(/^ok .*all \d+ are applied$/)])
  const { rows } = await sql<{ number: number; name: string; checksum: string }>`
    DELETE FROM schema_migrations WHERE number = (SELECT max(number) FROM schema_migrations) RETURNING *
  `.execute(database.sql)
  const { number, name, checksum } = rows[0]!
  const applied = async () =>
    (await sql<{ n: number }>`SELECT max(number) AS n FROM schema_migrations`.execute(database.sql)).rows[0]
      ?.n

  const before = await applied()

  said.length = 0
  await doctor()
  expect(lines('migrations')).toEqual([expect.stringMatching(/^warn .*1 will be applied/)])
  expect(lines('database')).toEqual([expect.stringMatching(/^ok /)])
  expect(await applied()).toBe(before)

  await sql`INSERT INTO schema_migrations (number, name, checksum) VALUES (${number}, ${name}, ${checksum}), (9999, 'later', 'x')`.execute(
    database.sql,
  )
  said.length = 0
  expect(await doctor()).toBe(1)
  expect(lines('migrations')).toEqual([expect.stringMatching(/^fail .*9999/)])
  expect(await applied()).toBe(9999)
})
