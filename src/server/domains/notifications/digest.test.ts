import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Digest } from '../../../contract/notifications/notification-settings-schemas.ts'
import { receivedMails } from '../../testing/mail-server.ts'
import { type MailSite, mailSite } from '../../testing/mail-site.ts'
import { whileOpen } from '../../testing/while-open.ts'
import { mailDigest } from './delivery/digest.ts'
import { mailNotification } from './delivery/mail.ts'
import { deliverBatch, deliverDigests } from './delivery/worker.ts'
import {
  claimDigests,
  type DigestMail,
  markDigestDelivered,
  postponeDigest,
  queueDigests,
  sweepDigests,
} from './queries/digests.ts'

let site: MailSite
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.server.lines.length = 0
  for (const table of ['notifications', 'digest_choices', 'digest_mails', 'quiet_hours', 'follows'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)
})

const path = '/api/notifications/digest'
const evening: Digest = { hour: 18, timeZone: 'Europe/Berlin' }

type Member = Awaited<ReturnType<MailSite['verifiedMember']>>

let made = 0
/** Wants news by mail, and one mail a day. */
async function reader({ hasDigest = true } = {}): Promise<Member> {
  const member = await site.verifiedMember(`digest${++made}`, `digest${made}@player.example`)
  await member.put('/api/notifications/choices', { kind: 'news', mail: true })
  if (hasDigest) expect((await member.put(path, evening)).status).toBe(200)
  return member
}

const news = ({ user }: Member, title = 'Season 2 starts') =>
  sql`INSERT INTO notifications (user_id, kind, event_key, title, link)
    VALUES (${user.id}, 'news', ${title}, ${title}, '/rules')`.execute(site.database.sql)

const notice = ({ user }: Member) =>
  sql`INSERT INTO notices (user_id, kind, text) VALUES (${user.id}, 'restricted', 'Spam')`.execute(
    site.database.sql,
  )

/** As when the hour of all digests has come, `days` days ago. */
const comeDue = (days = 0) =>
  sql`UPDATE digest_choices SET due_at = now() - make_interval(days => ${days})`.execute(site.database.sql)

const limits = { batch: 5, attemptMs: 20_000, leaseSeconds: 120 }
const send = () => site.context.gateways.mail
const digests = (over: Partial<typeof limits> = {}) =>
  deliverDigests(
    { database: site.database, log: site.context.log },
    (digest) => mailDigest(site.context, send(), digest),
    { ...limits, ...over },
  )
const single = () =>
  deliverBatch(
    { database: site.database, log: site.context.log },
    'mail',
    (delivery) => mailNotification(site.context, site.content, send(), delivery),
    limits,
  )
const mails = () => receivedMails(site.server)
const subjects = () => mails().map(({ subject }) => subject)

const storedDigests = async () => {
  const { rows } = await sql<{ userId: number; attempts: number; done: boolean; error: string | null }>`
    SELECT user_id AS "userId", attempts, done_at IS NOT NULL AS done, last_error AS error FROM digest_mails ORDER BY id
  `.execute(site.database.sql)
  return rows
}
const storedDeliveries = async () => {
  const { rows } = await sql<{ waits: boolean; joined: boolean; done: boolean }>`
    SELECT due_at = 'infinity' AS waits, digest_id IS NOT NULL AS joined, done_at IS NOT NULL AS done
    FROM notification_deliveries ORDER BY id
  `.execute(site.database.sql)
  return rows
}
const choices = async () => {
  const { rows } = await sql`SELECT user_id, hour, time_zone FROM digest_choices`.execute(site.database.sql)
  return rows
}

describe('choosing one mail a day', () => {
  test('[voice.35] is for members: visitors get a 401, and nothing is stored', async () => {
    const visitor = site.browser()
    for (const response of [
      await visitor.get(path),
      await visitor.put(path, evening),
      await visitor.delete(path),
    ])
      expect(response.status).toBe(401)
    expect(await choices()).toEqual([])
  })

  test('[voice.35] with a bad hour or an unknown zone is a 400 that names the field', async () => {
    const member = await site.member()
    const bad: readonly [field: keyof Digest, value: unknown][] = [
      ['hour', undefined],
      ['hour', 24],
      ['hour', -1],
      ['hour', 7.5],
      ['hour', '18'],
      ['timeZone', null],
      ['timeZone', 'Europe/Atlantis'],
      ['timeZone', 'CEST-2'],
    ]
    for (const [field, value] of bad) {
      const { status, json } = await member.put(path, { ...evening, [field]: value })
      expect([status, Object.keys(json.fields)], `${field}: ${value}`).toEqual([400, [field]])
    }
    expect(await choices()).toEqual([])
  })

  test('[voice.35] stores one row per member, which they alone read, and deletes it when turned off', async () => {
    const [member, other] = [await site.member(), await site.member()]
    expect((await member.get(path)).json).toEqual({ digest: null })
    for (const digest of [evening, { hour: 0, timeZone: 'Asia/Tokyo' }])
      expect((await member.put(path, digest)).json).toEqual({ digest })
    expect((await other.get(path)).json).toEqual({ digest: null })
    expect(await choices()).toEqual([{ user_id: member.user.id, hour: 0, time_zone: 'Asia/Tokyo' }])
    expect((await other.delete(path)).status).toBe(204)
    expect((await member.delete(path)).status).toBe(204)
    expect(await choices()).toEqual([])
  })

  test.each([
    ['2026-01-10T16:59:59Z', 18, 'Europe/Berlin', '2026-01-10T17:00:00.000Z'],
    ['2026-01-10T17:00:00Z', 18, 'Europe/Berlin', '2026-01-11T17:00:00.000Z'],
    // Summer begins; an hour that the clock skips, and one that it shows twice.
    ['2026-03-28T20:00:00Z', 18, 'Europe/Berlin', '2026-03-29T16:00:00.000Z'],
    ['2026-03-28T20:00:00Z', 2, 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['2026-10-24T20:00:00Z', 2, 'Europe/Berlin', '2026-10-25T01:00:00.000Z'],
    ['2026-10-25T01:00:00Z', 2, 'Europe/Berlin', '2026-10-26T01:00:00.000Z'],
    ['2026-01-10T23:30:00Z', 0, 'Pacific/Kiritimati', '2026-01-11T10:00:00.000Z'],
    ['2026-01-10T16:00:00Z', 18, 'Mars/Olympus', '2026-01-10T18:00:00.000Z'],
  ])('[voice.35] after %s, %i o’clock in %s is %s', async (at, hour, zone, expected) => {
    const { rows } = await sql<{ next: Date }>`SELECT next_digest(${hour}, ${zone}, ${at}) AS next`.execute(
      site.database.sql,
    )
    expect(rows[0]?.next.toISOString()).toBe(expected)
  })

  test('[voice.35] mails that wait for it are sent one by one when it is turned off, and wait again when turned on', async () => {
    const [member, other] = [await reader(), await reader({ hasDigest: false })]
    for (const one of [member, other]) await news(one)
    await other.put(path, evening)
    expect(await single()).toBe(0)
    expect((await storedDeliveries()).every(({ waits }) => waits)).toBe(true)
    await member.delete(path)
    expect([await single(), await digests()]).toEqual([1, 0])
    expect(mails().map(({ to }) => to)).toEqual([`digest${made - 1}@player.example`])
  })
})

describe('a digest', () => {
  test('[voice.36] is not sent before its hour, nor where nothing is unread or wanted', async () => {
    const [early, reading, muting, idle] = [await reader(), await reader(), await reader(), await reader()]
    for (const one of [early, reading, muting]) await news(one)
    expect(await digests()).toBe(0)
    await reading.post('/api/notifications/read', {
      upTo: (await reading.get('/api/notifications')).json[0].id,
    })
    await muting.put('/api/notifications/choices', { kind: 'news', mail: false })
    await sql`UPDATE digest_choices SET due_at = now() WHERE user_id <> ${early.user.id}`.execute(
      site.database.sql,
    )
    expect(await digests()).toBe(0)
    expect([mails(), await storedDigests()]).toEqual([[], []])
    const { rows } = await sql`SELECT user_id FROM digest_choices WHERE due_at <= now()`.execute(
      site.database.sql,
    )
    expect([rows, idle.user.id]).toEqual([[], expect.any(Number)])
  })

  test('[voice.36] that was read while it waited to be sent is not sent', async () => {
    const member = await reader()
    await news(member)
    await comeDue()
    await queueDigests(site.database.sql, 10)
    expect(await storedDigests()).toHaveLength(1)
    await member.post('/api/notifications/read', {
      upTo: (await member.get('/api/notifications')).json[0].id,
    })
    expect([await digests(), mails()]).toEqual([1, []])
    expect(await storedDigests()).toMatchObject([{ done: true }])
  })

  test('[voice.36] lists what is unread, newest first, with links, and a way to end it', async () => {
    const member = await reader()
    await news(member, 'Season 2 starts')
    await news(member, '<b>New</b> maps\r\nBcc: all@isles.example')
    await news(member, 'Already read')
    const [{ id }] = (await member.get('/api/notifications')).json
    await member.post('/api/notifications/read', { id })
    await comeDue()
    expect(await digests()).toBe(1)
    const [mail] = mails()
    expect(mail).toMatchObject({
      to: `digest${made}@player.example`,
      subject: '[Ember Isles] 2 unread notifications',
      messageId: expect.stringMatching(/^<digest-\d+@isles\.example>$/),
      unsubscribe: expect.stringMatching(/^<https:\/\/isles\.example\/unsubscribe\/[0-9a-f-]{36}>$/),
      unsubscribePost: 'List-Unsubscribe=One-Click',
    })
    expect(mail?.text).toContain('- <b>New</b> maps Bcc: all@isles.example')
    expect(mail?.text).toContain('  https://isles.example/rules')
    expect(mail?.text).not.toContain('Already read')
    expect(mail?.text.indexOf('New')).toBeLessThan(mail?.text.indexOf('Season 2 starts') ?? 0)
    expect(await storedDigests()).toEqual([{ userId: member.user.id, attempts: 1, done: true, error: null }])
    expect((await storedDeliveries()).filter(({ joined }) => joined)).toEqual([
      { waits: true, joined: true, done: true },
      { waits: true, joined: true, done: true },
    ])
  })

  test('[voice.36] is one per day, and the next one lists only what came since', async () => {
    const member = await reader()
    await news(member, 'First')
    await comeDue(1)
    await digests()
    await news(member, 'Second')
    await comeDue(1)
    expect(await digests()).toBe(0)
    await comeDue()
    expect(await digests()).toBe(1)
    expect(subjects()).toEqual(Array(2).fill('[Ember Isles] 1 unread notification'))
    expect(mails()[1]?.text).toContain('Second')
    expect(mails()[1]?.text).not.toContain('First')
  })

  test('[voice.36] holds neither what is about the account nor reminders: those are sent at once', async () => {
    const member = await reader()
    await member.put('/api/notifications/choices', { kind: 'event', mail: true })
    const { rows } = await sql<{ id: number }>`
      INSERT INTO events (title, description, start_date) VALUES ('Cup', '', now() + interval '1 hour') RETURNING id
    `.execute(site.database.sql)
    await sql`INSERT INTO notifications (user_id, kind, event_key, event_id)
      VALUES (${member.user.id}, 'event', 'event:1', ${rows[0]?.id})`.execute(site.database.sql)
    await notice(member)
    await news(member)
    expect(await single()).toBe(2)
    await comeDue()
    await digests()
    expect(subjects().sort()).toEqual([
      '[Ember Isles] 1 unread notification',
      '[Ember Isles] Cup starts soon',
      '[Ember Isles] Your account is restricted',
    ])
  })

  test('[voice.36] of more than 50 says that there are more', async () => {
    const member = await reader()
    await sql`INSERT INTO notifications (user_id, kind, event_key, title, link)
      SELECT ${member.user.id}, 'news', 'news:' || n, 'News ' || n, '/rules' FROM generate_series(1, 60) AS n`.execute(
      site.database.sql,
    )
    await comeDue()
    await digests()
    expect(subjects()).toEqual(['[Ember Isles] More than 50 unread notifications'])
    expect(mails()[0]?.text).toContain('See all: https://isles.example/notifications')
    expect((await storedDeliveries()).every(({ done }) => done)).toBe(true)
  })

  test('[voice.36] in quiet hours waits for their end', async () => {
    const member = await reader()
    await news(member)
    await sql`
      INSERT INTO quiet_hours (user_id, starts_at, ends_at, time_zone)
      SELECT ${member.user.id}, (at - interval '1 hour')::time, (at + interval '1 hour')::time, 'UTC'
      FROM (SELECT now() AT TIME ZONE 'UTC' AS at) AS clock
    `.execute(site.database.sql)
    await comeDue()
    expect(await digests()).toBe(0)
    await sql`UPDATE digest_mails SET due_at = now()`.execute(site.database.sql)
    expect([await digests(), mails()]).toEqual([1, []])
    expect(await storedDigests()).toMatchObject([{ attempts: 0, done: false }])
    await sql`DELETE FROM quiet_hours`.execute(site.database.sql)
    await sql`UPDATE digest_mails SET due_at = now()`.execute(site.database.sql)
    await digests()
    expect(subjects()).toEqual(['[Ember Isles] 1 unread notification'])
  })
})

describe('sending digests', () => {
  test('[voice.36] is tried again under the same Message-ID when the mail server refuses', async () => {
    await news(await reader())
    await comeDue()
    site.server.refuseNext('451 try again later')
    await digests()
    expect([mails(), await storedDigests()]).toEqual([
      [],
      [expect.objectContaining({ attempts: 1, done: false, error: expect.stringContaining('451') })],
    ])
    await sql`UPDATE digest_mails SET due_at = now()`.execute(site.database.sql)
    await digests()
    const { rows } = await sql<{ id: string }>`SELECT id FROM digest_mails`.execute(site.database.sql)
    expect(mails().map(({ messageId }) => messageId)).toEqual([`<digest-${rows[0]?.id}@isles.example>`])
  })

  test('[voice.36] is done once by several processes', async () => {
    for (let n = 0; n < 8; n += 1) await news(await reader())
    await comeDue()
    await Promise.all(Array.from({ length: 4 }, () => queueDigests(site.database.sql, 3)))
    await Promise.all(Array.from({ length: 4 }, () => digests({ batch: 8 })))
    expect(mails()).toHaveLength(8)
    expect(new Set(mails().map(({ to }) => to)).size).toBe(8)
    expect((await storedDigests()).every(({ done, attempts }) => done && attempts === 1)).toBe(true)
  })

  test('[voice.36] leaves out members and digests that another process takes at this moment', async () => {
    for (let n = 0; n < 2; n += 1) await news(await reader())
    await comeDue()
    const queued = await whileOpen(
      site.database,
      (transaction) => queueDigests(transaction, 1),
      () => queueDigests(site.database.sql, 10),
    )
    expect([queued, (await storedDigests()).length]).toEqual([{ waited: false, result: 1 }, 2])
    const claim = { limit: 1, leaseSeconds: 120 }
    const claimed = await whileOpen(
      site.database,
      (transaction) => claimDigests(transaction, claim),
      () => claimDigests(site.database.sql, { ...claim, limit: 10 }),
    )
    expect(claimed).toMatchObject({ waited: false, result: { due: 1 } })
    expect(await storedDigests()).toMatchObject([{ attempts: 1 }, { attempts: 1 }])
  })

  test('[voice.36] postpones none that another process has taken or ended since', async () => {
    await news(await reader())
    await comeDue()
    await queueDigests(site.database.sql, 10)
    const attempt = async (leaseSeconds: number): Promise<DigestMail> =>
      (await claimDigests(site.database.sql, { limit: 1, leaseSeconds })).items[0]!
    const [late, present] = [await attempt(0), await attempt(120)]
    await postponeDigest(site.database.sql, late, 'too late')
    expect(await storedDigests()).toMatchObject([{ attempts: 2, error: null }])
    expect((await claimDigests(site.database.sql, { limit: 1, leaseSeconds: 120 })).due).toBe(0)
    await postponeDigest(site.database.sql, present, 'refused')
    expect(await storedDigests()).toMatchObject([{ attempts: 2, error: 'refused' }])
    await markDigestDelivered(site.database.sql, present)
    await postponeDigest(site.database.sql, present, 'sent already')
    expect(await storedDigests()).toMatchObject([{ done: true, error: null }])
  })

  test('[voice.36] is tried for three days with what came in three days, and stored for 30', async () => {
    const [one, other] = [await reader(), await reader()]
    const age = (table: string, hours: number, which: ReturnType<typeof sql>) =>
      sql`UPDATE ${sql.table(table)} SET created_at = now() - make_interval(hours => ${hours}) WHERE ${which}`.execute(
        site.database.sql,
      )
    for (const title of ['Of 73 hours', 'Of 71 hours'])
      for (const member of [one, other]) await news(member, title)
    for (const hours of [73, 71]) {
      const which = sql`notification_id IN (SELECT id FROM notifications WHERE title = ${`Of ${hours} hours`})`
      await age('notification_deliveries', hours, which)
    }
    await comeDue()
    await queueDigests(site.database.sql, 10)
    await age('digest_mails', 73, sql`user_id = ${one.user.id}`)
    await age('digest_mails', 71, sql`user_id = ${other.user.id}`)
    expect(await digests()).toBe(1)
    expect(mails()).toMatchObject([{ to: `digest${made}@player.example` }])
    expect(mails()[0]?.text).toContain('Of 71 hours')
    expect(mails()[0]?.text).not.toContain('Of 73 hours')
    await sweepDigests(site.database.sql)
    expect(await storedDigests()).toMatchObject([{ userId: other.user.id, done: true }])
    for (const [days, left] of [
      [29, 1],
      [31, 0],
    ] as const) {
      await sql`UPDATE digest_mails SET done_at = now() - make_interval(days => ${days})`.execute(
        site.database.sql,
      )
      await sweepDigests(site.database.sql)
      expect(await storedDigests()).toHaveLength(left)
    }
  })

  test('[voice.36] holds a mail that is in no other: neither by itself once digests end, nor in the next one', async () => {
    const member = await reader()
    await news(member, 'First')
    await comeDue(1)
    await queueDigests(site.database.sql, 10)
    await news(member, 'Second')
    await comeDue()
    expect(await digests()).toBe(2)
    const texts = mails().map(({ text }) => ['First', 'Second'].filter((title) => text.includes(title)))
    expect(texts.sort()).toEqual([['First'], ['Second']])
    await news(member, 'Third')
    await sql`DELETE FROM digest_mails`.execute(site.database.sql)
    await comeDue()
    await queueDigests(site.database.sql, 10)
    expect((await member.delete(path)).status).toBe(204)
    expect([await single(), await digests()]).toEqual([0, 1])
    expect(subjects()).toHaveLength(3)
  })

  test('[voice.36] of a killed process is done again with the same list, and what came since waits for the next', async () => {
    const member = await reader()
    await news(member, 'First')
    await comeDue()
    let end = () => {}
    const killed = deliverDigests(
      { database: site.database, log: site.context.log },
      async (digest) => {
        await mailDigest(site.context, send(), digest)
        await new Promise<void>((resolve) => {
          end = resolve
        })
      },
      { ...limits, attemptMs: 600_000, leaseSeconds: 1 },
    )
    await expect.poll(() => mails().length).toBe(1)
    await news(member, 'Second')
    await expect.poll(() => digests()).toBe(1)
    const [first, again] = mails()
    expect([again?.messageId, again?.text]).toEqual([first?.messageId, first?.text])
    expect(await storedDeliveries()).toEqual([
      { waits: true, joined: true, done: true },
      { waits: true, joined: false, done: false },
    ])
    // Nothing of it goes on in the tests after it.
    end()
    await killed
  })

  test('[voice.36] ends by its one-click link, which leaves no mail in its place, but those about the account and outages', async () => {
    const member = await reader()
    await news(member, 'First')
    await comeDue()
    await digests()
    const address = new URL(mails()[0]!.unsubscribe.slice(1, -1)).pathname
    await news(member, 'Second')
    const form = {
      raw: 'List-Unsubscribe=One-Click',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://mail.example',
        'sec-fetch-site': 'cross-site',
      },
    }
    for (let press = 0; press < 2; press += 1)
      expect((await site.browser().post(address, undefined, form)).status).toBe(200)
    expect(await choices()).toEqual([])
    site.server.lines.length = 0
    await news(member, 'Third')
    await notice(member)
    await single()
    await digests()
    expect(subjects()).toEqual(['[Ember Isles] Your account is restricted'])
    const mailed = (await member.get('/api/notifications/choices')).json.filter(
      (one: { mail: boolean }) => one.mail,
    )
    expect(mailed.map(({ kind }: { kind: string }) => kind)).toEqual(['alarm', 'account'])
  })
})

test('[inputs.06] a digest that is refused for good ends with the mails that it stands for', async () => {
  const member = await reader()
  await news(member)
  await comeDue()
  site.server.refuseNext('550 5.1.1 no such user')
  await digests()
  expect(await storedDigests()).toMatchObject([
    { attempts: 1, done: true, error: expect.stringContaining('550 5.1.1 no such user') },
  ])
  expect(await storedDeliveries()).toEqual([{ waits: true, joined: true, done: true }])
  await sql`UPDATE digest_mails SET due_at = now()`.execute(site.database.sql)
  expect(await digests()).toBe(0)
  expect(mails()).toEqual([])
})
