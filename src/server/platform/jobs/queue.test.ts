import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RefusedError, RetryAfterError } from '../../gateways/failures.ts'
import { pauseOf } from '../../testing/pause.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import type { Executor } from '../database/database.ts'
import { type Claimed, dueRows, inSeconds, nextAttempt, type Queue, workOff } from './queue.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM outbox`.execute(site.database.sql)
})

interface Item extends Claimed {
  readonly id: string
}

const sentItems = new Map<string, number>()

/** A queue over a table of the site, which counts nothing but what is in it. */
const queue = (over: Partial<Queue<Item>> = {}): Queue<Item> => ({
  name: 'tested',
  maxAttempts: 100,
  async claim(executor, { limit, leaseSeconds }) {
    const { rows } = await sql<Item>`
      WITH due AS MATERIALIZED (${dueRows('outbox', sql`id`, { where: sql`done_at IS NULL`, limit })})
      UPDATE outbox SET attempts = attempts + 1, due_at = ${inSeconds(leaseSeconds)} FROM due WHERE outbox.id = due.id
      RETURNING outbox.id, attempts, created_at AS "queuedAt"
    `.execute(executor)
    return { items: rows, due: rows.length }
  },
  async end(executor, { id }, refusal) {
    await sql`UPDATE outbox SET done_at = now(), last_error = ${refusal ?? null} WHERE id = ${id}`.execute(
      executor,
    )
  },
  async postpone(executor, { id, attempts }, reason, retryAfter) {
    await sql`UPDATE outbox SET last_error = ${reason}, due_at = ${nextAttempt(attempts, retryAfter)} WHERE id = ${id}`.execute(
      executor,
    )
  },
  ...over,
})

const put = (count: number) =>
  sql`INSERT INTO outbox (channel, type, data) SELECT 'mail', 'mail', '{}' FROM generate_series(1, ${count})`.execute(
    site.database.sql,
  )

const rows = async () =>
  (
    await sql<{ attempts: number; done: boolean; error: string | null; seconds: number }>`
      SELECT attempts, done_at IS NOT NULL AS done, last_error AS error,
        round(extract(epoch FROM due_at - now()))::int AS seconds FROM outbox ORDER BY id
    `.execute(site.database.sql)
  ).rows

const makeDue = () => sql`UPDATE outbox SET due_at = now() WHERE done_at IS NULL`.execute(site.database.sql)

const batch = { batch: 5, attemptMs: 10_000, leaseSeconds: 120 }
const here = () => ({ database: site.database, log: site.context.log })

const count = async ({ id }: Item) => {
  sentItems.set(id, (sentItems.get(id) ?? 0) + 1)
}

describe('[plugs.27] an attempt', () => {
  test('that fails is made again after a pause, and the reason stays', async () => {
    await put(1)
    const fail = () => Promise.reject(new Error('no'))
    expect(await workOff(here(), queue(), fail, batch)).toEqual({ due: 1, postponed: 1 })
    expect(await rows()).toEqual([{ attempts: 1, done: false, error: 'no', seconds: pauseOf(10) }])
    await makeDue()
    await workOff(here(), queue(), fail, batch)
    expect(await rows()).toMatchObject([{ attempts: 2, seconds: pauseOf(20) }])
  })

  test('that is refused for good is the last', async () => {
    await put(1)
    const refuse = () => Promise.reject(new RefusedError('never'))
    expect(await workOff(here(), queue(), refuse, batch)).toEqual({ due: 1, postponed: 0 })
    expect(await rows()).toMatchObject([{ done: true, error: 'never' }])
  })

  test('after as many as the queue allows there is no other', async () => {
    await put(1)
    const two = queue({ maxAttempts: 2 })
    const fail = () => Promise.reject(new Error('no'))
    await workOff(here(), two, fail, batch)
    expect(await rows()).toMatchObject([{ done: false }])
    await makeDue()
    await workOff(here(), two, fail, batch)
    expect(await rows()).toMatchObject([{ attempts: 2, done: true, error: 'no' }])
  })

  test('that the receiver limits comes as late as it asked, and is not the last by its number', async () => {
    await put(1)
    const limit = () => Promise.reject(new RetryAfterError('slow down', 300))
    await workOff(here(), queue({ maxAttempts: 1 }), limit, batch)
    expect(await rows()).toEqual([{ attempts: 1, done: false, error: 'slow down', seconds: 300 }])
  })

  test('[guards.68] that the receiver limits for days is the last', async () => {
    await put(1)
    const limit = () => Promise.reject(new RetryAfterError('slow down', 300))
    const days = queue({ maxDays: 2 })
    await workOff(here(), days, limit, batch)
    expect(await rows()).toMatchObject([{ done: false }])
    await sql`UPDATE outbox SET due_at = now(), created_at = now() - interval '49 hours'`.execute(
      site.database.sql,
    )
    expect(await workOff(here(), days, limit, batch)).toEqual({ due: 1, postponed: 0 })
    expect(await rows()).toMatchObject([{ done: true, error: 'slow down' }])
  })

  test('[guards.68] that ended the process each time is not made again after as many as the queue allows', async () => {
    await put(1)
    const two = queue({ maxAttempts: 2 })
    for (let times = 0; times < 2; times += 1) {
      await two.claim(site.database.sql, { limit: 1, leaseSeconds: 120 })
      await makeDue()
    }
    sentItems.clear()
    expect(await workOff(here(), two, count, batch)).toEqual({ due: 1, postponed: 0 })
    expect(sentItems.size).toBe(0)
    expect(await rows()).toMatchObject([{ done: true, error: 'The process ended during the last attempt' }])
  })

  test('that takes too long counts as failed', async () => {
    await put(1)
    await workOff(here(), queue(), () => new Promise(() => {}), { ...batch, attemptMs: 10 })
    expect(await rows()).toMatchObject([{ done: false, error: 'not done in time' }])
  })
})

test('[plugs.27] pauses differ, so that what failed together comes back apart', async () => {
  const { rows: pauses } = await sql<{ seconds: number }>`
    SELECT extract(epoch FROM ${nextAttempt(1)} - now())::float8 AS seconds FROM generate_series(1, 50)
  `.execute(site.database.sql)
  expect(new Set(pauses.map(({ seconds }) => seconds)).size).toBeGreaterThan(40)
  for (const { seconds } of pauses) expect(seconds >= 10 && seconds <= 11).toBe(true)
})

describe('[plugs.28] a process that is killed', () => {
  beforeEach(() => sentItems.clear())

  /** The statements of a process that is killed before the first of some kind. */
  const killedBefore = (step: 'claim' | 'end'): Queue<Item> =>
    queue({ [step]: (_executor: Executor) => Promise.reject(new Error('killed')) })

  const restart = async () => {
    await makeDue()
    while ((await workOff(here(), queue(), count, batch)).due > 0);
  }

  test('before it took anything loses nothing and does nothing twice', async () => {
    await put(12)
    await expect(workOff(here(), killedBefore('claim'), count, batch)).rejects.toThrow('killed')
    await restart()
    expect([...sentItems.values()]).toEqual(Array(12).fill(1))
  })

  test('after it took some, before their attempts: they are made when the lease ends, once', async () => {
    await put(12)
    expect((await queue().claim(site.database.sql, { limit: 5, leaseSeconds: 120 })).due).toBe(5)
    while ((await workOff(here(), queue(), count, batch)).due > 0);
    expect(sentItems.size).toBe(7)
    await restart()
    expect([...sentItems.values()]).toEqual(Array(12).fill(1))
  })

  test('after attempts, before their note: these alone are made twice, when the lease ends', async () => {
    await put(12)
    await expect(workOff(here(), killedBefore('end'), count, batch)).rejects.toThrow('killed')
    expect(sentItems.size).toBe(5)
    while ((await workOff(here(), queue(), count, batch)).due > 0);
    expect([...sentItems.values()]).toEqual(Array(12).fill(1))
    await restart()
    const times = [...sentItems.values()]
    expect(times.filter((made) => made === 2)).toHaveLength(5)
    expect(times.filter((made) => made === 1)).toHaveLength(7)
  })

  test('after the note does nothing twice', async () => {
    await put(12)
    await workOff(here(), queue(), count, batch)
    await restart()
    expect([...sentItems.values()]).toEqual(Array(12).fill(1))
    expect((await rows()).every(({ done }) => done)).toBe(true)
  })
})
