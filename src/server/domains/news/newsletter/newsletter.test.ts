import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isAdminRank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { unconfirmedDays } from '../../../../contract/news/newsletter.ts'
import { type MailSite, mailSite, secretIn } from '../../../testing/mail-site.ts'
import { password, testApp } from '../../../testing/test-app.ts'
import { auditEntriesOf, memberWithRank } from '../../events/testing/event-setup.ts'
import { issueMail } from './mails.ts'
import { readKey, sweepNewsletter } from './queries/subscribers.ts'
import { makeToken } from './token.ts'
import { queueNewsletter } from './worker.ts'

let site: MailSite
beforeAll(async () => {
  site = await mailSite({ LANGUAGES: 'en, de', RATE_LIMITS: 'off' })
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['outbox', 'newsletter_subscribers', 'newsletter_mailed'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)
})

const ask = (email: unknown) => site.browser().post('/api/newsletter', { email })
const confirm = (token: string) => site.browser().post('/api/newsletter/confirmation', { token })
const end = (token: string, headers: Record<string, string> = {}) =>
  site.browser().post(`/newsletter/unsubscribe/${token}`, undefined, {
    raw: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

interface Row {
  readonly id: number
  readonly email: string
  readonly mailed: boolean
  readonly confirmed: boolean
}
async function stored(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT id, email, mailed_at IS NOT NULL AS mailed, confirmed_at IS NOT NULL AS confirmed
    FROM newsletter_subscribers ORDER BY id
  `.execute(site.database.sql)
  return rows
}

/** Queues and delivers all mails that are due. */
async function deliver() {
  await queueNewsletter(site.database)
  return site.deliver()
}

async function confirmed(email: string) {
  await ask(email)
  const mail = (await deliver()).find(({ to }) => to === email)
  expect((await confirm(secretIn(mail))).status).toBe(200)
  const row = (await stored()).find((one) => one.email === email)!
  return { id: row.id, email }
}

const unsubscribeToken = async (subscriber: { id: number; email: string }) =>
  makeToken(await readKey(site.database.sql), 'unsubscribe', subscriber)

/** Moves everything that was stored so far into the past. */
async function later(days: number) {
  await sql`
    UPDATE newsletter_subscribers SET requested_at = requested_at - make_interval(days => ${days}),
      mailed_at = mailed_at - make_interval(days => ${days}), mail_due_at = mail_due_at - make_interval(days => ${days})
  `.execute(site.database.sql)
  await sql`UPDATE newsletter_mailed SET mailed_at = mailed_at - make_interval(days => ${days})`.execute(
    site.database.sql,
  )
}

describe('what is refused', () => {
  test.each([
    undefined,
    null,
    7,
    '',
    'me',
    'me@',
    '@example.com',
    'me@localhost',
    'a@b.example c@d.example',
    'a@b.example,c@d.example',
    '"Me" <me@example.com>',
    'me@example.com\r\nBcc: you@example.com',
    'me\u0000@example.com',
    ['me@example.com', 'you@example.com'],
    { address: 'me@example.com' },
    `${'x'.repeat(250)}@example.com`,
  ])('[voice.63] %j is no address: a 400 that names email, and nothing is stored', async (email) => {
    const { status, json } = await ask(email)
    expect([status, Object.keys(json.fields)]).toEqual([400, ['email']])
    expect(await stored()).toEqual([])
  })

  test('[voice.63] over 5 an hour per network is a 429, for malformed addresses too, and stores nothing', async () => {
    const limited = await testApp()
    try {
      const browser = limited.browser()
      const post = async (email: string) => (await browser.post('/api/newsletter', { email })).status
      const statuses = []
      for (const email of [
        'a@b.example',
        'not one',
        'c@d.example',
        'c@d.example',
        'e@f.example',
        'g@h.example',
      ])
        statuses.push(await post(email))
      expect(statuses).toEqual([202, 400, 202, 202, 202, 429])
      const { rows } = await sql<{ email: string }>`
        SELECT email FROM newsletter_subscribers ORDER BY id
      `.execute(limited.database.sql)
      expect(rows.map(({ email }) => email)).toEqual(['a@b.example', 'c@d.example', 'e@f.example'])
    } finally {
      await limited.close()
    }
  })

  test('[voice.63] a form of another site is refused', async () => {
    const { status } = await site
      .browser()
      .post('/api/newsletter', { email: 'me@example.com' }, { headers: { origin: 'https://evil.example' } })
    expect(status).toBe(403)
    expect(await stored()).toEqual([])
  })
})

test('[voice.63] the response is the same 202 whether an address is unknown, waiting or confirmed', async () => {
  await confirmed('in@player.example')
  const responses = []
  for (const email of ['in@player.example', 'new@player.example', 'new@player.example', 'IN@player.example'])
    responses.push(await ask(email))
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set(['202 {"message":"Thank you for subscribing to our newsletter!"}']),
  )
  const names = responses.map(({ headers }) => Object.keys(headers).sort().join())
  expect(new Set(names).size).toBe(1)
  // Nor does one of them get a mail that another does not.
  expect((await deliver()).map(({ to }) => to)).toEqual(['new@player.example'])
})

describe('the confirmation mail', () => {
  test('[voice.64] arrives by SMTP at the address alone, names nobody, and its link confirms', async () => {
    await ask('fox@player.example')
    expect(await stored()).toMatchObject([{ email: 'fox@player.example', mailed: false, confirmed: false }])
    const [mail, ...more] = await deliver()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'fox@player.example', subject: '[Ember Isles] Confirm the newsletter' })
    expect(site.server.lines.filter((line) => line.startsWith('RCPT'))).toEqual([
      'RCPT TO:<fox@player.example>',
    ])
    expect(mail?.text.match(/https?:\S+/g)).toEqual([
      `https://isles.example/newsletter/confirm#${secretIn(mail)}`,
    ])
    expect((await confirm(secretIn(mail))).json).toEqual({ message: 'Your address is confirmed' })
    expect(await stored()).toMatchObject([{ confirmed: true }])
    expect(await deliver()).toEqual([])
  })

  test('[voice.64] its token is in no table', async () => {
    await ask('fox@player.example')
    const token = secretIn((await deliver())[0])
    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'
    `.execute(site.database.sql)
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        SELECT to_jsonb(one)::text AS row FROM ${sql.table(name)} AS one
      `.execute(site.database.sql)
      expect(
        rows.filter(({ row }) => row.includes(token)),
        name,
      ).toEqual([])
    }
  })

  test('[voice.64] comes once a day, whatever the spelling in case, and again only when asked for again', async () => {
    for (const email of ['fox@player.example', 'FOX@player.example', 'Fox@Player.Example']) await ask(email)
    expect(await deliver()).toHaveLength(1)
    await ask('fOX@player.example')
    expect(await deliver()).toEqual([])
    expect(await stored()).toHaveLength(1)
    await later(1)
    expect(await deliver()).toEqual([])
    await ask('FOX@PLAYER.EXAMPLE')
    expect((await deliver()).map(({ to }) => to)).toEqual(['fox@player.example'])
  })

  test('[voice.64] a mailbox of another name is another recipient: the part before the @ is its provider’s matter', async () => {
    await ask('fox+a@player.example')
    await ask('fox+b@player.example')
    expect(await deliver()).toHaveLength(2)
  })

  test('[voice.64] 10,000 requests at once make one row and one mail', async () => {
    const posts = 10_000
    for (let done = 0; done < posts; done += 100)
      await Promise.all(Array.from({ length: 100 }, () => ask('flood@player.example')))
    expect(await stored()).toHaveLength(1)
    expect(await deliver()).toHaveLength(1)
    expect(await deliver()).toEqual([])
  })

  test('[voice.64] who ended the newsletter and enters the address again gets the next mail a day after the last', async () => {
    const subscriber = await confirmed('again@player.example')
    await end(await unsubscribeToken(subscriber))
    expect(await stored()).toEqual([])
    await ask('Again@player.example')
    expect(await deliver()).toEqual([])
    await later(1)
    const [mail] = await deliver()
    expect(mail?.to).toBe('Again@player.example')
    expect((await confirm(secretIn(mail))).status).toBe(200)
  })

  test('[voice.64] waits for its turn: at most 50 newsletter mails are in the outbox', async () => {
    await sql`
      INSERT INTO newsletter_subscribers (email) SELECT 'fox' || n || '@player.example' FROM generate_series(1, 120) AS n
    `.execute(site.database.sql)
    expect(await queueNewsletter(site.database)).toBe(50)
    expect(await queueNewsletter(site.database)).toBe(0)
    let sent = 0
    for (let round = 0; round < 20; round += 1) sent += (await deliver()).length
    expect(sent).toBe(120)
  })

  test('[voice.64] is queued once by two processes', async () => {
    await sql`
      INSERT INTO newsletter_subscribers (email) SELECT 'fox' || n || '@player.example' FROM generate_series(1, 40) AS n
    `.execute(site.database.sql)
    await Promise.all(Array.from({ length: 4 }, () => queueNewsletter(site.database)))
    await queueNewsletter(site.database)
    const { rows } = await sql<{ queued: number; people: number }>`
      SELECT count(*)::int AS queued, count(DISTINCT data)::int AS people FROM outbox
    `.execute(site.database.sql)
    expect(rows).toEqual([{ queued: 40, people: 40 }])
  })

  test('[voice.64] without mail set up the address is stored, and gets its mail once mail is set up', async () => {
    const silent = await testApp()
    try {
      expect((await silent.browser().post('/api/newsletter', { email: 'a@b.example' })).status).toBe(202)
      const { rows } = await sql`
        SELECT confirmed_at, mailed_at FROM newsletter_subscribers WHERE mail_due_at <= now()
      `.execute(silent.database.sql)
      expect(rows).toEqual([{ confirmed_at: null, mailed_at: null }])
      expect((await sql`SELECT FROM outbox`.execute(silent.database.sql)).rows).toEqual([])
    } finally {
      await silent.close()
    }
    await ask('a@b.example')
    await later(unconfirmedDays - 1)
    expect(await deliver()).toHaveLength(1)
  })
})

describe('links', () => {
  test('[voice.65] a GET changes nothing, neither of the page nor of the call', async () => {
    const subscriber = await confirmed('fox@player.example')
    await ask('new@player.example')
    const token = secretIn((await deliver())[0])
    const before = await stored()
    for (const path of [
      `/newsletter/unsubscribe/${await unsubscribeToken(subscriber)}`,
      `/newsletter/confirm?token=${token}`,
      `/api/newsletter/confirmation?token=${token}`,
      '/api/newsletter?email=fox@player.example',
    ]) {
      for (const method of ['GET', 'HEAD'] as const) await site.browser().send(method, path)
    }
    expect(await stored()).toEqual(before)
  })

  test('[voice.65] confirming twice confirms once, and both say so', async () => {
    await ask('fox@player.example')
    const token = secretIn((await deliver())[0])
    const both = await Promise.all([confirm(token), confirm(token)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await stored()).toMatchObject([{ confirmed: true }])
  })

  test('[voice.65] a form from any origin ends the newsletter and deletes the address, and can be sent again', async () => {
    const fox = await confirmed('fox@player.example')
    const owl = await confirmed('owl@player.example')
    const token = await unsubscribeToken(fox)
    const headers = {
      origin: 'https://mail.example',
      'sec-fetch-site': 'cross-site',
    }
    for (let time = 0; time < 2; time += 1) {
      const { status, text } = await end(token, headers)
      expect([status, text]).toEqual([200, 'You will get no more of these emails.\n'])
    }
    expect((await stored()).map(({ id }) => id)).toEqual([owl.id])
  })

  test('[voice.65] a token of another purpose, of another address or of a deleted one does nothing', async () => {
    const fox = await confirmed('fox@player.example')
    await ask('new@player.example')
    const waiting = { id: (await stored())[1]!.id, email: 'new@player.example' }
    const key = await readKey(site.database.sql)
    const bad = [
      makeToken(key, 'unsubscribe', waiting),
      makeToken(key, 'confirm', { ...waiting, email: fox.email }),
      makeToken(key, 'confirm', { ...waiting, id: waiting.id + 1 }),
      makeToken(Buffer.alloc(32), 'confirm', waiting),
      'A'.repeat(43),
      '_'.repeat(43),
    ]
    for (const token of bad) {
      const { status, json } = await confirm(token)
      expect([token, status, json.fields]).toEqual([
        token,
        400,
        { token: 'This link is no longer valid. Enter your address once more.' },
      ])
    }
    for (const token of ['', 'short', 'x'.repeat(44), '../../../etc'])
      expect((await confirm(token)).status).toBe(400)
    for (const token of [
      makeToken(key, 'confirm', fox),
      makeToken(key, 'unsubscribe', { ...fox, email: waiting.email }),
      ...bad.slice(3),
      'short',
    ]) {
      const { status, text } = await end(token)
      expect([token, status, text]).toEqual([token, 200, 'You will get no more of these emails.\n'])
    }
    expect(await stored()).toMatchObject([{ confirmed: true }, { confirmed: false }])

    const old = makeToken(key, 'confirm', fox)
    await end(await unsubscribeToken(fox))
    expect((await confirm(old)).status).toBe(400)
    await ask(fox.email)
    expect((await confirm(old)).status).toBe(400)
    expect((await stored()).filter(({ confirmed }) => confirmed)).toEqual([])
  })
})

describe('what admins see', () => {
  test('[voice.68] counts and addresses are for admins alone: visitors get 401, everybody else 403, and no entry', async () => {
    await confirmed('fox@player.example')
    const before = await auditEntriesOf(site, 'newsletter')
    const others = shippedRanks.filter((rank) => !isAdminRank(rank))
    for (const [browser, status] of [
      [site.browser(), 401],
      ...(await Promise.all(others.map(async (rank) => [await memberWithRank(site, rank), 403] as const))),
    ] as const) {
      for (const path of ['/api/admin/newsletter', '/api/admin/newsletter.csv']) {
        const response = await browser.get(path)
        expect(response.status).toBe(status)
        expect(response.text).not.toContain('fox@')
      }
    }
    expect(await auditEntriesOf(site, 'newsletter')).toEqual(before)
  })

  test('[voice.68] the file has every confirmed address once and no other, nothing that a spreadsheet executes, and is audited', async () => {
    await sql`
      INSERT INTO newsletter_subscribers (email, mail_due_at, confirmed_at)
      SELECT 'fox' || n || '@player.example', NULL::timestamptz, now() FROM generate_series(1, 1000) AS n
      UNION ALL SELECT '=1+1@player.example', NULL, now()
    `.execute(site.database.sql)
    await ask('waiting@player.example')
    const admin = await memberWithRank(site, 'Admin', 'Exporter')
    expect((await admin.get('/api/admin/newsletter')).json).toEqual({ confirmed: 1001, waiting: 1 })
    const { status, text, headers } = await admin.get('/api/admin/newsletter.csv')
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ])
    expect(headers['content-disposition']).toMatch(/^attachment; filename="newsletter-\d{4}-\d\d-\d\d\.csv"$/)
    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect(head).toBe('"email","confirmedAt"')
    expect([lines.length, new Set(lines).size]).toEqual([1001, 1001])
    expect(text).not.toContain('waiting@')
    expect(lines.filter((line) => !line.startsWith('"fox'))).toEqual([
      expect.stringMatching(/^"'=1\+1@player\.example","\d{4}-/),
    ])
    expect((await auditEntriesOf(site, 'newsletter')).at(-1)).toMatchObject({
      action: 'newsletter.export',
      actor_name: 'Exporter',
      after: { addresses: 1001 },
    })
  })
})

describe('what is deleted', () => {
  test('[voice.69] unconfirmed addresses are deleted after 30 days, confirmed ones stay', async () => {
    await confirmed('fox@player.example')
    await ask('new@player.example')
    await deliver()
    await later(unconfirmedDays - 1)
    await sweepNewsletter(site.database.sql)
    expect(await stored()).toHaveLength(2)
    await later(2)
    await sweepNewsletter(site.database.sql)
    expect((await stored()).map(({ email }) => email)).toEqual(['fox@player.example'])
    expect((await sql`SELECT FROM newsletter_mailed`.execute(site.database.sql)).rows).toEqual([])
  })

  test('[voice.69] with an account goes the subscription of its verified address, not that of one it only claims', async () => {
    await confirmed('mine@player.example')
    await confirmed('theirs@player.example')
    const owner = await site.verifiedMember('Owner of mine', 'Mine@player.example')
    const claimer = await site.member('Claimer')
    await claimer.patch('/api/user', { email: 'theirs@player.example' })
    for (const member of [owner, claimer]) {
      const { newsletter } = (await member.get('/api/account/export')).json
      expect([member.user.username, newsletter.map(({ email }: { email: string }) => email)]).toEqual([
        member.user.username,
        member === owner ? ['mine@player.example'] : [],
      ])
      expect((await member.post('/api/account/delete', { password })).status).toBe(204)
    }
    expect((await stored()).map(({ email }) => email)).toEqual(['theirs@player.example'])
  })
})

test('[languages.74] The newsletter is in the language of the page where an address was entered; who enters a confirmed one again changes nothing', async () => {
  const email = 'leserin@player.example'
  const from = (language: string) =>
    site.browser().post('/api/newsletter', { email }, { headers: { 'x-language': language } })
  expect((await from('de')).json.message).toBe('Danke, dass du unseren Newsletter abonniert hast!')
  const mail = (await deliver()).find(({ to }) => to === email)
  expect(mail?.subject).toBe('[Ember Isles] Newsletter bestätigen')
  expect(mail?.text).toContain('jemand hat diese Adresse für den Newsletter von Ember Isles eingetragen.')
  expect(mail?.text).not.toMatch(/Hello|ignore/)
  const said = { headers: { 'x-language': 'de' } }
  const done = await site.browser().post('/api/newsletter/confirmation', { token: secretIn(mail) }, said)
  expect(done.json.message).toBe('Deine Adresse ist bestätigt')
  await from('en')
  const { rows } = await sql<{ id: number; language: string }>`
    SELECT id, language FROM newsletter_subscribers WHERE email = ${email}`.execute(site.database.sql)
  expect(rows).toMatchObject([{ language: 'de' }])
  const issue = {
    newsId: 1,
    subscriberId: rows[0]!.id,
    to: email,
    slug: 's',
    title: 'Isles',
    summary: 'Cup',
    token: 't',
  }
  const { text } = issueMail(site.context.config, issue, site.context.languages.sayIn(rows[0]!.language))
  expect(text).toContain('Du hast den Newsletter von Ember Isles abonniert.\nAbbestellen: ')
})
