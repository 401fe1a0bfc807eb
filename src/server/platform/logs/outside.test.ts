import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createKey, revokeKey } from '../../domains/matches/ledger/queries/keys.ts'
import { rootDir } from '../../store.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

/** Every `expr` of a YAML or JSON document. */
function expressionsOf(text: string): string[] {
  const found: string[] = []
  parse(text, (key, value) => {
    if (key === 'expr' && typeof value === 'string') found.push(value)
    return value
  })
  return found
}

const token = 'a-token-of-more-than-sixteen-characters'
let site: TestApp
let guarded: TestApp
beforeAll(async () => {
  site = await testApp()
  guarded = await testApp({ environment: { METRICS_TOKEN: token } })
})
afterAll(async () => {
  await site.close()
  await guarded.close()
})

describe('GET /metrics', () => {
  const ask = (of: TestApp, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    of.app.inject({ url: '/metrics', headers, remoteAddress })

  test('without METRICS_TOKEN it answers only loopback without forwarding headers', async () => {
    expect((await ask(site, {}, '192.0.2.4')).statusCode).toBe(404)
    expect((await ask(site, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(404)
    const response = await ask(site)
    expect(response.statusCode).toBe(200)
    expect(response.body).toMatch(/^http_request_duration_seconds_bucket/m)
    expect(response.body).toMatch(/^websocket_connections 0$/m)
    expect(response.body).toMatch(/^database_connections\{state="/m)
  })

  test('it tells when the newest backup was taken, 0 before the first', async () => {
    const metric = 'backup_last_success_timestamp_seconds'
    expect((await ask(site)).body).toContain(`\n${metric} 0\n`)
    await sql`INSERT INTO last_backup (taken_at, file_bytes) VALUES ('2026-01-05T15:04:00Z', 1)`.execute(
      site.database.sql,
    )
    expect((await ask(site)).body).toContain(`\n${metric} ${Date.UTC(2026, 0, 5, 15, 4) / 1000}\n`)
  })

  test('says what waits in the outbox and how long, and that the database answers', async () => {
    const gone = await createKey(site.database.sql, 'Gone')
    await sql`INSERT INTO outbox (channel, type, data, created_at, server_id)
      VALUES ('game', 'rank', '{}', now() - interval '1 year', ${gone.id})`.execute(site.database.sql)
    await revokeKey(site.database.sql, gone.id)
    await sql`INSERT INTO outbox (channel, type, data, created_at, done_at) VALUES
      ('mail', 'mail', '{}', now() - interval '1 hour', now()), ('game', 'rank', '{}', now() - interval '2 minutes', NULL)`.execute(
      site.database.sql,
    )
    const { body } = await ask(site)
    expect(body).toMatch(/^database_up 1$/m)
    expect(body).toMatch(/^outbox_waiting\{channel="mail"\} 0$/m)
    expect(body).toMatch(/^outbox_oldest_seconds\{channel="mail"\} 0$/m)
    expect(body).toMatch(/^outbox_waiting\{channel="game"\} 1$/m)
    expect(Number(/^outbox_oldest_seconds\{channel="game"\} (.*)$/m.exec(body)?.[1])).toBeGreaterThanOrEqual(
      120,
    )
  })

  test('counts what became of the events of game servers', async () => {
    const { secret } = await createKey(site.database.sql, 'Counting')
    const good = { id: randomUUID(), type: 'heartbeat', at: new Date().toISOString() }
    const data = { playerCount: 1, maxPlayers: 2, version: '1.21' }
    await site.app.inject({
      method: 'POST',
      url: '/api/ingest/events',
      headers: { authorization: `Bearer ${secret}` },
      payload: {
        events: [
          { ...good, data },
          { ...good, id: randomUUID(), type: 'unheard of' },
        ],
      },
    })
    const { body } = await ask(site)
    expect(body).toMatch(/^ingest_events_total\{status="accepted"\} 1$/m)
    expect(body).toMatch(/^ingest_events_total\{status="rejected"\} 1$/m)
  })

  test('is asked by alerts and dashboard of deploy/ for nothing that it does not serve', async () => {
    const { body } = await ask(site)
    const served = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const texts = ['alerts.yaml', 'dashboard.json'].flatMap((file) =>
      expressionsOf(readFileSync(`${rootDir}deploy/${file}`, 'utf8')),
    )
    expect(texts.length).toBeGreaterThan(10)
    const requests = texts.flatMap((text) => text.match(/\b[a-z]+(?:_[a-z]+)+\b(?=[{[)\s]|$)/g) ?? [])
    const base = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '')
    const words = /^(?:histogram_quantile|sum_over_time|max_over_time|job_name)$/
    expect(
      requests.filter((name) => !words.test(name) && !served.has(name) && !served.has(base(name))),
    ).toEqual([])
  })

  test('with METRICS_TOKEN it answers its bearer and nobody else', async () => {
    expect((await ask(guarded)).statusCode).toBe(404)
    expect((await ask(guarded, { authorization: 'Bearer wrong' })).statusCode).toBe(404)
    expect((await ask(guarded, { authorization: `Bearer ${token}` }, '192.0.2.4')).statusCode).toBe(200)
  })

  test('routes are labelled by their pattern, so that nobody can make labels', async () => {
    await site.browser().get('/api/users/123456')
    await site.browser().get('/api/made-up-by-somebody')
    const { body } = await ask(site)
    expect(body).toContain('route="/api/users/:id"')
    expect(body).not.toMatch(/123456|made-up/)
  })
})

describe('the published API', () => {
  test('GET /api/openapi.json names every endpoint with its parameters, body and answer', async () => {
    const { json } = await site.browser().get('/api/openapi.json')
    expect(json.openapi).toBe('3.1.0')
    const create = json.paths['/api/posts'].post
    expect(create.requestBody.content['application/json'].schema.properties).toHaveProperty('content')
    expect(create.responses['201']).toBeDefined()
    expect(create.parameters).toContainEqual(
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }),
    )
    expect(json.paths['/api/debug-create-post'].post.operationId).not.toBe(create.operationId)
    expect(json.paths['/api/users/{id}'].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', in: 'path', required: true }),
    )
  })

  test.each(['/api/openapi.json', '/api/docs'])('%s is limited like every other address', async (url) => {
    const reader = site.browser()
    await site.countRequests(reader.address, 599)
    expect((await reader.get(url)).status).toBe(200)
    const response = await reader.get(url)
    expect(response.status).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('GET /api/docs is a page for people', async () => {
    const response = await site.app.inject('/api/docs')
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('GET /api/posts')
  })
})

describe('every answer', () => {
  test('carries the security headers and a request id that the log knows', async () => {
    for (const url of ['/api/posts', '/api/nowhere', '/health/live']) {
      const { headers } = await site.browser().get(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      })
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('is compressed when that is asked for and worth it', async () => {
    const member = await site.member()
    for (let n = 0; n < 8; n += 1) await member.post('/api/posts', { content: 'x'.repeat(400) })
    for (const encoding of ['br', 'gzip']) {
      const response = await site.app.inject({ url: '/api/posts', headers: { 'accept-encoding': encoding } })
      expect(response.headers['content-encoding']).toBe(encoding)
    }
    expect((await member.get('/api/posts')).headers['content-encoding']).toBeUndefined()
  })

  test('over https the cookie is Secure with the __Host- prefix, and HSTS is sent', async () => {
    const secure = await testApp({ environment: { PUBLIC_URL: 'https://play.example' } })
    const response = await secure
      .browser()
      .post('/api/register', { username: 'Secure One', password: 'correct horse' })
    expect(String(response.headers['set-cookie'])).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    // Subdomains may use plain HTTP, so they are included only when configured.
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
    await secure.close()
    const wide = { PUBLIC_URL: 'https://play.example', HSTS_SUBDOMAINS: 'true' } as const
    const all = await testApp({ environment: wide })
    const { headers } = await all.browser().get('/api/posts')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    await all.close()
  })
})

describe('a visitor behind a proxy', () => {
  test('has the forwarded address only when the proxy is in TRUST_PROXY', async () => {
    const trusting = await testApp({ environment: { TRUST_PROXY: '10.9.0.0/16' } })
    const registrations = async (proxy: string) => {
      const statuses = []
      for (let n = 0; n < 6; n += 1) {
        const response = await trusting
          .browser(proxy)
          .post(
            '/api/register',
            { username: `Via ${proxy.replaceAll('.', '-')} ${n}`, password: 'correct horse' },
            { headers: { 'x-forwarded-for': `203.0.113.${n}` } },
          )
        statuses.push(response.status)
      }
      return statuses
    }
    expect(await registrations('10.9.1.1')).toEqual([201, 201, 201, 201, 201, 201])
    expect(await registrations('10.8.1.1')).toEqual([201, 201, 201, 201, 201, 429])
    await trusting.close()
  })
})
