import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memberWithRank } from '../../domains/events/testing/event-setup.ts'
import { fanOut } from '../../domains/notifications/fanout.ts'
import { createLogger } from '../../platform/logs/logger.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { raiseAlarms, reportDatabaseOutage } from './alarms.ts'
import { findOutages } from './outages.ts'
import type { Found, Outage } from './rules.ts'

let site: TestApp
let admin: Awaited<ReturnType<typeof memberWithRank>>

beforeAll(async () => {
  site = await testApp({
    environment: {
      RATE_LIMITS: 'off',
      SMTP_URL: 'smtp://mail.example:25',
      MAIL_FROM: 'site@vulx.example',
      DISCORD_WEBHOOK_NEWS: 'https://discord.com/api/webhooks/1/abc',
    },
  })
  admin = await memberWithRank(site, 'Admin')
})
afterAll(() => site.close())

const run = (query: ReturnType<typeof sql>) => query.execute(site.database.sql)

beforeEach(async () => {
  for (const table of ['alarms', 'notifications', 'notification_fanouts', 'status_minutes', 'status_hours'])
    await run(sql`DELETE FROM ${sql.table(table)}`)
})

const backup: Outage = { name: 'backup', place: '', text: 'the disk is full' }
const late: Outage = { name: 'job', place: '', text: 'mails' }

const look = (outages: readonly Outage[], failed: Found['failed'] = []) =>
  raiseAlarms(site, { outages, failed })

/** What an Admin has read in their notifications, the oldest first. */
async function told(): Promise<string[]> {
  await fanOut(site.database)
  const { json } = await admin.get('/api/notifications')
  return json.map(({ title }: { title: string }) => title).toReversed()
}

describe('[owner.50] Of an outage', () => {
  test('ranks below Admin are not told', async () => {
    for (const rank of ['Member', 'Helper', 'Moderator'] as const) await memberWithRank(site, rank)
    await memberWithRank(site, 'Owner')
    await look([backup])
    await fanOut(site.database)
    const { rows } = await sql<{ rank: string }>`
      SELECT DISTINCT users.rank FROM notifications JOIN users ON users.id = user_id WHERE kind = 'alarm' ORDER BY 1
    `.execute(site.database.sql)
    expect(rows.map(({ rank }) => rank)).toEqual(['Admin', 'Owner'])
  })

  test('Admins are told once, with the reason, and when it is over; of the next one again', async () => {
    for (let looks = 0; looks < 3; looks += 1) await look([backup])
    expect(await told()).toEqual(['The last backup failed'])
    const [{ excerpt, link }] = (await admin.get('/api/notifications')).json
    expect({ excerpt, link }).toEqual({ excerpt: 'the disk is full', link: '/admin/backups' })
    await look([])
    await look([])
    await look([backup])
    expect(await told()).toEqual([
      'The last backup failed',
      'Backups are made again',
      'The last backup failed',
    ])
  })

  test('who lost their rank reads of none that they were told', async () => {
    await look([backup])
    expect(await told()).toHaveLength(1)
    const setRank = (rank: string) => run(sql`UPDATE users SET rank = ${rank} WHERE id = ${admin.user.id}`)
    await setRank('Moderator')
    expect(await told()).toEqual([])
    await setRank('Admin')
    expect(await told()).toHaveLength(1)
  })

  test('several processes that look at once tell of it once', async () => {
    await Promise.all(Array.from({ length: 4 }, () => look([backup])))
    expect(await told()).toEqual(['The last backup failed'])
    await Promise.all(Array.from({ length: 4 }, () => look([])))
    expect(await told()).toEqual(['The last backup failed', 'Backups are made again'])
  })

  test('one that is over sooner than it matters is not reported', async () => {
    await look([late])
    await look([])
    expect(await told()).toEqual([])
    await look([late])
    await run(sql`UPDATE alarms SET since = now() - interval '11 minutes'`)
    await look([late])
    expect(await told()).toEqual(['A background job is late'])
  })

  test('one machine says nothing of the disk of another, and forgets one that is gone', async () => {
    const disk = (place: string, seenMinutesAgo: number) =>
      run(sql`
        INSERT INTO alarms (name, place, told_at, seen_at)
        VALUES ('disk', ${place}, now(), now() - make_interval(mins => ${seenMinutesAgo}::int))
      `)
    await disk('web-2', 1)
    await disk('web-3', 90)
    await look([])
    expect(await told()).toEqual([])
    const { rows } = await run(sql`SELECT place FROM alarms`)
    expect(rows).toEqual([{ place: 'web-2' }])
  })
})

describe('[owner.51] It is an outage when', () => {
  const found = async () => {
    const { outages, failed } = await findOutages(site.context)
    expect(failed).toEqual([])
    return Object.fromEntries(
      outages.filter(({ name }) => name !== 'disk').map(({ name, text }) => [name, text]),
    )
  }
  const minutes = (answered: number) =>
    run(sql`
      INSERT INTO status_minutes (minute, asked, answered, players)
      SELECT date_trunc('minute', now()) - n * interval '1 minute', 4, ${answered}::int, 0 FROM generate_series(0, 5) AS n
      ON CONFLICT (minute) DO UPDATE SET answered = excluded.answered
    `)

  test('a game server that has answered before is silent for five minutes', async () => {
    await minutes(0)
    expect(await found()).toEqual({})
    await run(sql`INSERT INTO status_hours (hour, asked, answered, players)
      VALUES (date_trunc('hour', now(), 'UTC') - interval '1 day', 9, 9, 3)`)
    expect(await found()).toEqual({ game_server: null })
    await run(
      sql`UPDATE status_minutes SET answered = 1 WHERE minute = (SELECT max(minute) FROM status_minutes)`,
    )
    expect(await found()).toEqual({})
  })

  test('the last backup failed', async () => {
    await run(sql`UPDATE backup_plan SET failed_at = now(), failure = 'ENOSPC: no space left'`)
    expect(await found()).toEqual({ backup: 'ENOSPC: no space left' })
    await run(sql`UPDATE backup_plan SET failed_at = NULL, failure = NULL`)
    expect(await found()).toEqual({})
  })

  test('a mail was tried three times, and none has gone out since', async () => {
    await run(sql`INSERT INTO outbox (channel, type, data, attempts, last_error)
      VALUES ('mail', 'mail', '{}', 3, '535 wrong password')`)
    expect(await found()).toEqual({ mail: '535 wrong password' })
    await run(sql`INSERT INTO outbox (channel, type, data, attempts, done_at)
      VALUES ('mail', 'mail', '{}', 1, now() + interval '1 second')`)
    expect(await found()).toEqual({})
    await run(sql`DELETE FROM outbox`)
  })

  test('Discord refused the newest message of a kind that has a webhook', async () => {
    const message = (kind: string, key: string, failed: boolean) =>
      run(sql`
        INSERT INTO discord_messages (kind, event_key, title, link, sent_at, failed_at, last_error)
        VALUES (${kind}, ${key}, 'News', '/news', ${failed ? null : sql`clock_timestamp()`},
          ${failed ? sql`clock_timestamp()` : null}, ${failed ? 'Unknown Webhook' : null})
      `)
    await message('matches', 'no webhook', true)
    expect(await found()).toEqual({})
    await message('news', 'one', true)
    expect(await found()).toEqual({ discord: 'news: Unknown Webhook' })
    await message('news', 'two', false)
    expect(await found()).toEqual({})
  })

  test('[doors.24] the site turned a webhook off, and not an Admin', async () => {
    await run(sql`INSERT INTO webhooks (url, description, types, secret, enabled)
      VALUES ('https://bot.example/secret-path', '', '{match.stored}', '', false)`)
    expect(await found()).toEqual({})
    await run(sql`UPDATE webhooks SET disabled_for = 'failing'`)
    expect(await found()).toEqual({ webhook: 'bot.example' })
    await run(sql`UPDATE webhooks SET description = 'Stats bot'`)
    expect(await found()).toEqual({ webhook: 'Stats bot' })
    await run(sql`DELETE FROM webhooks`)
  })

  test('a background job is late', async () => {
    await run(sql`
      INSERT INTO job_states (name, every_ms, runs, failures, watched_since, seen_at)
      VALUES ('late job', 1000, 0, 0, now() - interval '1 hour', now())
    `)
    expect(await found()).toEqual({ job: 'late job' })
    await run(sql`DELETE FROM job_states`)
  })
})

test('[owner.27] A check that fails is logged and stops no other; its own outage neither begins nor ends', async () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => void lines.push(line) })
  const tables = new Client({ connectionString: site.store.ownerUrl })
  await tables.connect()
  await run(sql`INSERT INTO outbox (channel, type, data, attempts, last_error)
    VALUES ('mail', 'mail', '{}', 3, '535 wrong password')`)
  await look([backup])
  await tables.query('ALTER TABLE backup_plan RENAME TO lost')
  const found = await findOutages({ ...site.context, log })
  await tables.query('ALTER TABLE lost RENAME TO backup_plan')
  await tables.end()
  expect(found.failed).toEqual(['backup'])
  expect(found.outages.map(({ name }) => name)).toContain('mail')
  expect(lines.join()).toContain('"check":"backup"')
  await run(sql`UPDATE alarms SET seen_at = now() - interval '2 hours'`)
  await raiseAlarms(site, { ...found, outages: found.outages.filter(({ name }) => name === 'mail') })
  expect(await told()).toEqual(['The last backup failed', 'Mail does not go out'])
  await look([])
  expect(await told()).toEqual([
    'The last backup failed',
    'Mail does not go out',
    'Backups are made again',
    'Mail goes out again',
  ])
  await run(sql`DELETE FROM outbox`)
})

describe('[owner.28] That the database could not be reached', () => {
  const outage = (fromMinutesAgo: number, toMinutesAgo: number) => ({
    from: new Date(Date.now() - fromMinutesAgo * 60_000),
    to: new Date(Date.now() - toMinutesAgo * 60_000),
  })

  test('is not told of a restart of seconds, and not of what is long over', async () => {
    await reportDatabaseOutage(site, undefined)
    await reportDatabaseOutage(site, outage(2, 1.1))
    await reportDatabaseOutage(site, outage(50, 40))
    expect(await told()).toEqual([])
  })

  test('is told once it is over, by one of the processes that noticed, with when', async () => {
    const seen = outage(9, 2)
    await Promise.all([seen, outage(9.1, 1.9), outage(7, 2.1)].map((one) => reportDatabaseOutage(site, one)))
    // Its end is no alarm of its own.
    await look([])
    for (let looks = 0; looks < 2; looks += 1) await reportDatabaseOutage(site, seen)
    expect(await told()).toEqual(['The database could not be reached'])
    const [{ excerpt }] = (await admin.get('/api/notifications')).json
    expect(excerpt).toMatch(
      / could not reach it from \d{4}-\d\d-\d\d \d\d:\d\d to \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)\.$/,
    )
    await reportDatabaseOutage(site, outage(1.8, 0.1))
    expect(await told()).toEqual(['The database could not be reached', 'The database could not be reached'])
  })
})

describe('[owner.29] The certificate of the public address', () => {
  const asked: string[] = []
  let validDays = 60
  const found = async (publicUrl: string) => {
    const { outages, failed } = await findOutages({
      ...site.context,
      config: { ...site.context.config, publicUrl },
      gateways: {
        ...site.context.gateways,
        certificate: async (origin) => {
          asked.push(origin)
          if (validDays === 0) throw new Error('refused')
          return new Date(Date.now() + validDays * 86_400_000)
        },
      },
    })
    return { names: outages.map(({ name }) => name).filter((name) => name !== 'disk'), failed }
  }
  const nextDay = () => run(sql`UPDATE served_certificates SET checked_at = now() - interval '25 hours'`)

  test('is not asked for without https', async () => {
    expect(await found('http://play.example')).toEqual({ names: [], failed: [] })
    expect(asked).toEqual([])
  })

  test('is looked at once a day by one process, and an outage while it is valid for less than 14 days', async () => {
    const url = 'https://play.example'
    await Promise.all([found(url), found(url), found(url)])
    expect([asked, await found(url)]).toEqual([[url], { names: [], failed: [] }])
    await nextDay()
    validDays = 13
    expect([await found(url), asked.length]).toEqual([{ names: ['certificate'], failed: [] }, 2])
    await nextDay()
    validDays = 0
    // What was found before still counts.
    expect((await found(url)).failed).toEqual(['certificate'])
    expect([await found(url), asked.length]).toEqual([{ names: ['certificate'], failed: [] }, 3])
    // What failed is tried again within the hour.
    await run(sql`UPDATE served_certificates SET checked_at = checked_at - interval '1 hour'`)
    expect([(await found(url)).failed, asked.length]).toEqual([['certificate'], 4])
    await nextDay()
    validDays = 90
    expect([await found(url), asked.length]).toEqual([{ names: [], failed: [] }, 5])
    const { rows } = await run(sql`SELECT origin FROM served_certificates`)
    expect(rows).toEqual([{ origin: url }])
  })
})
