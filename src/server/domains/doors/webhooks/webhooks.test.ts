import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { webhookLimits, webhookTypes } from '../../../../contract/doors/webhooks.ts'
import { readDue } from '../../../platform/jobs/waiting.ts'
import { createLogger } from '../../../platform/logs/logger.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { type WebhookReceiver, webhookReceiver } from '../../../testing/webhook-receiver.ts'
import { findDueWebhooks, sweepDeliveries } from './queries/deliveries.ts'
import { webhooksJob } from './send.ts'

const path = '/api/admin/webhooks'

let site: TestApp
let admin: TestBrowser
let receiver: WebhookReceiver
let directory: string
const logged: string[] = []

const ranked = async (rank: Rank) => {
  const browser = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'webhooks-'))
  receiver = await webhookReceiver()
  site = await testApp({
    environment: { RATE_LIMITS: 'off', FETCH_ALLOW: '127.0.0.1', DATA_DIR: directory },
    log: createLogger('debug', { write: (line) => void logged.push(line) }),
  })
  admin = await ranked('Admin')
})
afterAll(async () => {
  await site.close()
  await receiver.close()
  await rm(directory, { recursive: true })
})
beforeEach(async () => {
  receiver.received.length = 0
  receiver.next.clear()
  await sql`DELETE FROM webhooks`.execute(site.database.sql)
})

const body = (over: object = {}) => ({ url: receiver.url('/hook'), types: ['match.stored'], ...over })
const create = (over: object = {}, by = admin) => by.post(path, body(over))
const one = async (id: number) => (await admin.get(path)).json.find((hook: { id: number }) => hook.id === id)
const stored = async () =>
  (
    await sql`SELECT id, url, description, types, enabled, version FROM webhooks ORDER BY id`.execute(
      site.database.sql,
    )
  ).rows
const entries = async () =>
  (
    await sql<{ action: string; after: unknown }>`SELECT action, subject_id, before, after FROM audit_log
      WHERE action LIKE 'webhook.%' ORDER BY id`.execute(site.database.sql)
  ).rows
/** Changes nothing, and is not in the audit log. */
const refused = async (call: () => Promise<{ status: number; json: unknown }>, status: number) => {
  const before = [await stored(), await entries()]
  const response = await call()
  expect([response.status, response.json]).toEqual([status, expect.anything()])
  expect([await stored(), await entries()]).toEqual(before)
  return response.json as { fields?: Record<string, string> }
}

/** Queues events of a type that need no record. */
const queue = (type = 'server.offline', count = 1) =>
  sql`SELECT queue_webhooks(${type}, '2026-01-01T00:00:00Z') FROM generate_series(1, ${count}::int)`.execute(
    site.database.sql,
  )

interface Row {
  readonly id: number
  readonly attempts: number
  readonly sent: boolean
  readonly failed: boolean
  readonly status: number | null
  readonly response: string | null
  readonly error: string | null
  readonly seconds: number
}
const rows = async () =>
  (
    await sql<Row>`SELECT delivery.id::int, attempts, sent_at IS NOT NULL AS sent, failed_at IS NOT NULL AS failed, status,
      response, error, round(extract(epoch FROM due_at - now()))::int AS seconds
    FROM webhook_deliveries AS delivery JOIN webhooks ON webhooks.id = webhook_id ORDER BY delivery.id`.execute(
      site.database.sql,
    )
  ).rows
const makeDue = () => sql`UPDATE webhooks SET due_at = now()`.execute(site.database.sql)

/** Sends all that is due. A job that is stopping waits for what it sends. */
async function send(): Promise<void> {
  const job = webhooksJob({ ...site.context, content: site.content })
  do await job.work(AbortSignal.abort())
  while ((await findDueWebhooks(site.database.sql)).length > 0)
}
const status =
  (code: number, text = '', headers: Record<string, string> = {}) =>
  (response: import('node:http').ServerResponse) =>
    void response.writeHead(code, headers).end(text)
const plan = (...responses: ((response: import('node:http').ServerResponse) => void)[]) =>
  receiver.next.set('/hook', responses)

describe('who may', () => {
  test('[doors.01] only an Admin reads, adds, changes, tests, rotates and deletes webhooks, everybody else gets nothing', async () => {
    const { webhook } = (await create()).json
    await queue('match.stored')
    const [{ id: delivery }] = (await rows()) as [Row]
    for (const rank of [...shippedRanks, null]) {
      if (rank === 'Admin' || rank === 'Manager' || rank === 'Owner') continue
      const by = rank === null ? site.browser() : await ranked(rank)
      const denied = rank === null ? 401 : 403
      for (const url of [
        path,
        `${path}/${webhook.id}/deliveries`,
        `${path}/${webhook.id}/deliveries/${delivery}`,
      ])
        expect((await by.get(url)).status, `${rank} ${url}`).toBe(denied)
      await refused(() => create({}, by), denied)
      await refused(() => by.patch(`${path}/${webhook.id}`, { enabled: false }), denied)
      await refused(() => by.delete(`${path}/${webhook.id}`), denied)
      for (const action of ['secret', 'test', 'resend', `deliveries/${delivery}/resend`])
        await refused(() => by.post(`${path}/${webhook.id}/${action}`), denied)
    }
  })

  test('[doors.02] a secret is in the one response that makes it, and encrypted in the database; no log and no audit entry has it or the path of the address', async () => {
    const { webhook, secret } = (await create({ url: receiver.url('/canary-path') })).json
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    const rotated = (await admin.post(`${path}/${webhook.id}/secret`)).json
    expect(rotated.secret).not.toBe(secret)
    await queue('match.stored')
    await send()
    const table = await sql<{
      line: string
    }>`SELECT string_agg(webhooks::text, '') AS line FROM webhooks`.execute(site.database.sql)
    const hidden = [secret, rotated.secret].flatMap((one) => [one, Buffer.from(one).toString('hex')])
    const read = [
      JSON.stringify((await admin.get(path)).json),
      table.rows[0]!.line,
      JSON.stringify(await entries()),
    ]
    for (const one of hidden) expect(read.join() + logged.join()).not.toContain(one)
    expect(JSON.stringify(await entries()) + logged.join()).not.toContain('canary-path')
  })
})

describe('what is refused', () => {
  test('[doors.03] 400 naming the field for wrong input, 404 for no such webhook or event, 409 for a stale version', async () => {
    for (const [field, wrong] of [
      ['url', { url: 'nowhere' }],
      ['url', { url: 'ftp://example.com' }],
      ['url', { url: 'https://me:secret@example.com/' }],
      ['url', { url: `https://example.com/${'x'.repeat(500)}` }],
      ['types', { types: [] }],
      ['types', { types: ['match.lost'] }],
      ['types', { types: ['match.stored', 'match.stored'] }],
      ['description', { description: 'x'.repeat(201) }],
      ['enabled', { enabled: 'yes' }],
    ] as const)
      expect((await refused(() => create(wrong), 400)).fields, JSON.stringify(wrong)).toHaveProperty([field])
    await refused(() => create({ secret: 'whsec_mine' }), 400)
    const { webhook } = (await create()).json
    const own = `${path}/${webhook.id}`
    await refused(() => admin.patch(own, { url: 'nowhere' }), 400)
    await refused(() => admin.get(`${own}/deliveries?state=lost`), 400)
    for (const url of [
      `${path}/999999`,
      `${path}/999999/secret`,
      `${path}/999999/test`,
      `${path}/999999/resend`,
    ])
      await refused(() => (url.endsWith('9') ? admin.patch(url, {}) : admin.post(url)), 404)
    await refused(() => admin.get(`${path}/999999/deliveries`), 404)
    await refused(() => admin.get(`${own}/deliveries/999999`), 404)
    await refused(() => admin.post(`${own}/deliveries/999999/resend`), 404)
    const stale = { headers: { 'if-match': `"${webhook.version - 1}"` } }
    await refused(() => admin.patch(own, { enabled: false }, stale), 409)
    await refused(() => admin.delete(own, stale), 409)
  })

  test.each([
    ['loopback', 'https://127.0.0.2/'],
    ['loopback', 'https://[::1]/'],
    ['private', 'https://10.1.2.3/'],
    ['private', 'https://192.168.0.1/'],
    ['link-local', 'https://169.254.169.254/latest'],
    ['link-local', 'https://[fe80::1]/'],
    ['begin with https', 'http://1.1.1.1/'],
  ])('[doors.04] an address that is %s is refused, saying so: %s', async (word, url) => {
    expect((await refused(() => create({ url }), 400)).fields?.url).toContain(word)
  })

  test('[doors.05] the 21st webhook is a 409, also when two are added at once', async () => {
    await sql`INSERT INTO webhooks (url, description, types, secret)
      SELECT 'https://example.com', '', '{match.stored}', '' FROM generate_series(1, 19)`.execute(
      site.database.sql,
    )
    const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409, 409])
    expect(await stored()).toHaveLength(webhookLimits.webhooks)
  })
})

describe('what is signed', () => {
  test('[doors.06] the standardwebhooks package accepts every delivery and none with one changed byte; both secrets sign for a day after a rotation', async () => {
    const { webhook, secret } = (await create({ types: ['server.offline'] })).json
    await queue()
    await send()
    const rotated = (await admin.post(`${path}/${webhook.id}/secret`)).json.secret
    await queue()
    await send()
    await sql`UPDATE webhooks SET old_secret_until = now()`.execute(site.database.sql)
    await queue()
    await send()
    const accepts = (
      key: string,
      { body, headers }: { body: string; headers: Readonly<Record<string, string>> },
    ) => {
      try {
        return new Verifier(key).verify(body, headers) as { type: string }
      } catch {
        return undefined
      }
    }
    const accepted = receiver.received.map((one) => [secret, rotated].map((key) => accepts(key, one)?.type))
    expect(accepted).toEqual([
      ['server.offline', undefined],
      ['server.offline', 'server.offline'],
      [undefined, 'server.offline'],
    ])
    const [first] = receiver.received
    for (let at = 0; at < first!.body.length; at += 7) {
      const changed = `${first!.body.slice(0, at)}~${first!.body.slice(at + 1)}`
      expect(accepts(secret, { ...first!, body: changed })).toBeUndefined()
    }
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(3)
    expect(ids[0]).toMatch(/^msg_[0-9a-f]{32}$/)
  })
})

describe('what is queued', () => {
  test('[doors.07] one event is one row for each address that is on and wants its type, with the same id; a rolled back one is none', async () => {
    await create({ types: ['server.offline', 'server.online'] })
    await create({ types: ['server.offline'], url: receiver.url('/other') })
    await create({ types: ['server.offline'], enabled: false })
    await create({ types: ['news.published'] })
    await site.database.sql
      .transaction()
      .execute(async (transaction) => {
        await sql`SELECT queue_webhooks('server.offline', '2026-01-01')`.execute(transaction)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect(await rows()).toEqual([])
    await queue()
    const { rows: ids } = await sql<{ n: number; ids: number }>`
      SELECT count(*)::int AS n, count(DISTINCT event_id)::int AS ids FROM webhook_deliveries`.execute(
      site.database.sql,
    )
    expect(ids).toEqual([{ n: 2, ids: 1 }])
    await send()
    expect(receiver.received.map((one) => one.path).sort()).toEqual(['/hook', '/other'])
  })

  test('[doors.08] of more than 1,000 that wait the newest are dropped and counted', async () => {
    const { webhook } = (await create({ types: ['server.offline'] })).json
    await queue('server.offline', webhookLimits.waiting + 5)
    const oldest = (await rows())[0]!.id
    plan(status(500))
    await send()
    const now = await rows()
    expect([now.length, now[0]!.id]).toEqual([webhookLimits.waiting, oldest])
    expect(await one(webhook.id)).toMatchObject({ waiting: webhookLimits.waiting, dropped: 5 })
    await refused(() => admin.post(`${path}/${webhook.id}/test`), 409)
  })

  test('[fast.11] nothing is looked for while no event waits, its address rests, or is off; too many that wait are dropped at once', async () => {
    const isDue = async () => {
      const job = webhooksJob({ ...site.context, content: site.content })
      return (await readDue(site.database.sql, [job.due!()])).length === 1
    }
    const { webhook } = (await create({ types: ['server.offline'] })).json
    expect(await isDue()).toBe(false)
    await queue()
    expect(await isDue()).toBe(true)
    plan(status(500))
    await send()
    expect(await isDue()).toBe(false)
    await queue('server.offline', webhookLimits.waiting)
    expect(await isDue()).toBe(true)
    await send()
    expect(await isDue()).toBe(false)
    await makeDue()
    expect(await isDue()).toBe(true)
    await admin.patch(`${path}/${webhook.id}`, { enabled: false })
    expect(await isDue()).toBe(false)
  })
})

describe('what is sent', () => {
  test('[doors.09] in order for each address: while the first fails, the second waits; it is tried after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and then failed', async () => {
    await create({ types: ['server.offline', 'server.online'] })
    await queue()
    await queue('server.online')
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      plan(status(503, 'not now'))
      await send()
      const [first, second] = await rows()
      expect([first, second]).toMatchObject([
        { attempts: attempt, sent: false, failed: false, status: 503, response: 'not now' },
        { attempts: 0 },
      ])
      pauses.push(first!.seconds)
      await send()
      await makeDue()
    }
    const hour = 3_600
    expect(pauses).toEqual([5, 300, 1_800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour])
    expect(receiver.received).toHaveLength(9)
    plan(status(503))
    await send()
    expect(await rows()).toMatchObject([
      { attempts: 10, failed: true },
      { attempts: 1, sent: true },
    ])
    expect(new Set(receiver.received.slice(0, 10).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  test('[doors.10] a redirect is not followed, and a response is stored up to its first kB', async () => {
    await create({ types: ['server.offline'] })
    await queue()
    plan(status(302, `\0${'é'.repeat(2_000)}`, { location: receiver.url('/elsewhere') }))
    await send()
    expect(receiver.received.map((one) => one.path)).toEqual(['/hook'])
    const [row] = await rows()
    expect(row).toMatchObject({
      status: 302,
      error: 'The receiver redirected (302); redirects are not followed',
    })
    expect(Buffer.byteLength(row!.response!)).toBeLessThanOrEqual(webhookLimits.responseBytes + 2)
    expect(row!.response).not.toContain('\0')
  })

  test('[doors.11] 410 turns the webhook off; so do five days without a success, and not one day less', async () => {
    const { webhook } = (await create({ types: ['server.offline'] })).json
    await queue()
    plan(status(410))
    await send()
    expect(await one(webhook.id)).toMatchObject({ enabled: false, disabledFor: 'gone', failed: 1 })
    await queue()
    expect(await rows()).toHaveLength(1)
    const on = await admin.patch(`${path}/${webhook.id}`, { enabled: true })
    expect(on.json).toMatchObject({ enabled: true, disabledFor: null, failingSince: null })
    await queue()
    for (const [days, enabled] of [
      [4, true],
      [6, false],
    ] as const) {
      await sql`UPDATE webhooks SET failing_since = now() - make_interval(days => ${days})`.execute(
        site.database.sql,
      )
      plan(status(500))
      await makeDue()
      await send()
      expect(await one(webhook.id)).toMatchObject({
        enabled,
        disabledFor: enabled ? null : 'failing',
        waiting: 1,
      })
    }
    await admin.patch(`${path}/${webhook.id}`, { enabled: true })
    await send()
    expect(await one(webhook.id)).toMatchObject({ enabled: true, failingSince: null, waiting: 0 })
  })

  test('[doors.12] a receiver that does not respond delays no other, and two processes send each event once', async () => {
    await create({ types: ['server.offline'], url: receiver.url('/silent') })
    await create({ types: ['server.offline'] })
    let hanging: import('node:http').ServerResponse | undefined
    receiver.next.set('/silent', [(response) => (hanging = response)])
    await queue('server.offline', 10)
    const job = webhooksJob({ ...site.context, content: site.content })
    const { signal } = new AbortController()
    const other = webhooksJob({ ...site.context, content: site.content })
    await Promise.all([job.work(signal), other.work(signal)])
    await expect
      .poll(() => receiver.received.filter((one) => one.path === '/hook').length, { timeout: 180_000 })
      .toBe(10)
    expect(receiver.received.filter((one) => one.path === '/silent')).toHaveLength(1)
    // What comes while it is silent is sent as well.
    await queue()
    await job.work(signal)
    await expect
      .poll(() => receiver.received.filter((one) => one.path === '/hook').length, { timeout: 180_000 })
      .toBe(11)
    hanging?.writeHead(204).end()
    await expect
      .poll(async () => (await rows()).filter(({ sent }) => sent).length, { timeout: 180_000 })
      .toBe(22)
    const ids = receiver.received.map(({ path: to, headers }) => `${to} ${headers['webhook-id']}`)
    expect(new Set(ids).size).toBe(22)
  })

  test('[doors.13] an attempt that a kill cut off is made again after its lease, with the same id', async () => {
    await create({ types: ['server.offline'] })
    await queue()
    await sql`UPDATE webhooks SET due_at = now() + interval '20 seconds'`.execute(site.database.sql)
    await sql`UPDATE webhook_deliveries SET attempts = 1`.execute(site.database.sql)
    await send()
    expect(receiver.received).toEqual([])
    await makeDue()
    await send()
    expect(await rows()).toMatchObject([{ attempts: 2, sent: true }])
  })
})

describe('the log', () => {
  test('[doors.14] a test is sent whatever the webhook wants, and to none that is off', async () => {
    const { webhook } = (await create({ types: ['news.published'] })).json
    expect((await admin.post(`${path}/${webhook.id}/test`)).status).toBe(204)
    await send()
    expect(JSON.parse(receiver.received[0]!.body)).toEqual({
      type: 'webhook.test',
      timestamp: expect.stringMatching(/Z$/),
      data: {},
    })
    await admin.patch(`${path}/${webhook.id}`, { enabled: false })
    await refused(() => admin.post(`${path}/${webhook.id}/test`), 409)
  })

  test('[doors.15] one event, or all that failed, is sent again with the same id; the log has what is sent and the response', async () => {
    const { webhook } = (await create({ types: ['server.offline'] })).json
    const own = `${path}/${webhook.id}`
    await queue('server.offline', 3)
    await sql`UPDATE webhook_deliveries SET attempts = 9`.execute(site.database.sql)
    plan(status(500, 'broken'), status(500), status(200, 'thanks'))
    await send()
    const log = (await admin.get(`${own}/deliveries`)).json
    expect(log).toMatchObject([
      { state: 'sent', status: 200, error: null },
      { state: 'failed', status: 500, error: 'The receiver responded with 500' },
      { state: 'failed', status: 500, durationMs: expect.any(Number) },
    ])
    expect((await admin.get(`${own}/deliveries?state=failed`)).json).toHaveLength(2)
    const details = (await admin.get(`${own}/deliveries/${log[2].id}`)).json
    expect(details).toMatchObject({
      response: 'broken',
      messageId: receiver.received[0]!.headers['webhook-id'],
    })
    expect(JSON.parse(details.body)).toEqual(JSON.parse(receiver.received[0]!.body))
    receiver.received.length = 0
    expect((await admin.post(`${own}/deliveries/${log[0].id}/resend`)).status).toBe(204)
    await refused(() => admin.post(`${own}/deliveries/${log[0].id}/resend`), 409)
    expect((await admin.post(`${own}/resend`)).json).toEqual({ queued: 2 })
    await send()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      log.map(({ messageId }: { messageId: string }) => messageId).reverse(),
    )
    expect((await rows()).every(({ sent }) => sent)).toBe(true)
    expect((await admin.post(`${own}/resend`)).json).toEqual({ queued: 0 })
  })

  test('[doors.16] the log is read page by page, and forgets what is older than 30 days', async () => {
    const { webhook } = (await create({ types: ['server.offline'] })).json
    await queue('server.offline', 60)
    const first = await admin.get(`${path}/${webhook.id}/deliveries`)
    const next = /<([^>]+)>/.exec(String(first.headers.link))![1]!
    const second = await admin.get(next)
    expect([first.json.length, second.json.length]).toEqual([50, 10])
    await sql`UPDATE webhook_deliveries SET created_at = now() - interval '31 days'
      WHERE id < (SELECT max(id) FROM webhook_deliveries)`.execute(site.database.sql)
    expect(await sweepDeliveries(site.database, 50)).toBe(50)
    expect(await sweepDeliveries(site.database, 50)).toBe(9)
    expect(await rows()).toHaveLength(1)
  })

  test('[doors.17] each change is one entry of the audit log, with the host of the address alone', async () => {
    const before = (await entries()).length
    const { webhook } = (await create()).json
    const own = `${path}/${webhook.id}`
    await admin.patch(own, { url: receiver.url('/moved'), types: [...webhookTypes] })
    await admin.patch(own, {})
    await admin.post(`${own}/secret`)
    expect((await admin.delete(own)).status).toBe(204)
    expect((await entries()).slice(before).map(({ action }) => action)).toEqual([
      'webhook.create',
      'webhook.update',
      'webhook.rotate',
      'webhook.delete',
    ])
    expect((await entries())[before]!.after).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      description: '',
      webhookEvents: ['match.stored'],
      enabled: true,
    })
    expect(await rows()).toEqual([])
  })
})
