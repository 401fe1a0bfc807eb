import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { discordKinds } from '../../../../contract/network/discord-messages.ts'
import type { VariableName } from '../../../config.ts'
import { mailTemplates } from '../../../domains.ts'
import { sendBatch } from '../../../platform/jobs/outbox.ts'
import { createLogger } from '../../../platform/logs/logger.ts'
import { discordServer } from '../../../testing/discord-server.ts'
import { type MailServer, mailServer, receivedMails } from '../../../testing/mail-server.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { postMessages } from '../../network/discord/post-messages.ts'
import { fanOut } from '../../notifications/fanout.ts'
import { exportSettings } from '../settings/files.ts'
import { mailSetting } from '../settings/mail.ts'
import { currentRevisions } from '../settings/queries.ts'
import { openBrowserConfig } from './secrets.ts'

const canaries = { user: 'canary-user-71f0', password: 'canary-password-9c4e' } as const

let directory: string
let server: MailServer
let discord: Awaited<ReturnType<typeof discordServer>>
const open: TestApp[] = []
const lines: string[] = []

async function start(environment: Partial<Record<VariableName, string>> = {}, store?: TestApp['store']) {
  const log = createLogger('trace', { write: (line) => void lines.push(line) })
  const site = await testApp({
    environment: {
      RATE_LIMITS: 'off',
      DATA_DIR: directory,
      SITE_NAME: 'Ember Isles',
      DISCORD_API_URL: discord.apiUrl,
      ...environment,
    },
    log,
    ...(store !== undefined && { store }),
  })
  open.push(site)
  return site
}

let site: TestApp

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'secrets-'))
  server = await mailServer()
  discord = await discordServer()
  site = await start()
})
afterAll(async () => {
  for (const one of open.toReversed()) await one.close()
  await server.close()
  discord.close()
  await rm(directory, { recursive: true })
})
beforeEach(() => {
  server.lines.length = 0
  discord.posted.length = 0
})

const ranked = async (rank: Rank, on = site) => {
  const browser = await on.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(on.database.sql)
  return browser
}

type Browser = Awaited<ReturnType<typeof ranked>>

/** A reply of the mail server. Without it nobody signs in there. */
const withSignIn = '250-here\r\n250 AUTH PLAIN'

const port = () => Number(new URL(server.url).port)
const mail = (over: object = {}) => ({
  host: '127.0.0.1',
  port: port(),
  encryption: 'none',
  sender: 'Ember Isles <site@isles.example>',
  contactMessagesTo: 'team@isles.example',
  ...over,
})

async function saveMail(owner: Browser, value: object | null = mail()) {
  const { scopes } = (await owner.get('/api/admin/settings')).json
  const { revision } = scopes.find(({ scope }: { scope: string }) => scope === 'mail')
  return value === null
    ? owner.post('/api/admin/settings/mail/undo', { to: null })
    : owner.put('/api/admin/settings/mail', { value, base: revision })
}

/** As the form does: a sign-in is for the mail server that is saved. */
async function saveSecret(owner: Browser, name: string, value: unknown, seen?: number) {
  const { scopes } = (await owner.get('/api/admin/settings')).json
  const found = scopes?.find(({ scope }: { scope: string }) => scope === 'mail')
  return owner.put(`/api/admin/secrets/${name}`, {
    value,
    ...(name === 'mail' && { mailRevision: seen ?? found?.revision ?? null }),
  })
}

const states = async (owner: Browser) =>
  Object.fromEntries(
    (await owner.get('/api/admin/secrets')).json.secrets.map(
      ({ name, state, lockedBy }: Record<string, string>) => [name, lockedBy ?? state],
    ),
  )

const deliver = (on = site) =>
  sendBatch(on.database, on.context.gateways.mail, on.context.log, mailTemplates(on.context))

const write = (on = site) =>
  on.browser().post('/api/contact', { name: 'A', email: 'a@x.example', subject: 'Hello', message: 'Hello' })

/** Every row of every table, as text. */
async function wholeDatabase(on = site) {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
  `.execute(on.database.sql)
  const texts = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: all } = await sql<{ text: string }>`
        SELECT row_to_json(one)::text AS text FROM ${sql.table(name)} AS one
      `.execute(on.database.sql)
      return all.map(({ text }) => text).join()
    }),
  )
  return texts.join()
}

describe('mail', () => {
  test('[owner.31] An Owner sets up mail in the browser: it is sent at once, by every process, with the sign-in that was entered', async () => {
    const owner = await ranked('Owner')
    const other = await start({}, site.store)
    const pages = [site, other]
    for (const one of pages) expect(one.content.site().sendsMail).toBe(false)
    expect((await saveMail(owner)).status).toBe(200)
    expect((await saveSecret(owner, 'mail', canaries)).status).toBe(204)
    for (const one of pages)
      await vi.waitFor(() => expect(one.context.config.smtpUrl).toContain(canaries.password), 60_000)
    for (const one of pages) expect(one.content.site().sendsMail).toBe(true)
    for (const one of pages) {
      server.lines.length = 0
      expect((await write(one)).status).toBe(201)
      server.sayAt('EHLO', withSignIn)
      await deliver(one)
      const plain = Buffer.from(`\0${canaries.user}\0${canaries.password}`).toString('base64')
      expect(server.lines).toContain(`AUTH PLAIN ${plain}`)
      expect(server.lines).toContain('MAIL FROM:<site@isles.example>')
      expect(receivedMails(server)).toMatchObject([{ to: 'team@isles.example' }])
    }
    // Set back: nothing is sent, and what is written waits.
    await saveMail(owner, null)
    for (const one of pages)
      await vi.waitFor(() => expect(one.context.config.smtpUrl).toBeUndefined(), 60_000)
  })

  test('[owner.32] A secret is never returned: not by the API, the history, an export, the log, the audit log, and the database has it encrypted alone', async () => {
    const owner = await ranked('Owner')
    lines.length = 0
    await saveMail(owner)
    const webhook = discord.webhook(7)
    expect((await saveSecret(owner, 'mail', canaries)).status).toBe(204)
    expect((await saveSecret(owner, 'discord.news', webhook)).status).toBe(204)
    server.sayAt('EHLO', withSignIn)
    const wrong = `535 ${canaries.password} of ${canaries.user} is wrong`
    server.sayAt('AUTH', wrong)
    const refused = await owner.post('/api/admin/mail/test')
    // The reason is stored with the mail that waits, and logged.
    await write()
    server.sayAt('EHLO', withSignIn)
    server.sayAt('AUTH', wrong)
    await deliver()
    expect(await wholeDatabase()).toContain('535 … of … is wrong')
    expect(lines.join()).toContain('535 … of … is wrong')
    const preview = await owner.post('/api/admin/settings/mail/preview', { value: mail() })
    const responses = await Promise.all([
      refused,
      preview,
      saveSecret(owner, 'mail', { ...canaries, more: 1 }),
      saveSecret(owner, 'discord.news', `${webhook}/x`),
      ...['settings', 'secrets', 'settings/mail/revisions', 'audit', 'discord', 'overview', 'audit/file'].map(
        (path) => owner.get(`/api/admin/${path}`),
      ),
      owner.get('/api/account/export'),
    ])
    await exportSettings(site.database, join(directory, 'export'))
    const files = await Promise.all(
      (await readdir(join(directory, 'export'))).map((name) =>
        readFile(join(directory, 'export', name), 'utf8'),
      ),
    )
    const all = [...responses.map(({ text }) => text), ...files, ...lines, await wholeDatabase()]
    for (const secret of [...Object.values(canaries), 'token-of-7'])
      for (const form of [
        secret,
        Buffer.from(secret).toString('base64'),
        Buffer.from(secret).toString('hex'),
      ])
        expect(all.filter((text) => text.includes(form))).toEqual([])
    expect(refused.json.error).toContain('535 … of … is wrong')
    const { rows } = await sql`
      SELECT action, after FROM audit_log WHERE actor_id = ${owner.user.id} AND subject_type IN ('secret', 'mail') ORDER BY id
    `.execute(site.database.sql)
    expect(rows).toEqual([
      { action: 'secret.save', after: { secret: 'mail' } },
      { action: 'secret.save', after: { secret: 'discord.news' } },
      { action: 'mail.test', after: null },
    ])
    await saveSecret(owner, 'discord.news', null)
  })

  test.each([
    ['host', { host: 'localhost' }],
    ['port', { port: 1 }],
    ['encryption', { encryption: 'starttls' }],
  ])(
    '[owner.33] The sign-in is of use at no other mail server: another %s has to get its own, and mail waits until then',
    async (_what, over) => {
      const owner = await ranked('Owner')
      await saveMail(owner)
      await saveSecret(owner, 'mail', canaries)
      expect(site.context.config.smtpUrl).toContain(canaries.password)
      await write()
      await saveMail(owner, mail(over))
      expect(await states(owner)).toMatchObject({ mail: 'unreadable' })
      expect(site.context.config.smtpUrl).toBeUndefined()
      expect(server.lines).toEqual([])
      expect((await owner.post('/api/admin/mail/test')).status).toBe(409)
      await saveSecret(owner, 'mail', null)
      expect(await states(owner)).toMatchObject({ mail: 'unset' })
      await saveMail(owner)
    },
  )

  test('[owner.54] While the sign-in is not entered nothing goes to the mail server, unless it needs none', async () => {
    const owner = await ranked('Owner')
    await saveMail(owner)
    expect(site.context.config.smtpUrl).toBeUndefined()
    await saveSecret(owner, 'mail', canaries)
    expect(site.context.config.smtpUrl).toContain(canaries.password)
    await saveSecret(owner, 'mail', null)
    expect(site.context.config.smtpUrl).toBeUndefined()
    await saveMail(owner, mail({ signsIn: false }))
    expect(site.context.config.smtpUrl).toBe(`${server.url}?ignoreTLS=true`)
  })

  test('[owner.55] A sign-in is stored for the mail server that its Owner saw, and for no other that was saved meanwhile', async () => {
    const owner = await ranked('Owner')
    await saveMail(owner)
    const { scopes } = (await owner.get('/api/admin/settings')).json
    const { revision } = scopes.find(({ scope }: { scope: string }) => scope === 'mail')
    await saveMail(await ranked('Owner'), mail({ host: 'elsewhere.example' }))
    const { status, json } = await saveSecret(owner, 'mail', canaries, revision)
    expect([status, json.error]).toEqual([
      409,
      'The mail server was changed in the meantime. Look at it, and enter the sign-in again.',
    ])
    expect(await states(owner)).toMatchObject({ mail: 'unset' })
  })

  test('[owner.34] [owner.44] With another key the site starts, sends no mail and says what to enter again', async () => {
    const owner = await ranked('Owner')
    await saveMail(owner)
    await saveSecret(owner, 'mail', canaries)
    await saveSecret(owner, 'discord.cups', discord.webhook(3))
    lines.length = 0
    const restored = await start({ SECRET_KEY: 'the-key-of-another-machine' }, site.store)
    expect(lines.join()).toContain(
      'the sign-in at the mail server (/admin/settings/mail) cannot be decrypted',
    )
    expect(lines.join()).toContain('the webhook for cups (/admin/discord) cannot be decrypted')
    expect(restored.context.config.smtpUrl).toBeUndefined()
    expect(restored.context.config.discordWebhooks.cups).toBeUndefined()
    const there = await ranked('Owner', restored)
    expect(await states(there)).toMatchObject({ mail: 'unreadable', 'discord.cups': 'unreadable' })
    expect((await restored.browser().get('/api/minecraft/status')).status).toBe(200)
    const toEnter = async (browser: Browser) => {
      const { setup } = (await browser.get('/api/admin/overview')).json
      return setup.flatMap(({ key }: { key: string }) => (/mailSignIn|webhooks/.test(key) ? [key] : []))
    }
    expect([await toEnter(there), await toEnter(owner)]).toEqual([['mailSignIn', 'webhooks'], []])
    const stored = await currentRevisions(restored.database.sql)
    const { problems } = await openBrowserConfig(restored.database.sql, restored.context.config, stored)
    expect(problems).toHaveLength(2)
    expect((await saveSecret(there, 'mail', canaries)).status).toBe(204)
    expect(await states(there)).toMatchObject({ mail: 'set', 'discord.cups': 'unreadable' })
    expect(await toEnter(there)).toEqual(['webhooks'])
    await saveSecret(owner, 'discord.cups', null)
    await saveSecret(owner, 'mail', null)
  })

  test('[owner.45] Other Owners are told when the mail server or the sign-in is changed, and nobody else is', async () => {
    const [owner, other] = [await ranked('Owner'), await ranked('Owner')]
    const [manager, admin] = [await ranked('Manager'), await ranked('Admin')]
    const told = async (browser: Browser) => {
      await fanOut(site.database)
      const { json } = await browser.get('/api/notifications')
      const own = json.filter(({ link }: { link: string }) => link === '/admin/settings/mail')
      await sql`DELETE FROM notifications WHERE user_id = ${browser.user.id}`.execute(site.database.sql)
      return own.map(({ title }: { title: string }) => title)
    }
    const changed = 'The mail settings were changed'
    await sql`DELETE FROM notification_fanouts`.execute(site.database.sql)
    await saveMail(owner)
    expect([await told(other), await told(owner)]).toEqual([[changed], []])
    await saveSecret(owner, 'mail', canaries)
    await saveSecret(owner, 'discord.news', discord.webhook(4))
    expect([await told(other), await told(owner)]).toEqual([[changed], []])
    // Refused, so nothing changed.
    await saveSecret(owner, 'mail', canaries, 0)
    await saveMail(owner, mail({ port: 0 }))
    expect(await told(other)).toEqual([])
    await saveSecret(owner, 'mail', null)
    await saveMail(owner, null)
    expect(await told(other)).toEqual([changed, changed])
    expect([await told(owner), await told(manager), await told(admin)]).toEqual([[], [], []])
    await saveSecret(owner, 'discord.news', null)
  })

  test('[owner.35] The test signs in, says what the mail server said, and mails only the own confirmed address', async () => {
    const owner = await ranked('Owner')
    const own = 'owner@isles.example'
    await saveMail(owner, null)
    expect((await owner.post('/api/admin/mail/test')).json.error).toBe(
      'Save a mail server and a sender first, and enter the sign-in',
    )
    await saveMail(owner, mail({ signsIn: false }))
    await owner.patch('/api/user', { email: own })
    expect((await owner.post('/api/admin/mail/test')).json).toEqual({ to: null, error: null })
    expect(receivedMails(server)).toEqual([])
    await sql`INSERT INTO verified_emails (user_id, email) VALUES (${owner.user.id}, ${own})`.execute(
      site.database.sql,
    )
    expect((await owner.post('/api/admin/mail/test')).json).toEqual({ to: own, error: null })
    expect(receivedMails(server)).toMatchObject([{ to: own, subject: '[Ember Isles] Test email' }])
    server.sayAt('RCPT', '550 5.7.1 we do not relay')
    expect((await owner.post('/api/admin/mail/test')).json).toEqual({
      to: own,
      error: expect.stringContaining('550 5.7.1 we do not relay'),
    })
    await saveMail(owner, mail({ port: 1, signsIn: false }))
    expect((await owner.post('/api/admin/mail/test')).json.error).toContain('ECONNREFUSED')
    await saveMail(owner)
  })

  test('[owner.36] With STARTTLS nothing is sent over a connection that is not encrypted', async () => {
    const owner = await ranked('Owner')
    await saveMail(owner, mail({ encryption: 'starttls' }))
    await saveSecret(owner, 'mail', canaries)
    server.sayAt('STARTTLS', '454 not now')
    expect((await owner.post('/api/admin/mail/test')).json.error).toContain('454')
    expect(server.lines.filter((line) => /^(?:AUTH|MAIL)/.test(line))).toEqual([])
    await saveSecret(owner, 'mail', null)
    await saveMail(owner)
  })
})

test.each([
  ['smtps://mail.example', 'tls'],
  ['smtp://mail.example?requireTLS=true', 'starttls'],
  ['smtp://mail.example', 'starttls'],
  ['smtp://mail.example?ignoreTLS=true', 'none'],
])('[owner.38] %s is shown as what it says of encryption: %s', (smtpUrl, encryption) => {
  const given = { smtpUrl, mailFrom: undefined, contactTo: undefined, given: new Map() }
  expect(mailSetting(given, null).value.encryption).toBe(encryption)
})

describe('who may, and what is refused', () => {
  test('[owner.37] Only an Owner who entered the password lately enters secrets and tests them; Managers see which are set', async () => {
    for (const rank of ['Member', 'Moderator', 'Admin', 'Manager'] as const) {
      const browser = await ranked(rank)
      expect((await saveSecret(browser, 'mail', canaries)).status).toBe(403)
      expect((await browser.post('/api/admin/mail/test')).status).toBe(403)
      expect((await browser.get('/api/admin/secrets')).status).toBe(rank === 'Manager' ? 200 : 403)
    }
    const owner = await ranked('Owner')
    await sql`UPDATE sessions SET confirmed_at = now() - interval '16 minutes' WHERE user_id = ${owner.user.id}`.execute(
      site.database.sql,
    )
    for (const refused of [
      await saveSecret(owner, 'mail', canaries),
      await owner.post('/api/admin/mail/test'),
    ])
      expect([refused.status, refused.json.code]).toEqual([403, 'confirm_password'])
  })

  test('[owner.38] A variable decides and locks its fields; its value is not shown', async () => {
    const locked = await start({
      SMTP_URL: `smtp://${canaries.user}:${canaries.password}@127.0.0.1:${port()}`,
      MAIL_FROM: 'env@isles.example',
      DISCORD_WEBHOOK_NEWS: discord.webhook(9),
    })
    const owner = await ranked('Owner', locked)
    expect(await states(owner)).toMatchObject({
      mail: 'SMTP_URL',
      'discord.news': 'DISCORD_WEBHOOK_NEWS',
      'discord.cups': 'unset',
    })
    for (const [name, value] of [
      ['mail', canaries],
      ['discord.news', discord.webhook(1)],
    ] as const)
      expect((await saveSecret(owner, name, value)).status).toBe(409)
    // What is not in use can be removed.
    expect((await saveSecret(owner, 'discord.news', null)).status).toBe(204)
    const { json, text } = await owner.get('/api/admin/settings')
    expect(text).not.toContain('canary')
    const found = json.scopes.find(({ scope }: { scope: string }) => scope === 'mail')
    expect(found).toMatchObject({
      value: { host: '127.0.0.1', port: port(), sender: 'env@isles.example', contactMessagesTo: null },
      lockedBy: 'SMTP_URL, MAIL_FROM',
    })
    expect((await saveMail(owner, { ...found.value, host: 'elsewhere.example' })).status).toBe(409)
    expect((await saveMail(owner, { ...found.value, contactMessagesTo: 'team@isles.example' })).status).toBe(
      200,
    )
    expect(locked.context.config).toMatchObject({
      smtpUrl: `smtp://${canaries.user}:${canaries.password}@127.0.0.1:${port()}`,
      contactTo: 'team@isles.example',
    })
  })

  test.each([
    ['mail', { user: 'a' }, 'password'],
    ['mail', { user: '', password: 'b' }, 'user'],
    ['mail', { user: 'a', password: 'b\r\nc' }, 'password'],
    ['mail', 'text', 'value'],
    ['mail', { user: 'a', password: 'b', host: 'c' }, 'value'],
    ['discord.news', 'https://evil.example/api/webhooks/1/abc', 'value'],
    ['discord.news', 'http://discord.com/api/webhooks/1/abc', 'value'],
    ['discord.news', 'https://discord.com.evil.example/api/webhooks/1/abc', 'value'],
    ['discord.news', 'https://discord.com@evil.example/api/webhooks/1/abc', 'value'],
    ['discord.news', 'https://127.0.0.1/api/webhooks/1/abc', 'value'],
    ['discord.news', 'https://discord.com/api/webhooks/1/../../x', 'value'],
    ['discord.news', 'https://discord.com:99999/webhooks/1/abc', 'value'],
    ['discord.news', '', 'value'],
    ['discord.news', 5, 'value'],
  ])('[owner.39] %s: %j is a 400 that names its field', async (name, value, field) => {
    const owner = await ranked('Owner')
    await saveMail(owner)
    const { status, json } = await saveSecret(owner, name, value)
    expect([status, Object.keys(json.fields)]).toEqual([400, [field]])
  })

  test('[owner.39] An address that is longer than any webhook is a 400', async () => {
    const long = `https://discord.com/${'a/'.repeat(3_000)}webhooks/1/abc`
    expect((await saveSecret(await ranked('Owner'), 'discord.news', long)).status).toBe(400)
  })

  test.each([
    ['a host with a port', { host: 'mail.example:25' }, 'host'],
    ['an IPv4 host with a port', { host: '10.0.0.5:25' }, 'host'],
    ['a host of colons', { host: '::::' }, 'host'],
    ['a host with a path', { host: 'mail.example/x' }, 'host'],
    ['a sender with a line break', { sender: 'a@x.example\r\nBcc: b@x.example' }, 'sender'],
    ['no sender', { sender: null }, 'sender'],
    ['a port that is none', { port: 0 }, 'port'],
    ['another encryption', { encryption: 'ssl' }, 'encryption'],
  ])('[owner.39] mail with %s is a 400 that names its field', async (_what, over, field) => {
    const { status, json } = await saveMail(await ranked('Owner'), mail(over))
    expect([status, Object.keys(json.fields)]).toEqual([400, [field]])
  })

  test('[owner.39] A secret that does not exist is a 404, and a sign-in without a mail server a 409', async () => {
    const owner = await ranked('Owner')
    expect((await saveSecret(owner, '__proto__', 'x')).status).toBe(404)
    await saveMail(owner, null)
    expect((await saveSecret(owner, 'mail', canaries)).json.error).toBe('Save the mail server first')
  })
})

test('[owner.40] Webhooks that an Owner enters are used at once, each for its messages, and no more once they are removed', async () => {
  const owner = await ranked('Owner')
  for (const [at, kind] of discordKinds.entries())
    expect((await saveSecret(owner, `discord.${kind}`, discord.webhook(at + 1))).status).toBe(204)
  for (const kind of discordKinds)
    expect((await owner.post('/api/admin/discord/test', { kind })).status).toBe(204)
  await postMessages(site.context)
  expect(discord.posted.map(({ webhook }) => webhook).sort()).toEqual(['1', '2', '3', '4', '5'])
  for (const kind of discordKinds) await saveSecret(owner, `discord.${kind}`, null)
  expect((await owner.get('/api/admin/discord')).json.kinds).toMatchObject(
    discordKinds.map((kind) => ({ kind, configured: false })),
  )
  expect((await owner.post('/api/admin/discord/test', { kind: 'news' })).status).toBe(409)
})

test('[owner.42] An Owner requires a second factor of staff in the browser: at once, in every process and for game servers; a variable decides instead', async () => {
  const owner = await ranked('Owner')
  const other = await start({}, site.store)
  const moderator = await ranked('Moderator')
  const need = async (staffNeedSecondFactor: boolean, by = owner) => {
    const { scopes } = (await by.get('/api/admin/settings')).json
    const { revision } = scopes.find(({ scope }: { scope: string }) => scope === 'security')
    return by.put('/api/admin/settings/security', { value: { staffNeedSecondFactor }, base: revision })
  }
  const stored = async () =>
    (
      await sql<{ second_factor: boolean }>`SELECT second_factor FROM sent_rank_requirement`.execute(
        site.database.sql,
      )
    ).rows[0]?.second_factor
  expect((await need(true, await ranked('Manager'))).status).toBe(403)
  expect((await moderator.get('/api/admin/overview')).status).toBe(200)
  expect((await need(true)).json.error).toBe('Set up your own second factor first')
  await giveFactor(owner)
  expect([(await need(true)).status, await stored()]).toEqual([200, true])
  for (const one of [site, other])
    await vi.waitFor(() => expect(one.context.config.requireStaffSecondFactor).toBe(true), 60_000)
  expect((await moderator.get('/api/admin/overview')).status).toBe(403)
  // Other Owners, too, until they set one up. Here the variable of another process takes it back.
  expect((await owner.get('/api/admin/settings')).status).toBe(200)
  expect((await (await ranked('Owner')).get('/api/admin/settings')).status).toBe(403)
  const locked = await start({ REQUIRE_STAFF_2FA: 'false' }, site.store)
  expect([locked.context.config.requireStaffSecondFactor, await stored()]).toEqual([false, false])
  const there = await ranked('Owner', locked)
  expect((await need(true, there)).status).toBe(409)
  await forgetSecurity()
})

test('[owner.53] A change that could not be put into use is put into use by the next reading', async () => {
  const owner = await ranked('Owner')
  await giveFactor(owner)
  const tables = new Client({ connectionString: site.store.ownerUrl })
  await tables.connect()
  await tables.query(
    'ALTER TABLE sent_rank_requirement ADD CONSTRAINT broken CHECK (NOT second_factor) NOT VALID',
  )
  await owner.put('/api/admin/settings/security', { value: { staffNeedSecondFactor: true }, base: null })
  expect(site.context.config.requireStaffSecondFactor).toBe(false)
  await tables.query('ALTER TABLE sent_rank_requirement DROP CONSTRAINT broken')
  await tables.end()
  await site.context.live.publish('settings', {})
  await vi.waitFor(() => expect(site.context.config.requireStaffSecondFactor).toBe(true), 60_000)
  await forgetSecurity()
})

const giveFactor = (browser: Browser) =>
  sql`
    INSERT INTO second_factors (user_id, secret, last_step) VALUES (${browser.user.id}, ${randomBytes(20)}, 0)
  `.execute(site.database.sql)

async function forgetSecurity() {
  await sql`DELETE FROM settings_revisions WHERE scope = 'security'`.execute(site.database.sql)
  await site.context.live.publish('settings', {})
  await vi.waitFor(() => expect(site.context.config.requireStaffSecondFactor).toBe(false), 60_000)
}

test('[owner.56] A key file that cannot be read is named as the reason, and takes no secret out of use', async () => {
  const owner = await ranked('Owner')
  await saveSecret(owner, 'discord.news', discord.webhook(4))
  const file = join(directory, 'secret.key')
  const key = await readFile(file, 'utf8')
  await rm(file)
  await mkdir(file)
  lines.length = 0
  const blind = await start({}, site.store)
  expect(lines.join()).toMatch(
    /the webhook for news \(\/admin\/discord\) is not in use: [^"]*secret\.key cannot be read/,
  )
  expect(blind.context.config.discordWebhooks.news).toBeUndefined()
  expect(
    (await saveSecret(await ranked('Owner', blind), 'discord.news', discord.webhook(5))).json.error,
  ).toBe('The key that encrypts secrets cannot be used. The log of the site says why.')
  await saveMail(owner)
  expect(site.context.config.discordWebhooks.news).toBe(discord.webhook(4))
  await rm(file, { recursive: true })
  await writeFile(file, key)
  await saveSecret(owner, 'discord.news', null)
})

test('[owner.57] A stored webhook that is not of the Discord of now is not in use', async () => {
  const owner = await ranked('Owner')
  await saveSecret(owner, 'discord.news', discord.webhook(4))
  const other = await start({ DISCORD_API_URL: 'https://discord.com/api/v10' }, site.store)
  expect(other.context.config.discordWebhooks.news).toBeUndefined()
  await saveSecret(owner, 'discord.news', null)
})
