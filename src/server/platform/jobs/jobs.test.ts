import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains } from '../../domains.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { createLogger } from '../logs/logger.ts'
import { type Job, startJobs, sweep, whileFull } from './jobs.ts'
import { mailJob } from './outbox.ts'
import { readDue } from './waiting.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({
    environment: {
      DISCORD_WEBHOOK_NEWS: 'https://discord.com/api/webhooks/1/news',
      SMTP_URL: 'smtp://127.0.0.1:4250',
      MAIL_FROM: 'site@isles.example',
      RETENTION_DAYS_APPLICATIONS: '10',
      RETENTION_DAYS_CONTACT: '10',
      RETENTION_DAYS_REPORTS: '10',
    },
  })
})
afterAll(() => site.close())

/** A job whose runs end when they are told to. */
function heldJob(rest: Partial<Job> = {}) {
  const runs: { end: () => void; fail: (error: Error) => void }[] = []
  const job: Job = {
    name: 'held',
    everyMs: 5,
    work: () => new Promise<void>((end, fail) => runs.push({ end, fail })),
    ...rest,
  }
  return { job, runs }
}

const someIntervals = () => new Promise((resolve) => setTimeout(resolve, 50))

test('[plugs.10] a job runs at once and then every interval, never twice at once', async () => {
  const { job, runs } = heldJob()
  const jobs = startJobs(site.context, [job])
  expect(runs).toHaveLength(1)
  await someIntervals()
  expect(runs).toHaveLength(1)
  runs[0]!.end()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.end()
  await jobs.stop()
})

test('[plugs.10] a sweep begins after its first interval', async () => {
  let runs = 0
  const jobs = startJobs(site.context, [sweep('late', async () => (runs += 1))])
  await someIntervals()
  await jobs.stop()
  expect(runs).toBe(0)
})

test('[plugs.11] a job that fails is logged with its name and its error kept; it runs again, and no other waits for it', async () => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line: string) => lines.push(line) })
  const failing = heldJob({ name: 'failing' })
  const other = heldJob({ name: 'other' })
  const jobs = startJobs({ ...site.context, log }, [failing.job, other.job])
  failing.runs[0]!.fail(new Error('no room'))
  other.runs[0]!.end()
  await expect.poll(() => [failing.runs.length, other.runs.length]).toEqual([2, 2])
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ job: 'failing', err: expect.objectContaining({ message: 'no room' }) }),
  )
  expect(jobs.states).toMatchObject([
    { name: 'failing', runs: 2, failures: 1, lastError: 'Error: no room', lastSuccessAt: undefined },
    { name: 'other', failures: 0, lastSuccessAt: expect.any(Date) },
  ])
  for (const { runs } of [failing, other]) runs[1]!.end()
  await jobs.stop()
})

test('[plugs.12] news that come while a job runs start another run after it', async () => {
  const { job, runs } = heldJob({ everyMs: 60_000, wakeOn: 'woken' })
  const jobs = startJobs(site.context, [job])
  await site.context.live.publish('woken', {})
  await site.context.live.publish('woken', {})
  await someIntervals()
  expect(runs).toHaveLength(1)
  runs[0]!.end()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.end()
  await someIntervals()
  expect(runs).toHaveLength(2)
  await jobs.stop()
})

test('[one-fact.40] a job runs again when its next work is due, and after news, but rests between two runs', async () => {
  const starts: number[] = []
  let due: number | null = 80
  const jobs = startJobs(site.context, [
    {
      name: 'due',
      everyMs: 60_000,
      wakeOn: ['woken', 'told'],
      restMs: 60,
      async work() {
        starts.push(performance.now())
      },
      async dueInMs() {
        const ms = due
        due = null
        return ms
      },
    },
  ])
  await expect.poll(() => starts.length).toBe(2)
  expect(starts[1]! - starts[0]!).toBeGreaterThanOrEqual(75)
  for (const channel of ['woken', 'told', 'woken']) await site.context.live.publish(channel, {})
  await expect.poll(() => starts.length).toBeGreaterThan(2)
  await jobs.stop()
  for (const [at, start] of starts.slice(1).entries()) expect(start - starts[at]!).toBeGreaterThanOrEqual(55)
})

describe('[plugs.13] a stop', () => {
  test('starts no run any more, and waits for those under way', async () => {
    const { job, runs } = heldJob()
    const jobs = startJobs(site.context, [job])
    let hasStopped = false
    const stopped = jobs.stop().then(() => (hasStopped = true))
    await someIntervals()
    expect(hasStopped).toBe(false)
    runs[0]!.end()
    await stopped
    await someIntervals()
    expect(runs).toHaveLength(1)
  })

  test('waits no longer than the job says', async () => {
    const { job } = heldJob({ goodbyeMs: 10 })
    await startJobs(site.context, [job]).stop()
  })

  test('ends a rest, and nothing that is due begins after it', async () => {
    let runs = 0
    const work = async () => (runs += 1)
    const jobs = startJobs(site.context, [
      { name: 'resting', everyMs: 60_000, restMs: 60_000, dueInMs: async () => 5, work },
    ])
    await expect.poll(() => runs).toBe(1)
    await jobs.stop()
    await someIntervals()
    expect(runs).toBe(1)
  })

  test('ends work of many steps after its current one', async () => {
    let steps = 0
    let endStep = () => {}
    const step = () => {
      steps += 1
      return new Promise<number>((resolve) => (endStep = () => resolve(10)))
    }
    const work = (stopping: AbortSignal) => whileFull(stopping, 10, step)
    const jobs = startJobs(site.context, [{ name: 'steps', everyMs: 60_000, work }])
    endStep()
    await expect.poll(() => steps).toBe(2)
    const stopped = jobs.stop()
    endStep()
    await stopped
    expect(steps).toBe(2)
  })
})

describe('a job that says what is due', () => {
  const isWaiting = sql`EXISTS (SELECT FROM outbox WHERE type = 'due')`
  const wait = () => sql`INSERT INTO outbox (channel, type, data) VALUES ('game', 'due', '{}')`
  const forget = () => sql`DELETE FROM outbox WHERE type = 'due'`.execute(site.database.sql)

  test('[fast.09] runs while something is, and has succeeded as well when nothing was', async () => {
    let runs = 0
    const work = async () => {
      runs += 1
    }
    const jobs = startJobs(site.context, [{ name: 'queue', everyMs: 5, due: () => isWaiting, work }])
    await expect.poll(() => jobs.states[0]!.lastSuccessAt).toBeDefined()
    const first = jobs.states[0]!.lastSuccessAt!
    await expect.poll(() => jobs.states[0]!.lastSuccessAt!.getTime()).toBeGreaterThan(first.getTime())
    expect(runs).toBe(1)
    await wait().execute(site.database.sql)
    await expect.poll(() => runs).toBe(2)
    await jobs.stop()
    await forget()
  })

  test('[fast.09] looks for itself where it could not be asked, which one line of the log says', async () => {
    const lines: string[] = []
    const log = createLogger('warn', { write: (line: string) => lines.push(line) })
    let [runs, others] = [0, 0]
    const jobs = startJobs({ ...site.context, log }, [
      {
        name: 'queue',
        everyMs: 5,
        due: () => sql`1 / 0 = 1`,
        async work() {
          runs += 1
        },
      },
      {
        name: 'other queue',
        everyMs: 5,
        due: () => sql`false`,
        async work() {
          others += 1
        },
      },
    ])
    await expect.poll(() => Math.min(runs, others)).toBeGreaterThan(2)
    await jobs.stop()
    expect(lines).toEqual([expect.stringContaining('each job looks for itself')])
  })

  test('[fast.09] does not start before its interval is over, and has not succeeded while it is under way', async () => {
    const { job, runs } = heldJob({ everyMs: 60_000, due: () => sql`true` })
    const hanging = heldJob({ name: 'hanging', due: () => sql`false` })
    const jobs = startJobs(site.context, [job, hanging.job])
    runs[0]!.end()
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(runs).toHaveLength(1)
    expect(jobs.states.map(({ lastSuccessAt }) => lastSuccessAt)).toEqual([expect.any(Date), undefined])
    hanging.runs[0]!.end()
    await jobs.stop()
  })

  test('does not hold a stop up while it is asked', async () => {
    const lines: string[] = []
    const log = createLogger('warn', { write: (line: string) => lines.push(line) })
    let isAsked = false
    const due = () => {
      isAsked = true
      return sql`pg_sleep(8) IS NOT NULL`
    }
    const jobs = startJobs({ ...site.context, log }, [{ name: 'queue', everyMs: 5, due, async work() {} }])
    await expect.poll(() => isAsked).toBe(true)
    // It would be over only after eight seconds.
    const longest = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), 6_000))
    expect(await Promise.race([jobs.stop(), longest])).toBeUndefined()
    const cancel = async () => {
      const { rows } = await sql`
        SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(8)%' AND pid <> pg_backend_pid()
      `.execute(site.database.sql)
      return rows.length
    }
    await expect.poll(cancel).toBe(1)
    expect(lines).toEqual([])
  })

  test('[fast.09] Each queue of the site is due as soon as something comes into it, and an empty one is not', async () => {
    const jobs = [
      mailJob(site.context),
      ...domains.flatMap(({ jobs: make }) => make?.(site.context, site.content) ?? []),
    ].filter(({ due }) => due !== undefined)
    const due = async () => {
      const numbers = await readDue(
        site.database.sql,
        jobs.map((job) => job.due!()),
      )
      return numbers.map((number) => jobs[number]!.name)
    }
    expect(await due()).toEqual([])
    const { user } = await site.member('Somebody')
    await sql`
      WITH notification AS (
        INSERT INTO notifications (user_id, kind, event_key, title, link) VALUES (${user.id}, 'news', 'due', 'News', '/') RETURNING id
      ), subscription AS (
        INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
        SELECT user_id, id, 'https://push.example', repeat('A', 87), repeat('A', 22) FROM sessions
        WHERE user_id = ${user.id} RETURNING id
      ), mail AS (
        INSERT INTO outbox (channel, type, data) VALUES ('mail', 'due', '{}')
      ), fanout AS (
        INSERT INTO notification_fanouts (audience, event_key, kind, link, title) VALUES ('members', 'due', 'news', '/', 'News')
      ), digest AS (
        INSERT INTO digest_choices (user_id, hour, time_zone, due_at) VALUES (${user.id}, 8, 'UTC', now())
      ), subscriber AS (
        INSERT INTO newsletter_subscribers (email) VALUES ('somebody@isles.example')
      ), message AS (
        INSERT INTO discord_messages (kind, event_key, title, link) VALUES ('news', 'due', 'News', '/')
      ), webhook AS (
        INSERT INTO webhooks (url, description, types, secret)
        VALUES ('https://hook.example', '', '{server.offline}', 'secret') RETURNING id
      ), event AS (
        INSERT INTO webhook_deliveries (webhook_id, event_id, type, subject)
        SELECT id, gen_random_uuid(), 'server.offline', '' FROM webhook
      )
      INSERT INTO notification_deliveries (notification_id, channel, subscription_id)
      SELECT notification.id, channel, CASE WHEN channel = 'push' THEN subscription.id END
      FROM notification CROSS JOIN subscription CROSS JOIN unnest('{mail,push,game}'::text[]) AS channel
    `.execute(site.database.sql)
    await sql`UPDATE users SET rank = 'Helper' WHERE id = ${user.id}`.execute(site.database.sql)
    await sql`INSERT INTO game_identities (user_id, kind, value) VALUES (${user.id}, 'xuid', '1')`.execute(
      site.database.sql,
    )
    expect((await due()).toSorted()).toEqual(jobs.map(({ name }) => name).toSorted())
  })
})

test('[plugs.14] no two jobs of the site have one name', () => {
  const names = domains
    .flatMap(({ jobs }) => jobs?.(site.context, site.content) ?? [])
    .map(({ name }) => name)
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
