import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { QuietHours } from '../../../contract/notifications/notification-settings-schemas.ts'
import { receivedMails } from '../../testing/mail-server.ts'
import { type MailSite, mailSite } from '../../testing/mail-site.ts'
import { deliverInGame } from './delivery/game.ts'
import { mailNotification } from './delivery/mail.ts'
import { deliverBatch } from './delivery/worker.ts'

let site: MailSite
beforeAll(async () => {
  site = await mailSite({ RATE_LIMITS: 'off' })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.server.lines.length = 0
  for (const table of ['notifications', 'quiet_hours', 'outbox'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)
})

const path = '/api/notifications/quiet-hours'
const night: QuietHours = { startsAt: '22:00', endsAt: '07:00', timeZone: 'Europe/Berlin' }

type Member = Awaited<ReturnType<MailSite['verifiedMember']>>

let made = 0
/** Wants news everywhere, has a confirmed address, a linked player and push in one browser. */
async function reader(): Promise<Member> {
  const member = await site.verifiedMember(`quiet${++made}`, `quiet${made}@player.example`)
  await member.put('/api/notifications/choices', { kind: 'news', mail: true, push: true, game: true })
  await sql`INSERT INTO game_identities (kind, value, user_id) VALUES ('xuid', ${`88${made}`}, ${member.user.id})`.execute(
    site.database.sql,
  )
  await sql`
    INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
    SELECT user_id, id, 'https://push.example/' || user_id, repeat('A', 87), repeat('A', 22) FROM sessions
    WHERE user_id = ${member.user.id}
  `.execute(site.database.sql)
  return member
}

const news = ({ user }: Member, key = 'news:1') =>
  sql`INSERT INTO notifications (user_id, kind, event_key, title, link)
    VALUES (${user.id}, 'news', ${key}, 'Season 2 starts', '/rules')`.execute(site.database.sql)

const notice = ({ user }: Member) =>
  sql`INSERT INTO notices (user_id, kind, text) VALUES (${user.id}, 'restricted', 'Spam')`.execute(
    site.database.sql,
  )

/** Quiet hours in UTC that begin and end these minutes from now. */
async function around(from: number, until: number): Promise<QuietHours> {
  const { rows } = await sql<{ startsAt: string; endsAt: string }>`
    SELECT to_char(at + make_interval(mins => ${from}), 'HH24:MI') AS "startsAt",
      to_char(at + make_interval(mins => ${until}), 'HH24:MI') AS "endsAt"
    FROM (SELECT now() AT TIME ZONE 'UTC' AS at) AS clock
  `.execute(site.database.sql)
  return { ...rows[0]!, timeZone: 'UTC' }
}

const setTo = async (member: Member, hours: QuietHours) =>
  expect((await member.put(path, hours)).status).toBe(200)

const deliver = () =>
  deliverBatch(
    { database: site.database, log: site.context.log },
    'mail',
    (delivery) => mailNotification(site.context, site.content, site.context.gateways.mail, delivery),
    { batch: 20, attemptMs: 20_000, leaseSeconds: 120 },
  )

const subjects = () => receivedMails(site.server).map(({ subject }) => subject)

/** `waits`: due at the end of quiet hours that last another hour. */
const stored = async () => {
  const { rows } = await sql<{ channel: string; attempts: number; waits: boolean; done: boolean }>`
    SELECT channel, attempts, done_at IS NULL AND due_at > now() + interval '58 minutes' AS waits,
      done_at IS NOT NULL AS done
    FROM notification_deliveries ORDER BY channel
  `.execute(site.database.sql)
  return rows
}
const makeDue = () => sql`UPDATE notification_deliveries SET due_at = now()`.execute(site.database.sql)

const storedHours = async () => {
  const { rows } = await sql`SELECT user_id, starts_at, ends_at, time_zone FROM quiet_hours`.execute(
    site.database.sql,
  )
  return rows
}

describe('setting quiet hours', () => {
  test('[voice.32] is for members: visitors get a 401, and nothing is stored', async () => {
    const visitor = site.browser()
    for (const response of [
      await visitor.get(path),
      await visitor.put(path, night),
      await visitor.delete(path),
    ])
      expect(response.status).toBe(401)
    expect(await storedHours()).toEqual([])
  })

  test('[voice.32] with a bad time or an unknown zone is a 400 that names the field, and changes nothing', async () => {
    const member = await site.member()
    await setTo(member, night)
    const before = await storedHours()
    const bad: readonly [field: keyof QuietHours, value: unknown][] = [
      ['startsAt', undefined],
      ['startsAt', '24:00'],
      ['startsAt', '7:00'],
      ['startsAt', '22:00:30'],
      ['endsAt', '07:60'],
      ['endsAt', null],
      ['endsAt', night.startsAt],
      ['timeZone', undefined],
      ['timeZone', ''],
      ['timeZone', 'Europe/Atlantis'],
      ['timeZone', 'UTC+2'],
      ['timeZone', 'XYZ5'],
      ['timeZone', '+02:00'],
      ['timeZone', `Europe/${'a'.repeat(60)}`],
      ['timeZone', 7],
    ]
    for (const [field, value] of bad) {
      const { status, json } = await member.put(path, { ...night, [field]: value })
      expect([status, Object.keys(json.fields)], `${field}: ${value}`).toEqual([400, [field]])
    }
    expect(await storedHours()).toEqual(before)
  })

  test('[voice.32] stores one row per member, which they alone read, and deletes it when turned off', async () => {
    const [member, other] = [await site.member(), await site.member()]
    expect((await member.get(path)).json).toEqual({ quietHours: null })
    await setTo(member, night)
    const later = { startsAt: '00:30', endsAt: '09:15', timeZone: 'America/Argentina/Buenos_Aires' }
    expect((await member.put(path, later)).json).toEqual({ quietHours: later })
    expect((await member.get(path)).json).toEqual({ quietHours: later })
    expect((await other.get(path)).json).toEqual({ quietHours: null })
    expect(await storedHours()).toEqual([
      {
        user_id: member.user.id,
        starts_at: '00:30:00',
        ends_at: '09:15:00',
        time_zone: later.timeZone,
      },
    ])
    expect((await other.delete(path)).status).toBe(204)
    expect(await storedHours()).toHaveLength(1)
    expect((await member.delete(path)).status).toBe(204)
    expect(await storedHours()).toEqual([])
  })
})

describe('the end of quiet hours', () => {
  const until = async (hours: QuietHours, at: string) => {
    const member = await site.member()
    await setTo(member, hours)
    const { rows } = await sql<{ until: Date | null }>`
      SELECT quiet_until(${member.user.id}, ${at}) AS until
    `.execute(site.database.sql)
    return rows[0]?.until?.toISOString() ?? null
  }
  const noon = { ...night, startsAt: '12:00', endsAt: '13:30' }

  test.each([
    // Within one day, in winter and in summer.
    [noon, '2026-01-10T10:59:59Z', null],
    [noon, '2026-01-10T11:00:00Z', '2026-01-10T12:30:00.000Z'],
    [noon, '2026-07-10T10:15:00Z', '2026-07-10T11:30:00.000Z'],
    [noon, '2026-01-10T12:30:00Z', null],
    // Past midnight, before and after it.
    [night, '2026-01-10T20:59:59Z', null],
    [night, '2026-01-10T21:00:00Z', '2026-01-11T06:00:00.000Z'],
    [night, '2026-01-11T05:59:59Z', '2026-01-11T06:00:00.000Z'],
    [night, '2026-01-11T06:00:00Z', null],
    // The night in which the clock goes forward, and the one in which it goes back.
    [night, '2026-03-28T21:30:00Z', '2026-03-29T05:00:00.000Z'],
    [night, '2026-10-24T20:30:00Z', '2026-10-25T06:00:00.000Z'],
    // An end that the clock skips, and one that it shows twice.
    [{ ...night, endsAt: '02:30' }, '2026-03-28T23:00:00Z', '2026-03-29T01:30:00.000Z'],
    [{ ...night, endsAt: '02:30' }, '2026-10-24T23:00:00Z', '2026-10-25T01:30:00.000Z'],
    // The other side of the date line.
    [{ ...night, timeZone: 'Pacific/Kiritimati' }, '2026-01-10T08:00:00Z', '2026-01-10T17:00:00.000Z'],
  ])('[voice.33] of %j at %s is %s', async (hours, at, expected) => {
    expect(await until(hours, at)).toBe(expected)
  })

  test('[voice.33] is ahead and no quiet hour itself, at every minute around changes of the clock', async () => {
    const member = await site.member()
    for (const [timeZone, change] of [
      ['Europe/Berlin', '2026-03-29'],
      ['Europe/Berlin', '2026-10-25'],
      ['Europe/Dublin', '2026-10-25'],
      ['America/New_York', '2026-03-08'],
      ['Australia/Lord_Howe', '2026-04-05'],
      ['Africa/Cairo', '2026-04-24'],
    ] as const)
      for (const [startsAt, endsAt] of [
        ['22:00', '07:00'],
        ['01:45', '02:30'],
        ['02:30', '01:10'],
        ['00:00', '02:00'],
      ] as const) {
        await setTo(member, { startsAt, endsAt, timeZone })
        const { rows } = await sql`
          SELECT at FROM generate_series(${change}::timestamptz - interval '1 day', ${change}::timestamptz + interval '2 days',
              interval '1 minute') AS at
            CROSS JOIN LATERAL quiet_until(${member.user.id}, at) AS until
          WHERE until <= at OR until > at + interval '26 hours' OR quiet_until(${member.user.id}, until) IS NOT NULL
        `.execute(site.database.sql)
        expect(rows, `${timeZone} ${startsAt} ${endsAt}`).toEqual([])
      }
  })

  test('[voice.33] is nowhere for a zone that a restored database does not know', async () => {
    const member = await site.member()
    await setTo(member, night)
    await sql`UPDATE quiet_hours SET time_zone = 'Mars/Olympus'`.execute(site.database.sql)
    const { rows } =
      await sql`SELECT quiet_until(${member.user.id}, '2026-01-10T23:00:00Z') AS until`.execute(
        site.database.sql,
      )
    expect(rows).toEqual([{ until: null }])
  })
})

describe('in quiet hours', () => {
  test('[voice.33] mail and push wait for their end, the game and the site do not; then the mail goes once', async () => {
    const member = await reader()
    await setTo(member, await around(-60, 60))
    await news(member)
    expect((await member.get('/api/notifications/unread')).json).toEqual({ unread: 1 })
    expect([await deliver(), await deliverInGame(site.context, 10)]).toEqual([0, 1])
    expect(subjects()).toEqual([])
    expect(await stored()).toEqual([
      { channel: 'game', attempts: 1, waits: false, done: true },
      { channel: 'mail', attempts: 0, waits: true, done: false },
      { channel: 'push', attempts: 0, waits: true, done: false },
    ])
    // As an hour later.
    const { startsAt, endsAt } = await around(-120, -1)
    await sql`UPDATE quiet_hours SET starts_at = ${startsAt}, ends_at = ${endsAt}`.execute(site.database.sql)
    await makeDue()
    expect([await deliver(), await deliver()]).toEqual([1, 0])
    expect(subjects()).toEqual(['[Ember Isles] Season 2 starts'])
  })

  test('[voice.33] mails about the account go, their push waits', async () => {
    const member = await reader()
    await member.put('/api/notifications/choices', { kind: 'account', push: true })
    await setTo(member, await around(-60, 60))
    await notice(member)
    await deliver()
    expect(subjects()).toEqual(['[Ember Isles] Your account is restricted'])
    expect(await stored()).toEqual([
      { channel: 'mail', attempts: 1, waits: false, done: true },
      { channel: 'push', attempts: 0, waits: true, done: false },
    ])
  })

  test('[voice.33] a mail that failed before is not tried again, and not counted as tried', async () => {
    const member = await reader()
    await news(member)
    site.server.refuseNext('451 try again later')
    await deliver()
    await setTo(member, await around(-60, 60))
    await makeDue()
    expect(await deliver()).toBe(1)
    expect(subjects()).toEqual([])
    expect((await stored())[1]).toEqual({ channel: 'mail', attempts: 1, waits: true, done: false })
  })

  test('[inputs.96] a mail that failed keeps its pause when they are turned on, changed or off', async () => {
    const member = await reader()
    await news(member)
    site.server.refuseNext('451 try again later')
    await deliver()
    await sql`UPDATE notification_deliveries SET due_at = now() + interval '40 minutes' WHERE channel = 'mail'`.execute(
      site.database.sql,
    )
    const dueAt = async () =>
      (
        await sql`SELECT due_at FROM notification_deliveries WHERE channel = 'mail'`.execute(
          site.database.sql,
        )
      ).rows
    const before = await dueAt()
    await setTo(member, await around(-60, 120))
    expect(await dueAt()).toEqual(before)
    await setTo(member, await around(60, 120))
    expect(await dueAt()).toEqual(before)
    expect((await member.delete(path)).status).toBe(204)
    expect(await dueAt()).toEqual(before)
    expect(await deliver()).toBe(0)
    expect(subjects()).toEqual([])
  })

  test('[voice.33] what waits goes when they are turned off, and waits again when they are turned on', async () => {
    const [member, other] = [await reader(), await reader()]
    await setTo(member, await around(-60, 60))
    for (const one of [member, other]) await news(one)
    await setTo(other, await around(-60, 60))
    expect(await deliver()).toBe(0)
    expect((await stored()).filter(({ waits }) => waits)).toHaveLength(4)
    expect((await member.delete(path)).status).toBe(204)
    expect(await deliver()).toBe(1)
    expect(receivedMails(site.server).map(({ to }) => to)).toEqual([`quiet${made - 1}@player.example`])
  })

  test('[voice.33] what was read or taken back meanwhile is not sent after them', async () => {
    const [member, other] = [await reader(), await reader()]
    for (const one of [member, other]) {
      await setTo(one, await around(-60, 60))
      await news(one)
    }
    const [{ id }] = (await member.get('/api/notifications')).json
    await member.post('/api/notifications/read', { id })
    await other.put('/api/notifications/choices', { kind: 'news', mail: false })
    for (const one of [member, other]) await one.delete(path)
    expect(await deliver()).toBe(2)
    expect(subjects()).toEqual([])
  })

  test('[voice.33] a reminder of an event that began meanwhile is not sent after them', async () => {
    const member = await reader()
    await member.put('/api/notifications/choices', { kind: 'event', mail: true })
    await setTo(member, await around(-60, 60))
    const { rows } = await sql<{ id: number }>`
      INSERT INTO events (title, description, start_date) VALUES ('Cup', '', now() + interval '10 minutes') RETURNING id
    `.execute(site.database.sql)
    await sql`INSERT INTO notifications (user_id, kind, event_key, event_id)
      VALUES (${member.user.id}, 'event', 'event:1', ${rows[0]?.id})`.execute(site.database.sql)
    await sql`UPDATE events SET start_date = now() - interval '1 minute'`.execute(site.database.sql)
    await member.delete(path)
    expect(await deliver()).toBe(1)
    expect(subjects()).toEqual([])
  })
})
