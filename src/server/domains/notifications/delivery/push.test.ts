import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pushGateway } from '../../../gateways/push.ts'
import { oddNames } from '../../../testing/odd-names.ts'
import { pauseOf } from '../../../testing/pause.ts'
import { type PushService, pushService } from '../../../testing/push-service.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'
import { oneLine } from './one-line.ts'
import { pushNotification } from './push.ts'
import { pushKeys } from './push-keys.ts'
import { deliverBatch } from './worker.ts'

let service: PushService
let site: TestApp
const config = { fetchAllow: ['127.0.0.1'], publicUrl: 'https://isles.example' }
beforeAll(async () => {
  service = await pushService()
  site = await testApp({
    environment: {
      RATE_LIMITS: 'off',
      FETCH_ALLOW: '127.0.0.1',
      PUBLIC_URL: config.publicUrl,
      SITE_NAME: 'Ember Isles',
    },
  })
})
afterAll(async () => {
  await site.close()
  await service.close()
})
beforeEach(async () => {
  service.messages.length = 0
  for (const table of ['notifications', 'push_subscriptions', 'notification_choices'])
    await sql`DELETE FROM ${sql.table(table)}`.execute(site.database.sql)
})

const path = '/api/notifications/push'

/** A member with push in one browser, which is signed in as them. */
async function subscriber(member?: Awaited<ReturnType<TestApp['member']>>) {
  const browser = member ?? (await site.member())
  const subscription = service.subscribe()
  expect((await browser.put(path, subscription)).status).toBe(200)
  return { browser, subscription, name: subscription.endpoint.split('/').at(-1), userId: browser.user.id }
}

const notice = (userId: number, kind = 'restricted', text = 'Spam') =>
  sql`INSERT INTO notices (user_id, kind, text) VALUES (${userId}, ${kind}, ${text})`.execute(
    site.database.sql,
  )

const limits = { batch: 20, attemptMs: 120_000, leaseSeconds: 120 }
const gateway = (totalMs = 60_000) => pushGateway(config, { ca: service.ca, totalMs })

const deliver = (push = gateway(), over: Partial<typeof limits> = {}) =>
  deliverBatch(
    { database: site.database, log: site.context.log },
    'push',
    (delivery) => pushNotification(site.context, push, delivery),
    { ...limits, ...over },
  )

/** `seconds`: until it is due. */
const stored = async () => {
  const { rows } = await sql<{ attempts: number; done: boolean; error: string | null; seconds: number }>`
    SELECT attempts, done_at IS NOT NULL AS done, last_error AS error,
      round(extract(epoch FROM due_at - now()))::int AS seconds
    FROM notification_deliveries WHERE channel = 'push' ORDER BY id
  `.execute(site.database.sql)
  return rows
}

const subscriptions = async () => {
  const { rows } = await sql<{ endpoint: string }>`
    SELECT endpoint FROM push_subscriptions ORDER BY id
  `.execute(site.database.sql)
  return rows.map(({ endpoint }) => endpoint)
}

const makeDue = () => sql`UPDATE notification_deliveries SET due_at = now()`.execute(site.database.sql)

describe('turning push on', () => {
  test('[voice.27] is for members: visitors get a 401, and nothing is stored', async () => {
    const visitor = site.browser()
    for (const response of [
      await visitor.get(path),
      await visitor.put(path, service.subscribe()),
      await visitor.delete(path),
    ])
      expect(response.status).toBe(401)
    expect(await subscriptions()).toEqual([])
  })

  test('[voice.27] bad input is a 400 that names the field, addresses that are none of a push service included', async () => {
    const member = await site.member()
    const good = service.subscribe()
    const bad: readonly [field: string, value: unknown][] = [
      ['endpoint', undefined],
      ['endpoint', 'http://push.example/1'],
      ['endpoint', 'https://user:password@push.example/1'],
      ['endpoint', `https://push.example/${'a'.repeat(1_000)}`],
      ['endpoint', 'https://10.0.0.1/1'],
      ['endpoint', 'https://[::1]/1'],
      ['endpoint', 'https://localhost/1'],
      ['endpoint', 'https://database.internal/1'],
      ['p256dh', 'short'],
      ['p256dh', `B${'A'.repeat(86)}`],
      ['auth', 7],
    ]
    for (const [field, value] of bad) {
      const { status, json } = await member.put(path, { ...good, [field]: value })
      expect([status, Object.keys(json.fields)], String(value)).toEqual([400, [field]])
    }
    expect(await subscriptions()).toEqual([])
  })

  test('[voice.27] is per session and repeatable, and the key stays the same', async () => {
    const { browser, subscription } = await subscriber()
    expect((await browser.put(path, subscription)).json.isOn).toBe(true)
    const other = site.browser()
    await other.post('/api/login', { username: browser.user.username, password: 'correct horse' })
    const [own, others] = [(await browser.get(path)).json, (await other.get(path)).json]
    expect([own.isOn, others.isOn]).toEqual([true, false])
    expect([own.endpoint, others.endpoint]).toEqual([subscription.endpoint, null])
    expect(own.publicKey).toMatch(/^[A-Za-z0-9_-]{87}$/)
    expect(others.publicKey).toBe(own.publicKey)
    expect(await subscriptions()).toEqual([subscription.endpoint])
    expect((await browser.delete(path)).status).toBe(204)
    expect((await browser.get(path)).json).toMatchObject({ isOn: false, endpoint: null })
  })

  test('[voice.27] has ten browsers per member at most: the oldest goes', async () => {
    const member = await site.member()
    const endpoints: string[] = []
    for (let made = 0; made < 12; made += 1) {
      const browser = site.browser(`10.1.0.${made}`)
      await browser.post('/api/login', { username: member.user.username, password: 'correct horse' })
      const subscription = service.subscribe()
      endpoints.push(subscription.endpoint)
      await browser.put(path, subscription)
    }
    expect(await subscriptions()).toEqual(endpoints.slice(2))
  })

  test('[voice.27] ends when the browser signs out, when another member turns it on there, and with the account', async () => {
    const [one, two] = [await subscriber(), await subscriber()]
    await one.browser.post('/api/logout')
    expect(await subscriptions()).toEqual([two.subscription.endpoint])
    const next = await site.member()
    await next.put(path, two.subscription)
    expect((await two.browser.get(path)).json.isOn).toBe(false)
    await notice(two.userId)
    expect(await stored()).toEqual([])
    await sql`DELETE FROM users WHERE id = ${next.user.id}`.execute(site.database.sql)
    expect(await subscriptions()).toEqual([])
  })

  test('[voice.27] pushes the first kinds, but none that is muted, and none again that was turned off', async () => {
    const member = await site.member()
    await member.put('/api/notifications/choices', { kind: 'reply', site: false })
    const pushed = async () =>
      (await member.get('/api/notifications/choices')).json.flatMap(
        ({ kind, push }: { kind: string; push: boolean }) => (push ? [kind] : []),
      )
    expect(await pushed()).toEqual([])
    await subscriber(member)
    expect(await pushed()).toEqual([
      'mention',
      'report',
      'event',
      'cup',
      'appeal',
      'ruling',
      'application',
      'alarm',
      'account',
    ])
    await member.put('/api/notifications/choices', { kind: 'event', push: false })
    await subscriber(member)
    expect(await pushed()).not.toContain('event')
  })
})

describe('a push', () => {
  test('[voice.28] is encrypted for each browser of its member alone, signed, and says what the bell says', async () => {
    const [one, two, other] = [await subscriber(), await subscriber(), await subscriber()]
    // The second browser is one of the first member's.
    await sql`UPDATE push_subscriptions SET user_id = ${one.userId} WHERE endpoint = ${two.subscription.endpoint}`.execute(
      site.database.sql,
    )
    await notice(one.userId, 'post_removed', 'Rude')
    await deliver()
    expect(service.messages.map(({ browser }) => browser).sort()).toEqual([one.name, two.name].sort())
    expect(service.messages.some(({ browser }) => browser === other.name)).toBe(false)
    const [message] = service.messages
    const { id, notice: named } = (await one.browser.get('/api/notifications')).json[0]
    expect(message?.payload).toEqual({
      title: 'Ember Isles',
      body: 'A moderator removed your post',
      path: `/profile#notice-${named.id}`,
      tag: `notification-${id}`,
    })
    const { publicKey } = (await one.browser.get(path)).json
    expect(message?.claims).toMatchObject({
      key: publicKey,
      sub: 'https://isles.example',
      aud: new URL(one.subscription.endpoint).origin,
    })
    expect(message?.headers).toMatchObject({
      topic: `notification-${id}`,
      ttl: '86400',
      'content-encoding': 'aes128gcm',
    })
    expect(await stored()).toMatchObject([
      { attempts: 1, done: true },
      { attempts: 1, done: true },
    ])
  })

  test('[voice.28] is not sent of kinds that are not wanted by push, or once it was read', async () => {
    const { browser, userId } = await subscriber()
    await browser.put('/api/notifications/choices', { kind: 'ruling', push: false })
    await notice(userId, 'rerated')
    expect(await stored()).toEqual([])
    await notice(userId)
    await browser.post('/api/notifications/read', { upTo: 2_147_483_647 })
    await deliver()
    expect(service.messages).toEqual([])
    expect(await stored()).toMatchObject([{ done: true }])
  })

  test('[voice.28] holds what members wrote as one line of text, within the size that push services take', async () => {
    const { browser, userId } = await subscriber()
    await browser.put('/api/notifications/choices', { kind: 'news', push: true })
    const title = `<b>\r\n${'😀'.repeat(190)}`
    await sql`INSERT INTO notifications (user_id, kind, event_key, title, text, link)
      VALUES (${userId}, 'news', 'news:1', ${title}, ${title}, '/rules')`.execute(site.database.sql)
    await deliver()
    expect(service.messages[0]?.payload.body).toBe(`<b> ${'😀'.repeat(190)}`)
  })

  test.each(oddNames)(
    '[voice.28] about somebody named %j holds the name as one line of text',
    async (name) => {
      const { browser, userId } = await subscriber()
      await browser.put('/api/notifications/choices', { kind: 'follow', push: true })
      const follower = await site.member()
      await sql`UPDATE users SET gamertag = ${name}, linked_at = now() WHERE id = ${follower.user.id}`.execute(
        site.database.sql,
      )
      expect((await follower.put(`/api/players/${userId}/follow`)).status).toBeLessThan(300)
      await deliver()
      expect(service.messages.map(({ payload }) => payload)).toMatchObject([
        { body: `${oneLine(name)} follows you`, path: `/player/${follower.user.id}` },
      ])
    },
  )

  test('[voice.28] of likes has the topic of the post, sent again as well', async () => {
    const { browser } = await subscriber()
    await browser.put('/api/notifications/choices', { kind: 'like', push: true })
    const postId = (await browser.post('/api/posts', { content: 'Liked' })).json.id
    for (let likes = 0; likes < 2; likes += 1) {
      await (await site.member()).post(`/api/posts/${postId}/reactions`, { type: 'like' })
      await deliver()
      await browser.post('/api/notifications/read', { upTo: 2_147_483_647 })
    }
    expect(service.messages.map(({ headers }) => headers.topic)).toEqual([`like-${postId}`, `like-${postId}`])
  })
})

describe('a push service', () => {
  test.each([400, 401, 403, 404, 410])(
    '[voice.29] [inputs.06] that answers %i has its browser removed',
    async (status) => {
      const { userId, browser } = await subscriber()
      await notice(userId)
      service.next.push({ status })
      expect(await deliver()).toBe(1)
      expect(await subscriptions()).toEqual([])
      expect(await stored()).toMatchObject([{ done: true }])
      expect((await browser.get(path)).json.isOn).toBe(false)
    },
  )

  test.each([301, 307, 402, 405, 406, 411, 413, 414, 415, 422, 431])(
    '[inputs.06] that answers %i gets that message no more, and the next one',
    async (status) => {
      const { userId, browser } = await subscriber()
      await notice(userId)
      service.next.push({ status })
      await deliver()
      await makeDue()
      expect(await deliver()).toBe(0)
      expect(await stored()).toMatchObject([
        { attempts: 1, done: true, error: `The push service responded with ${status}` },
      ])
      expect((await browser.get(path)).json.isOn).toBe(true)
      await notice(userId)
      await deliver()
      expect(service.messages).toHaveLength(1)
    },
  )

  test.each([408, 425, 429, 500, 502, 503, 504])(
    '[inputs.06] that answers %i is asked again',
    async (status) => {
      const { userId } = await subscriber()
      await notice(userId)
      service.next.push({ status })
      await deliver()
      expect(await stored()).toMatchObject([{ attempts: 1, done: false, seconds: pauseOf(10) }])
      await makeDue()
      await deliver()
      expect(service.messages).toHaveLength(1)
      expect(await stored()).toMatchObject([{ attempts: 2, done: true, error: null }])
    },
  )

  test('[inputs.06] may say as a date when to ask again', async () => {
    const { userId } = await subscriber()
    await notice(userId)
    const inTenMinutes = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 600_000).toUTCString()
    service.next.push({ status: 503, headers: { 'retry-after': inTenMinutes } })
    await deliver()
    const seconds = (await stored())[0]?.seconds as number
    expect(seconds > 300 && seconds <= 600).toBe(true)
  })

  test('[voice.29] that fails is asked again with growing pauses, under the same topic; the reason holds no address', async () => {
    const { userId } = await subscriber()
    await notice(userId)
    service.next.push({ status: 500 }, 'taken, then broken')
    await deliver()
    expect(await stored()).toEqual([
      { attempts: 1, done: false, error: 'The push service responded with 500', seconds: pauseOf(10) },
    ])
    expect(await deliver()).toBe(0)
    await makeDue()
    await deliver()
    expect(await stored()).toEqual([
      {
        attempts: 2,
        done: false,
        error: expect.stringMatching(/^The push service could not/),
        seconds: pauseOf(20),
      },
    ])
    await makeDue()
    await deliver()
    expect(await stored()).toMatchObject([{ attempts: 3, done: true, error: null }])
    expect(new Set(service.messages.map(({ headers }) => headers.topic)).size).toBe(1)
    expect(service.messages).toHaveLength(2)
  })

  test('[voice.29] with a rate limit is left alone for the time that it says, an hour at most', async () => {
    const { userId } = await subscriber()
    await notice(userId)
    for (const [seconds, waits] of [
      ['90', 90],
      ['999999', 3_600],
    ] as const) {
      service.next.push({ status: 429, headers: { 'retry-after': seconds } })
      await deliver()
      expect((await stored())[0]?.seconds).toEqual(pauseOf(waits))
      await makeDue()
    }
  })

  test('[voice.29] that hangs holds nothing up: other browsers get theirs', async () => {
    const people = [await subscriber(), await subscriber(), await subscriber()]
    for (const { userId } of people) await notice(userId)
    service.next.push('silent')
    expect(await deliver(gateway(5_000))).toBe(3)
    expect(service.messages).toHaveLength(2)
    expect((await stored()).filter(({ done }) => !done)).toMatchObject([
      { error: 'The push service did not respond in time' },
    ])
  })

  test('[voice.29] at a private address is never connected to, and its browser removed', async () => {
    const { userId } = await subscriber()
    await notice(userId)
    await deliver(pushGateway({ ...config, fetchAllow: [] }, { ca: service.ca }))
    expect([service.messages, await subscriptions()]).toEqual([[], []])
  })

  test('[voice.29] without a certificate that is trusted gets nothing', async () => {
    const { userId } = await subscriber()
    await notice(userId)
    await deliver(pushGateway(config))
    expect(service.messages).toEqual([])
    expect(await stored()).toMatchObject([{ done: false }])
  })
})

test('[fair.95] a change of bug reports that was undone before it was pushed is not pushed', async () => {
  const { browser: reporter } = await subscriber()
  await reporter.put('/api/notifications/choices', { kind: 'report', push: true })
  const staff = await site.member()
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${staff.user.id}`.execute(site.database.sql)
  const report = { gameMode: 'boxing', reason: 'No knockback', details: 'Hits register but nobody moves.' }
  const { id } = (await reporter.post('/api/reports', { ...report, severity: 'high' })).json
  const path = '/api/admin/reports/statuses'
  const set = (version: number) => staff.post(path, { reports: [{ id, version }], status: 'resolved' })
  await set(1)
  expect(await stored()).toMatchObject([{ done: false }])
  expect((await staff.post(`${path}/undo`, { ids: [id] })).json.restored).toEqual([id])
  expect(await stored()).toEqual([])
  expect(await deliver()).toBe(0)
  expect(service.messages).toEqual([])
  await set(3)
  expect(await deliver()).toBe(1)
  expect(service.messages).toHaveLength(1)
})

describe('several processes', () => {
  test('[voice.29] push each notification once, and a killed one’s again, under the same topic', async () => {
    const { userId } = await subscriber()
    for (let made = 0; made < 8; made += 1) await notice(userId)
    const counts = await Promise.all([1, 2].map(() => deliver(gateway(), { batch: 4 })))
    expect(counts).toEqual([4, 4])
    expect(new Set(service.messages.map(({ headers }) => headers.topic)).size).toBe(8)
    expect(service.messages).toHaveLength(8)
    service.messages.length = 0
    await notice(userId)
    const push = gateway()
    let end = () => {}
    const killed = deliverBatch(
      { database: site.database, log: site.context.log },
      'push',
      async (delivery) => {
        await pushNotification(site.context, push, delivery)
        await new Promise<void>((resolve) => {
          end = resolve
        })
      },
      { ...limits, attemptMs: 600_000, leaseSeconds: 1 },
    )
    await expect.poll(() => service.messages.length).toBe(1)
    await expect.poll(() => deliver()).toBe(1)
    expect(new Set(service.messages.map(({ headers }) => headers.topic)).size).toBe(1)
    expect(service.messages).toHaveLength(2)
    // Nothing of it goes on in the tests after it.
    end()
    await killed
  })

  test('[voice.29] make the keys once, and restart with the same', async () => {
    const fresh = await testApp()
    const made = await Promise.all([1, 2, 3].map(() => pushKeys(fresh.database)))
    expect(made.map(({ privateKey }) => privateKey)).toEqual(
      Array(3).fill((await pushKeys(fresh.database)).privateKey),
    )
    await fresh.close()
  })
})
