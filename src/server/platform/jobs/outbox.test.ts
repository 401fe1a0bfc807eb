import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RefusedError } from '../../gateways/failures.ts'
import type { Mail, SendMail } from '../../gateways/mail.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { startJobs } from './jobs.ts'
import { enqueue, mailJob, type QueuedMail, readOutboxDepth, sendBatch, sweepOutbox } from './outbox.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({
    environment: { SMTP_URL: 'smtp://127.0.0.1:4250', MAIL_FROM: 'site@isles.example' },
  })
})
afterAll(() => site.close())
beforeEach(() => sql`DELETE FROM outbox`.execute(site.database.sql))

const mail = (subject: string): Mail => ({ to: 'team@site.example', subject, text: 'Hello' })

const put = (subject: string) =>
  site.database.sql
    .transaction()
    .execute((transaction) => enqueue(transaction, { channel: 'mail', type: 'mail', data: mail(subject) }))

const mailing = (mail: SendMail) => ({ ...site.context, gateways: { ...site.context.gateways, mail } })

const rows = async () => {
  const result = await sql<{ done: boolean; attempts: number; last_error: string | null; due: boolean }>`
    SELECT done_at IS NOT NULL AS done, attempts, last_error, due_at <= now() AS due FROM outbox
  `.execute(site.database.sql)
  return result.rows
}

test('what was rolled back is never sent', async () => {
  await site.database.sql
    .transaction()
    .execute(async (transaction) => {
      await enqueue(transaction, { channel: 'mail', type: 'mail', data: mail('no') })
      throw new Error('changed our mind')
    })
    .catch(() => undefined)
  expect(await sendBatch(site.database, async () => undefined, site.context.log)).toBe(0)
})

test('a mail that is not taken is tried again later, with the reason kept, and not before its time', async () => {
  await put('hello')
  let refuse = true
  const sent: Mail[] = []
  const send = async (mail: Mail) => {
    if (refuse) throw new Error('450 mailbox busy')
    sent.push(mail)
  }
  await sendBatch(site.database, send, site.context.log)
  expect(await rows()).toEqual([{ done: false, attempts: 1, last_error: '450 mailbox busy', due: false }])
  refuse = false
  expect(await sendBatch(site.database, send, site.context.log)).toBe(0)
  await sql`UPDATE outbox SET due_at = now()`.execute(site.database.sql)
  await sendBatch(site.database, send, site.context.log)
  expect(sent).toEqual([mail('hello')])
  expect(await rows()).toMatchObject([{ done: true, attempts: 2, last_error: null }])
  await sql`UPDATE outbox SET due_at = now()`.execute(site.database.sql)
  expect(await sendBatch(site.database, send, site.context.log)).toBe(0)
})

test('[inputs.06] a mail that is refused for good is not tried again, and the reason stays', async () => {
  await put('hello')
  const refuse = () => Promise.reject(new RefusedError('550 5.1.1 no such user'))
  expect(await sendBatch(site.database, refuse, site.context.log)).toBe(1)
  await sql`UPDATE outbox SET due_at = now()`.execute(site.database.sql)
  expect(await sendBatch(site.database, refuse, site.context.log)).toBe(0)
  expect(await rows()).toMatchObject([{ done: true, attempts: 1, last_error: '550 5.1.1 no such user' }])
  expect((await readOutboxDepth(site.database)).find(({ channel }) => channel === 'mail')).toMatchObject({
    count: 0,
  })
})

test('[inputs.06] a mail that nobody takes for five days ends, and not before', async () => {
  await put('hello')
  await sql`UPDATE outbox SET attempts = 126`.execute(site.database.sql)
  const refuse = () => Promise.reject(new Error('451 try again later'))
  await sendBatch(site.database, refuse, site.context.log)
  expect(await rows()).toMatchObject([{ done: false, attempts: 127 }])
  await sql`UPDATE outbox SET due_at = now()`.execute(site.database.sql)
  await sendBatch(site.database, refuse, site.context.log)
  expect(await rows()).toMatchObject([{ done: true, attempts: 128, last_error: '451 try again later' }])
})

test('the pause before the next try doubles from 10 s on, to an hour at most', async () => {
  await put('hello')
  const refuse = () => Promise.reject(new Error('450 mailbox busy'))
  const clock = async () =>
    (
      await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(site.database.sql)
    ).rows[0]!.now.getTime()
  for (const seconds of [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]) {
    await sql`UPDATE outbox SET due_at = now()`.execute(site.database.sql)
    const before = await clock()
    expect(await sendBatch(site.database, refuse, site.context.log)).toBe(1)
    const after = await clock()
    const { rows: due } = await sql<{ at: Date }>`SELECT due_at AS at FROM outbox`.execute(site.database.sql)
    const at = due[0]!.at.getTime()
    expect(at).toBeGreaterThanOrEqual(before + seconds * 1_000)
    // Up to a tenth longer, so that what failed together comes back apart.
    expect(at).toBeLessThanOrEqual(after + Math.min(seconds * 1.1, 3_600) * 1_000)
  }
})

test('processes share the work: each mail is taken by one of them; what is for game servers stays', async () => {
  for (let n = 0; n < 20; n += 1) await put(`mail ${n}`)
  await sql`INSERT INTO outbox (channel, type, data) VALUES ('game', 'message', '{"text":"not a mail"}')`.execute(
    site.database.sql,
  )
  const sent: string[] = []
  const send = async ({ subject }: Mail) => {
    sent.push(subject)
  }
  const processes = [1, 2].map(() => startJobs(site.context, [mailJob(mailing(send))]))
  await expect.poll(() => sent.length).toBe(20)
  for (const jobs of processes) await jobs.stop()
  expect(new Set(sent).size).toBe(20)
  expect((await rows()).filter(({ done }) => !done)).toHaveLength(1)
})

test('a mail server that takes a minute gets each mail once: no other process sends it meanwhile, nor waits', async () => {
  for (const subject of ['slow', 'quick']) await put(subject)
  const sent: string[] = []
  let accept = () => {}
  const slowly = async ({ subject }: Mail) => {
    sent.push(subject)
    if (subject === 'slow') await new Promise<void>((resolve) => (accept = resolve))
  }
  const first = sendBatch(site.database, slowly, site.context.log)
  await expect.poll(() => sent).toContain('slow')
  await sql`UPDATE outbox SET due_at = due_at - interval '1 minute'`.execute(site.database.sql)
  const other = async ({ subject }: Mail) => {
    sent.push(subject)
  }
  expect(await sendBatch(site.database, other, site.context.log)).toBe(1)
  accept()
  expect(await first).toBe(1)
  expect(sent).toEqual(['slow', 'quick'])
  expect((await rows()).map(({ done, attempts }) => [done, attempts])).toEqual([
    [true, 1],
    [true, 1],
  ])
})

test('a letter is written when it is sent, anew for each try, and nobody’s letter waits', async () => {
  const order = (type: string) => enqueue(site.database.sql, { channel: 'mail', type, data: { name: 'Zoe' } })
  const orders: QueuedMail[] = []
  const mails = {
    hello: async (ordered: QueuedMail) => {
      orders.push(ordered)
      return mail(`hello ${orders.length}`)
    },
    nobody: async () => undefined,
  }
  const sent: string[] = []
  let refuse = true
  const send = async ({ subject }: Mail) => {
    if (refuse) throw new Error('450 mailbox busy')
    sent.push(subject)
  }
  for (const type of ['hello', 'nobody', 'unheard.of']) await order(type)
  await sendBatch(site.database, send, site.context.log, mails)
  refuse = false
  await sql`UPDATE outbox SET due_at = now() WHERE type = 'hello'`.execute(site.database.sql)
  await sendBatch(site.database, send, site.context.log, mails)
  expect(sent).toEqual(['hello 2'])
  expect(orders.map(({ data, isFirstTry }) => [data, isFirstTry])).toEqual([
    [{ name: 'Zoe' }, true],
    [{ name: 'Zoe' }, false],
  ])
  await sweepOutbox(site.database)
  const { rows: left } = await sql`SELECT type, last_error FROM outbox`.execute(site.database.sql)
  expect(left).toEqual([
    { type: 'unheard.of', last_error: 'there is no template for mails of type unheard.of' },
  ])
})

test('a sent mail is forgotten after 30 days, one that waits never', async () => {
  for (const subject of ['old', 'new', 'waiting']) await put(subject)
  await sql`
    UPDATE outbox SET done_at = now() - make_interval(days => CASE data->>'subject' WHEN 'old' THEN 31 ELSE 29 END)
    WHERE data->>'subject' <> 'waiting'
  `.execute(site.database.sql)
  await sweepOutbox(site.database)
  const { rows: left } = await sql`SELECT data->>'subject' AS subject FROM outbox ORDER BY 1`.execute(
    site.database.sql,
  )
  expect(left).toEqual([{ subject: 'new' }, { subject: 'waiting' }])
})

test('a mail server that hangs does not keep the site from stopping', async () => {
  await put('never taken')
  let requests = false
  const hang = () => {
    requests = true
    return new Promise<void>(() => undefined)
  }
  const jobs = startJobs(site.context, [mailJob(mailing(hang))])
  await expect.poll(() => requests).toBe(true)
  await jobs.stop()
})
