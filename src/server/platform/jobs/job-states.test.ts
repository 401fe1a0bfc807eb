import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../../contract/accounts/ranks.ts'
import { domains } from '../../domains.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { listJobs, recordingStates } from './job-states.ts'
import { type Job, type JobState, startJobs } from './jobs.ts'
import { mailJob } from './outbox.ts'
import { readWaiting } from './waiting.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({
    environment: { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:4250', MAIL_FROM: 'site@isles.example' },
    gateways: { mail: async () => {} },
  })
})
beforeEach(() => sql`DELETE FROM job_states`.execute(site.database.sql))
afterAll(() => site.close())

const state = (over: Partial<JobState> = {}): JobState => ({
  name: 'counting',
  everyMs: 2_000,
  waits: undefined,
  runs: 0,
  failures: 0,
  lastSuccessAt: undefined,
  lastFailureAt: undefined,
  lastError: undefined,
  ...over,
})

const processOf = (...states: JobState[]) => {
  const { work } = recordingStates(site.database, () => states)
  return () => work(new AbortController().signal)
}

const readJob = async (name = 'counting') =>
  (await listJobs(site.database.sql)).find((job) => job.name === name)

/** As if nothing had been heard of a job for so long. */
const age = (change: string) => sql.raw(`UPDATE job_states SET ${change}`).execute(site.database.sql)

test('[plugs.20] runs and failures of all processes are added up, each once, and the newest times stay', async () => {
  const [here, there] = [state({ runs: 3 }), state({ runs: 5, failures: 1 })]
  const [recordHere, recordThere] = [processOf(here), processOf(there)]
  there.lastFailureAt = new Date(Date.now() - 60_000)
  there.lastError = 'Error: older'
  await recordThere()
  here.lastSuccessAt = new Date(Date.now() - 1_000)
  here.lastFailureAt = new Date(Date.now() - 30_000)
  here.lastError = 'Error: newer'
  await recordHere()
  await Promise.all([recordHere(), recordThere()])
  here.runs += 1
  await recordHere()
  const job = await readJob()
  expect(job).toMatchObject({ runs: 9, failures: 1, lastError: 'Error: newer', waiting: null, isLate: false })
  const secondsSince = (at: Date | null | undefined) => (Date.now() - (at?.getTime() ?? 0)) / 1_000
  expect(secondsSince(job?.lastSuccessAt)).toBeLessThan(29)
  expect(secondsSince(job?.lastFailureAt)).toBeGreaterThan(29)
})

test('[plugs.20] what no process names any more is neither listed nor, a day later, kept', async () => {
  await processOf(state({ name: 'of an older release' }), state())()
  await age(`seen_at = now() - interval '2 minutes' WHERE name <> 'counting'`)
  expect((await listJobs(site.database.sql)).map(({ name }) => name)).toEqual(['counting'])
  await age(`seen_at = now() - interval '25 hours'`)
  await processOf(state())()
  const { rows } = await sql`SELECT name FROM job_states`.execute(site.database.sql)
  expect(rows).toEqual([{ name: 'counting' }])
})

test('[plugs.20] the error of a job has at most 500 characters, and nothing that cannot be stored', async () => {
  const job: Job = {
    name: 'failing',
    everyMs: 60_000,
    work: () => Promise.reject(new RangeError(`\0${'x'.repeat(999)}`)),
  }
  const jobs = startJobs(site.context, [job])
  await expect.poll(() => jobs.states[0]?.failures).toBe(1)
  await jobs.stop()
  await processOf(...jobs.states)()
  const stored = (await readJob('failing'))?.lastError
  expect(stored).toBe(`RangeError: ${'x'.repeat(488)}`)
})

test('[plugs.21] a job is late when it has not succeeded for three intervals, and a minute at least', async () => {
  await processOf(state({ lastSuccessAt: new Date() }), state({ name: 'rare', everyMs: 600_000 }))()
  await age(`watched_since = now() - interval '1 day', last_success_at = now() - interval '50 seconds'`)
  expect(await readJob()).toMatchObject({ isLate: false })
  await age(`last_success_at = now() - interval '70 seconds'`)
  expect(await readJob()).toMatchObject({ isLate: true })
  expect(await readJob('rare')).toMatchObject({ isLate: false })
  await age(`last_success_at = now() - interval '31 minutes'`)
  expect(await readJob('rare')).toMatchObject({ isLate: true })
  await age(`last_success_at = NULL`)
  expect(await readJob('rare')).toMatchObject({ isLate: true })
})

test('[plugs.21] after a time without a process each job has three intervals again', async () => {
  const record = processOf(state())
  await record()
  await age(`watched_since = now() - interval '1 day', seen_at = now() - interval '1 hour'`)
  await record()
  expect(await readJob()).toMatchObject({ isLate: false })
})

test('[plugs.22] jobs with a queue say how much waits, up to 1,000, and since when', async () => {
  await sql`
    INSERT INTO outbox (channel, type, data, created_at)
    SELECT 'mail', 'mail', '{}', now() - interval '1 hour' FROM generate_series(1, 1200)
  `.execute(site.database.sql)
  const mails = mailJob(site.context)
  const waiting = await mails?.waits?.()
  expect(waiting?.count).toBe(1_000)
  expect((Date.now() - (waiting?.since?.getTime() ?? 0)) / 1_000).toBeGreaterThanOrEqual(3_600)
  await sql`DELETE FROM outbox`.execute(site.database.sql)
  expect(await mails?.waits?.()).toEqual({ count: 0, since: null })
})

test('[plugs.22] every queue of the site can be asked', async () => {
  const queues = [
    mailJob(site.context),
    ...domains.flatMap(({ jobs }) => jobs?.(site.context, site.content) ?? []),
  ].filter(({ waits }) => waits !== undefined)
  expect(queues.map(({ name }) => name).sort()).toEqual([
    'figures of changed modes',
    'mails',
    'messages to Discord',
    'newsletter',
    'notifications by digest',
    'notifications by game',
    'notifications by mail',
    'notifications by push',
    'notifications of many members',
    'patterns in matches',
    'ratings',
    'rulings',
    'webhooks',
  ])
  for (const { waits } of queues) expect(await waits?.()).toEqual({ count: 0, since: null })
})

test('[plugs.22] a queue that cannot be asked fails the recording, after the others are recorded', async () => {
  const broken = state({ name: 'broken', waits: () => Promise.reject(new Error('no such table')) })
  const asked = state({ waits: () => readWaiting(site.database.sql, sql`SELECT now() AS since`) })
  await expect(processOf(broken, asked)()).rejects.toThrow('no such table')
  expect(await readJob()).toMatchObject({ waiting: 1 })
  expect(await readJob('broken')).toMatchObject({ waiting: null })
})

const metrics = async () => (await site.browser().get('/metrics', { address: '127.0.0.1' })).text

test('[plugs.23] the metrics say of each job when it last succeeded, how often it ran and failed, and what waits', async () => {
  await processOf(
    state({
      runs: 7,
      failures: 2,
      lastSuccessAt: new Date(),
      waits: async () => ({ count: 3, since: new Date(0) }),
    }),
  )()
  const text = await metrics()
  const value = (name: string) =>
    Number(new RegExp(`^${name}\\{name="counting"\\} (.*)$`, 'm').exec(text)?.[1])
  expect(Math.abs(value('job_last_success_timestamp_seconds') - Date.now() / 1_000)).toBeLessThan(60)
  expect(value('job_interval_seconds')).toBe(2)
  expect([value('job_runs_total'), value('job_failures_total'), value('job_waiting')]).toEqual([7, 2, 3])
  expect(value('job_oldest_seconds')).toBeGreaterThan(1_000_000)
  await sql`DELETE FROM job_states`.execute(site.database.sql)
  expect(await metrics()).not.toContain('name="counting"')
})

test('[plugs.24] Owners alone read the jobs', async () => {
  await processOf(state({ runs: 2, failures: 1, lastFailureAt: new Date(), lastError: 'Error: no' }))()
  expect((await site.browser().get('/api/admin/jobs')).status).toBe(401)
  const member = await site.member()
  for (const rank of shippedRanks satisfies readonly Rank[]) {
    await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
    const { status, json } = await member.get('/api/admin/jobs')
    expect([rank, status]).toEqual([rank, rank === 'Owner' ? 200 : 403])
    if (status === 200)
      expect(json).toEqual([
        {
          name: 'counting',
          runs: 2,
          failures: 1,
          lastSuccessAt: null,
          lastFailureAt: expect.any(String),
          lastError: 'Error: no',
          waiting: null,
          waitingSince: null,
          isLate: false,
        },
      ])
  }
})
