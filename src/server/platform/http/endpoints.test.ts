import { gzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type AnyEndpoint, endpoint, urlOf } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { errorStatus } from '../../../contract/errors.ts'
import { ports } from '../../domains.ts'
import { event, gameServer } from '../../testing/game-server.ts'
import {
  password,
  type TestApp,
  type TestBrowser,
  type TestResponse,
  testApp,
} from '../../testing/test-app.ts'
import { Languages } from '../languages/languages.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { EndpointRouter, parseOnlyJson } from './endpoints.ts'
import { installErrorHandler } from './error-handler.ts'
import { limitKey } from './limit-key.ts'

let site: TestApp
let member: TestBrowser & { user: { id: number } }
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
  member = await site.member('Member One')
})
afterAll(() => site.close())

/** A server without endpoints. */
async function emptyApp() {
  const app = fastify()
  installErrorHandler(app, {}, new Languages())
  parseOnlyJson(app)
  await app.register(import('@fastify/cookie'))
  return app
}

const countPosts = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM posts`.execute(site.database.sql)
  return rows[0]?.n
}

describe('errors', () => {
  test('[api.13] Every non-2xx /api answer is JSON {error, message, code} with error equal to message', async () => {
    const responses: [number, TestResponse][] = [
      [400, await member.post('/api/posts', {})],
      [401, await site.browser().get('/api/user')],
      [
        403,
        await member.post('/api/posts', { content: 'x' }, { headers: { origin: 'https://evil.example' } }),
      ],
      [404, await member.get('/api/users/2147483647')],
      [404, await member.get('/api/nowhere')],
      [405, await member.delete('/api/posts')],
      [409, await site.browser().post('/api/register', { username: 'MEMBER ONE', password })],
      [413, await member.patch('/api/user', { bio: 'x'.repeat(300_000) })],
      [415, await member.send('POST', '/api/posts', { raw: 'x', headers: { 'content-type': 'text/plain' } })],
    ]
    for (const [status, response] of responses) {
      expect(response.status).toBe(status)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(response.json.error).toBeTypeOf('string')
      expect(response.json.message).toBe(response.json.error)
      expect(errorStatus[response.json.code as keyof typeof errorStatus]).toBe(status)
    }
  })

  test('[api.14] A validation error is a 400 with fields: {name: text}', async () => {
    const response = await site.browser().post('/api/register', { username: 'x', password: 'y', email: 'z' })
    expect(response.status).toBe(400)
    expect(response.json.code).toBe('validation')
    expect(response.json.fields).toEqual({
      username: 'Username must be at least 3 characters',
      password: 'Password must be at least 6 characters',
      email: 'Invalid email address',
    })
  })

  test('[api.15] An unknown /api path answers 404, a known one with a wrong method 405', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PUT'] as const) {
      const response = await site.browser().send(method, '/api/no-such-thing?<script>')
      expect(response.status).toBe(404)
      expect(response.text).not.toContain('script')
    }
    const wrong = await site
      .browser()
      .send('PUT', '/api/posts', { raw: 'anything', headers: { 'content-type': 'a/b' } })
    expect(wrong.status).toBe(405)
    expect(wrong.headers.allow).toBe('GET, POST, HEAD')
  })

  test('[api.16] Not signed in answers 401, signed in but not allowed 403', async () => {
    const post = (await member.post('/api/posts', { content: 'mine' })).json
    const other = await site.member('Other One')
    expect((await site.browser().delete(`/api/posts/${post.id}`)).status).toBe(401)
    expect((await other.delete(`/api/posts/${post.id}`)).status).toBe(403)
  })

  test('[api.18] A 5xx answer never shows internals', async () => {
    const app = fastify()
    installErrorHandler(app, {}, new Languages())
    app.get('/api/broken', async () => {
      throw new Error('password=hunter2 at /srv/site/secret.ts')
    })
    const response = await app.inject('/api/broken')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      error: 'Something went wrong on our side',
      message: 'Something went wrong on our side',
      code: 'internal',
    })
    await app.close()
  })

  test('[api.17] Too many requests answer 429 with Retry-After, overload 503 with Retry-After', async () => {
    const strict = await testApp()
    const browser = strict.browser()
    for (let n = 0; n < 5; n += 1) await browser.post('/api/login', { username: 'nobody', password })
    const limited = await browser.post('/api/login', { username: 'nobody', password })
    expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
    await strict.close()

    const app = fastify()
    installErrorHandler(app, {}, new Languages())
    const limiter = new ConcurrencyLimiter(1, 0)
    // The first request is running until the second one, which arrives later, has its response.
    app.get('/api/slow', () =>
      limiter.run(async () => {
        const second = await app.inject('/api/slow')
        return [second.statusCode, second.headers['retry-after'], second.json().code]
      }),
    )
    const first = await app.inject('/api/slow')
    expect([first.statusCode, first.json()]).toEqual([200, [503, '2', 'overloaded']])
    await app.close()
  })
})

describe('what comes in', () => {
  test.each(['0', '-1', '01', '1.5', '1e3', '2147483648', '9223372036854775808', 'abc', '%00', '1%20'])(
    '[api.11] An id that is not a positive 32-bit integer answers 400 (%s)',
    async (id) => {
      const response = await member.get(`/api/users/${id}`)
      expect(response.status).toBe(400)
    },
  )

  test('a query parameter given twice answers 400 by name', async () => {
    const response = await member.get('/api/posts?limit=5&limit=6')
    expect([response.status, response.json.fields]).toEqual([400, { limit: 'limit may be given only once' }])
  })

  test('[api.09] A request without body needs no content type; a body not application/json answers 415', async () => {
    expect((await member.send('POST', '/api/logout')).status).toBe(204)
    member = await site.member('Member Two')
    const before = await countPosts()
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'APPLICATION/JSONX',
      'application/vnd.api+json',
      '',
    ]) {
      const response = await member.send('POST', '/api/posts', {
        raw: JSON.stringify({ content: 'carried' }),
        headers: { 'content-type': type },
      })
      expect([type, response.status]).toEqual([type, 415])
    }
    expect(await countPosts()).toBe(before)
    const json = { raw: '{"content":"fine"}', headers: { 'content-type': 'application/json; charset=utf-8' } }
    expect((await member.send('POST', '/api/posts', json)).status).toBe(201)
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '5',
    '{"content":"x"}}',
    '{"__proto__":{"rank":"Owner"},"content":"x"}',
  ])('a body that is no JSON object answers 400: %s', async (raw) => {
    const before = await countPosts()
    expect((await member.send('POST', '/api/posts', { raw })).status).toBe(400)
    expect(await countPosts()).toBe(before)
  })

  test.each(['gzip', 'br', 'deflate', 'identity, gzip'])(
    'a packed body answers 415 and is never unpacked: %s',
    async (encoding) => {
      const before = await countPosts()
      const response = await member.send('POST', '/api/posts', {
        raw: gzipSync('{"content":"packed"}'),
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      })
      expect([response.status, response.json.code]).toEqual([415, 'unsupported_media_type'])
      expect(await countPosts()).toBe(before)
    },
  )

  test('a body that is not UTF-8 answers 400', async () => {
    const raw = Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expect((await member.send('POST', '/api/posts', { raw })).status).toBe(400)
  })

  test('[api.24] A body with more than 1,000 JSON structure characters outside strings answers 400', async () => {
    const wide = (n: number) =>
      JSON.stringify({ content: '{[,:'.repeat(100), extra: Array.from({ length: n }, () => 0) })
    const { length: exactly } = wide(994).replaceAll(/"[^"]*"|[^{}[\]:,]/g, '')
    expect(exactly).toBe(1_000)
    expect((await member.send('POST', '/api/posts', { raw: wide(994) })).status).toBe(201)
    const refused = await member.send('POST', '/api/posts', { raw: wide(995) })
    expect([refused.status, refused.json.error]).toEqual([400, 'The request body is too complex'])
    const deep = await member.send('POST', '/api/posts', { raw: `{"content":"x","a":${'['.repeat(100_000)}` })
    expect(deep.status).toBe(400)
  })

  test('[api.23] Session, rank and rate limit are checked before the body: an oversized body without session answers 401, not 413', async () => {
    const raw = JSON.stringify({ content: 'x'.repeat(9_000_000) })
    expect((await site.browser().send('POST', '/api/posts', { raw })).status).toBe(401)
    expect((await member.send('POST', '/api/posts', { raw })).status).toBe(413)
  })

  test('[api.22] A body over 256 KB answers 413; image posts up to 8 MB, ingest up to 1 MB', async () => {
    const post = (bytes: number) =>
      member.send('POST', '/api/posts', { raw: `{"content":"x"}${' '.repeat(bytes - 15)}` })
    expect((await post(8 * 1024 * 1024)).status).toBe(201)
    expect((await post(8 * 1024 * 1024 + 1)).status).toBe(413)
    const patch = (bytes: number) =>
      member.send('PATCH', '/api/user', { raw: `{"bio":"x"}${' '.repeat(bytes - 11)}` })
    expect((await patch(256 * 1024)).status).toBe(200)
    expect((await patch(256 * 1024 + 1)).status).toBe(413)

    const table = {
      send: endpoint({
        method: 'POST',
        path: '/api/probe',
        access: 'public',
        summary: 'A body of the ingest class',
        body: z.object({ events: z.array(z.number()) }),
        bodyKind: 'ingest',
        status: 200,
        response: z.object({ n: z.int() }),
      }),
    }
    const app = await emptyApp()
    new EndpointRouter(app, site.context, ports).mount(table, {
      send: async ({ body }) => ({ n: body.events.length }),
    })
    const ingest = (text: string) =>
      app.inject({
        method: 'POST',
        url: '/api/probe',
        headers: { 'content-type': 'application/json' },
        payload: text,
      })
    const padded = (bytes: number) => `{"events":[1]}${' '.repeat(bytes - 14)}`
    expect((await ingest(padded(1024 * 1024))).statusCode).toBe(200)
    expect((await ingest(padded(1024 * 1024 + 1))).statusCode).toBe(413)
    const many = (n: number) => JSON.stringify({ events: Array.from({ length: n }, () => 1) })
    // Five structure characters around the list, and a comma between every two of it.
    expect((await ingest(many(99_996))).json()).toEqual({ n: 99_996 })
    expect((await ingest(many(99_997))).statusCode).toBe(400)
    await app.close()
  })
})

test('[doors.69] A call whose end is announced says so with Deprecation and Sunset, no other does', async () => {
  const probe = (path: `/api/${string}`) =>
    ({ method: 'GET', path, access: 'public', summary: '', status: 200, response: z.object({}) }) as const
  const deprecated = { since: '2027-01-31', until: '2027-08-01' }
  const table = {
    ending: endpoint({ ...probe('/api/ending'), deprecated }),
    lasting: endpoint(probe('/api/lasting')),
  }
  const app = await emptyApp()
  new EndpointRouter(app, site.context, ports).mount(table, {
    ending: async () => ({}),
    lasting: async () => ({}),
  })
  const headersOf = async (url: string) => {
    const { headers } = await app.inject(url)
    return [headers.deprecation, headers.sunset]
  }
  expect(await headersOf('/api/ending')).toEqual(['@1801353600', 'Sun, 01 Aug 2027 00:00:00 GMT'])
  expect(await headersOf('/api/lasting')).toEqual([undefined, undefined])
  await app.close()
})

describe('where it comes from', () => {
  const from = (headers: Record<string, string>) =>
    member.post('/api/posts', { content: 'origin' }, { headers })

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:80.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'cross-site' },
    { referer: 'https://evil.example/?http://127.0.0.1:3000/' },
    { origin: 'https://evil.example', referer: 'http://127.0.0.1:3000/social' },
  ] as Record<string, string>[])(
    'a foreign Origin or Sec-Fetch-Site is refused with 403 and stores nothing: %j',
    async (headers) => {
      const before = await countPosts()
      const response = await from(headers)
      expect([response.status, response.json.code]).toEqual([403, 'foreign_origin'])
      expect(await countPosts()).toBe(before)
    },
  )

  const changing = Object.values(endpoints)
    .flatMap((table): AnyEndpoint[] => Object.values(table))
    .filter(({ access, method }) => access !== 'game-server' && method !== 'GET')

  test('a foreign Origin is refused with 403 by every endpoint that changes something', async () => {
    expect(new Set(changing.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT', 'PATCH', 'DELETE']))
    for (const one of changing) {
      const url = urlOf(one, { params: { id: 1 } })
      const response = await member.send(one.method, url, {
        raw: '{}',
        headers: { origin: 'https://evil.example' },
      })
      expect([one.method, url, response.status, response.json?.code]).toEqual([
        one.method,
        url,
        403,
        'foreign_origin',
      ])
    }
  })

  test('a PATCH and a DELETE with a foreign Origin change nothing', async () => {
    const headers = { origin: 'https://evil.example' }
    const own = (await member.get('/api/user')).json
    expect((await member.patch('/api/user', { bio: 'written elsewhere' }, { headers })).status).toBe(403)
    expect((await member.get('/api/user')).json).toEqual(own)
    const { id } = (await member.post('/api/posts', { content: 'stays' })).json
    const before = await countPosts()
    expect((await member.delete(`/api/posts/${id}`, { headers })).status).toBe(403)
    expect(await countPosts()).toBe(before)
  })

  test.each([
    {},
    { origin: 'http://127.0.0.1:3000' },
    { referer: 'http://127.0.0.1:3000/social' },
    { origin: 'http://play.example', host: 'play.example' },
    { origin: 'https://play.example', host: 'play.example' },
    { origin: 'http://localhost:3000', host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
  ] as Record<string, string>[])('our own pages and programs without Origin pass: %j', async (headers) => {
    expect((await from(headers)).status).toBe(201)
  })
})

describe('limits', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await testApp()
  })
  afterAll(() => limited.close())

  test('[api.30] The eleventh post in 5 minutes answers 429; more than 60 likes a minute answer 429', async () => {
    const poster = await limited.member()
    let id = 0
    for (let n = 0; n < 10; n += 1) {
      const response = await poster.post('/api/posts', { content: `post ${n}` })
      expect(response.status).toBe(201)
      id = response.json.id
    }
    const eleventh = await poster.post('/api/posts', { content: 'one more' })
    expect([eleventh.status, Number(eleventh.headers['retry-after']) <= 300]).toEqual([429, true])
    const likes = limitKey({ member: poster.user.id })
    for (let n = 0; n < 59; n += 1) await limited.context.limits.take('likes', likes)
    expect((await poster.post(`/api/posts/${id}/reactions`, { type: 'like' })).status).toBe(200)
    expect((await poster.post(`/api/posts/${id}/reactions`, { type: 'like' })).status).toBe(429)
  })

  test.each([
    { name: 'posts', most: 10, pathOf: () => '/api/posts', body: { content: 'again' } },
    { name: 'likes', most: 60, pathOf: (id: number) => `/api/posts/${id}/reactions`, body: { type: 'like' } },
  ] as const)(
    '$name are counted per member, whatever their address',
    async ({ name, most, pathOf, body }) => {
      const [author, busy] = [await limited.member(), await limited.member()]
      const url = pathOf((await author.post('/api/posts', { content: 'liked' })).json.id)
      for (let n = 1; n < most; n += 1)
        await limited.context.limits.take(name, limitKey({ member: busy.user.id }))
      expect((await busy.post(url, body)).status).toBeLessThan(300)
      expect((await busy.post(url, body)).status).toBe(429)
      expect((await busy.post(url, body, { address: '203.0.113.77' })).status).toBe(429)
      const neighbour = await limited.member()
      expect((await neighbour.post(url, body, { address: busy.address })).status).toBeLessThan(300)
    },
  )

  test('[api.36] Anything else over 600 requests a minute per address answers 429; an IPv6 /64 is one address', async () => {
    const statusFor = async (address: string) =>
      (await limited.browser(address).get('/api/minecraft/status')).status
    for (const [one, other] of [
      ['192.0.2.77', '192.0.2.77'],
      ['2001:db8:1:2::1', '2001:db8:1:2::2'],
    ] as const) {
      await limited.countRequests(one, 599)
      expect([await statusFor(one), await statusFor(other)]).toEqual([200, 429])
    }
    expect(await statusFor('2001:db8:1:3::1')).toBe(200)
  })

  test('[inputs.64] what the visitor cache answers counts a tenth of a request, and none is free', async () => {
    const address = '203.0.113.64'
    const cached = await testApp({ visitorCaches: true })
    // What is announced while a site starts would have the answer made again.
    vi.spyOn(cached.context.visitorCaches!, 'invalidate').mockReturnValue()
    const browser = cached.browser(address)
    await cached.countRequests(address, 590)
    // The cache's clock stands, so that nothing expires however slow the machine is.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const poll = async () => (await browser.get('/api/presence?limit=64')).status
    const polls: number[] = []
    try {
      for (let n = 0; n < 120 && polls.at(-1) !== 429; n += 1) polls.push(await poll())
    } finally {
      clock.mockRestore()
    }
    // The first makes the answer and counts whole; 90 tenths are left.
    expect(polls.indexOf(429)).toBe(91)
    expect((await browser.get('/api/user')).status).toBe(429)
    await cached.close()
  })

  test('[inputs.97] wrong keys of game servers from one address answer 429 after 600 a minute; the right key and other addresses go on', async () => {
    const game = await gameServer(limited)
    const from = (address: string, authorization: string) =>
      limited
        .browser(address)
        .post('/api/ingest/events', { events: [beat()] }, { headers: { authorization } })
    const beat = () => event('heartbeat', { playerCount: 1 })
    const wrong = 'Bearer unknown-key-of-a-game-server'
    expect((await from('203.0.113.9', wrong)).status).toBe(401)
    await limited.countRequests('203.0.113.9', 599)
    for (const authorization of [wrong, '']) {
      const refused = await from('203.0.113.9', authorization)
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    }
    expect((await from('203.0.113.10', wrong)).status).toBe(401)
    expect((await from('203.0.113.9', game.headers.authorization)).status).toBe(200)
  })

  test('two processes share the counts', async () => {
    const { limits } = limited.context
    const { RateLimits } = await import('./rate-limits.ts')
    const other = new RateLimits(limited.database, limited.context.log, limited.context.config)
    const member = limitKey({ member: 777 })
    const network = limitKey({ network: '192.0.2.99' })
    for (let n = 0; n < 5; n += 1) await (n % 2 === 0 ? limits : other).take('posts', member)
    for (let n = 0; n < 5; n += 1) await other.take('posts', member)
    await expect(limits.take('posts', member)).rejects.toMatchObject({ status: 429 })

    for (let n = 0; n < 400; n += 1) await limits.take('general', network)
    for (let n = 0; n < 400; n += 1) await other.take('general', network)
    await expect
      .poll(() =>
        limits.take('general', network).then(
          () => 200,
          (error) => error.status,
        ),
      )
      .toBe(429)
    other.close()
  })

  test('[api.37] RATE_LIMITS=off lifts all limits except the one on password tries', async () => {
    const browser = site.browser()
    for (let n = 0; n < 7; n += 1) {
      expect((await browser.post('/api/register', { username: `Unlimited${n}`, password })).status).toBe(201)
    }
    for (let n = 0; n < 12; n += 1)
      expect((await browser.post('/api/posts', { content: 'x' })).status).toBe(201)
    await site.countRequests(browser.address, 650)
    expect((await browser.get('/api/minecraft/status')).status).toBe(200)
    const guesser = site.browser()
    for (let n = 0; n < 5; n += 1)
      await guesser.post('/api/login', { username: 'Unlimited1', password: 'wrong one' })
    expect((await guesser.post('/api/login', { username: 'Unlimited1', password })).status).toBe(429)
  })
})

describe('ranks', () => {
  test("[api.10] Ranks travel as the ten names in order of authority; 'mod' on input means Moderator", async () => {
    const { shippedRanks } = await import('../../../contract/accounts/ranks.ts')
    const { RankInput } = await import('../../../contract/accounts/ranks-schemas.ts')
    expect(shippedRanks).toEqual([
      'Member',
      'Gold',
      'Emerald',
      'Diamond',
      'Helper',
      'Moderator',
      'Product Staff',
      'Admin',
      'Manager',
      'Owner',
    ])
    for (const rank of shippedRanks) {
      await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
      expect((await member.get('/api/user')).json.rank).toBe(rank)
    }
    expect(RankInput.parse('mod')).toBe('Moderator')
    for (const wrong of ['moderator', 'OWNER', 'Staff', 'constructor', '', null, ['Owner']]) {
      expect(RankInput.safeParse(wrong).success).toBe(false)
    }
  })
})

describe('caching', () => {
  test('an unchanged answer is a 304 by its ETag, and no answer may be kept by a shared cache', async () => {
    const first = await site.browser().get('/api/posts?limit=1')
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const again = await site.browser().get('/api/posts?limit=1', {
      headers: { 'if-none-match': String(first.headers.etag) },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('what is for members or staff alone is kept by no browser', async () => {
    const owner = await site.member()
    await sql`UPDATE users SET rank = 'Owner' WHERE id = ${owner.user.id}`.execute(site.database.sql)
    for (const url of ['/api/user', '/api/reports/mine', '/api/admin/messages', '/api/admin/audit']) {
      const { status, headers } = await owner.get(url)
      expect([url, status, headers['cache-control'], headers.etag]).toEqual([url, 200, 'no-store', undefined])
    }
  })
})
