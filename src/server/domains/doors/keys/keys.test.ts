import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiScope } from '../../../../contract/doors/scopes.ts'
import { rateLimits } from '../../../../contract/limits.ts'
import { isApiKey, makeApiKey } from '../../../platform/http/api-key-secret.ts'
import { event, gameServer, player } from '../../../testing/game-server.ts'
import { rankWithAreas } from '../../../testing/rank-with-areas.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { whileOpen } from '../../../testing/while-open.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ visitorCaches: true })
  await rankWithAreas(site.database, 'Key readers', 'admin', ['members'])
})
afterAll(() => site.close())
beforeEach(() => sql`DELETE FROM rate_limits`.execute(site.database.sql))

type Member = TestBrowser & { user: { id: number } }

async function memberOf(rank = 'Member'): Promise<Member> {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

const make = (member: Member, body: object = {}) => member.post('/api/keys', { name: 'Bot', ...body })

async function keyOf(member: Member, scopes: readonly ApiScope[] = ['read']): Promise<string> {
  const { status, json, text } = await make(member, { scopes })
  expect(status, text).toBe(201)
  return json.secret
}

/** A program at an address of its own. */
const program = (secret?: string, more: Record<string, string> = {}) => {
  const browser = site.browser()
  const headers = {
    'sec-fetch-site': 'cross-site',
    ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    ...more,
  }
  return {
    get: (url: string) => browser.get(url, { headers }),
    send: (method: string, url: string, body?: unknown) =>
      browser.send(method, url, body === undefined ? { headers } : { headers, body }),
  }
}

const stored = async ({ user }: Member) =>
  (
    await sql<{ name: string; scopes: string[] }>`
      SELECT name, scopes FROM api_keys WHERE user_id = ${user.id} ORDER BY id`.execute(site.database.sql)
  ).rows

describe('making', () => {
  test('[doors.34] An unknown scope, an expiry over a year or below a day and an empty name are a 400 that names the field', async () => {
    const member = await memberOf()
    for (const [field, body] of [
      ['scopes', { scopes: ['read:mail'] }],
      ['scopes', { scopes: 'read' }],
      ['expiresInDays', { expiresInDays: 366 }],
      ['expiresInDays', { expiresInDays: 0 }],
      ['expiresInDays', { expiresInDays: 1.5 }],
      ['name', { name: ' ' }],
      ['userId', { userId: 1 }],
    ] as const) {
      const { status, json } = await make(member, body)
      expect([status, Object.keys(json.fields)]).toEqual([400, [field]])
    }
    expect(await stored(member)).toEqual([])
  })

  test('[doors.35] Nobody gives a key a scope without the power for it, and the refusal names the scope', async () => {
    const writers = await rankWithAreas(site.database, 'Key writers', 'admin', ['news'])
    for (const [rank, scope] of [
      ['Member', 'read:cases'],
      ['Diamond', 'write:punishments'],
      ['Helper', 'write:news'],
      [writers, 'write:cups'],
    ] as const) {
      const member = await memberOf(rank)
      const { status, json } = await make(member, { scopes: ['read', scope] })
      expect([status, json.error]).toEqual([403, `Your rank cannot give a key the scope ${scope}`])
      expect(await stored(member)).toEqual([])
    }
  })

  test('[doors.36] A sixth key is a 409, also of two made at once', async () => {
    const member = await memberOf()
    for (let n = 0; n < 4; n += 1) await keyOf(member)
    const [first, second] = await Promise.all([make(member), make(member)])
    expect([first.status, second.status].toSorted()).toEqual([201, 409])
    expect((await make(member)).json.error).toBe('You can have at most 5 API keys: revoke one first')
    expect(await stored(member)).toHaveLength(5)
  })

  test('[doors.36] A key that is made while another request takes the last place waits for it, and is refused', async () => {
    const member = await memberOf()
    for (let n = 0; n < 4; n += 1) await keyOf(member)
    await whileOpen(
      site.database,
      async (transaction) => {
        await sql`SELECT FROM users WHERE id = ${member.user.id} FOR NO KEY UPDATE`.execute(transaction)
        await sql`INSERT INTO api_keys (user_id, slot, name, secret_hash, scopes, expires_at)
          VALUES (${member.user.id}, 5, 'Other', sha256('other'), '{read}', now() + interval '1 day')`.execute(
          transaction,
        )
      },
      async () => expect((await make(member)).status).toBe(409),
    )
  })

  test('[doors.37] The secret is shown once and stored hashed; a key lasts 90 days unless its maker says otherwise', async () => {
    const member = await memberOf()
    const { json } = await make(member, { name: 'Overlay' })
    expect(isApiKey(json.secret)).toBe(true)
    expect(json.key).toMatchObject({ name: 'Overlay', scopes: ['read'], lastUsedAt: null })
    const days = (Date.parse(json.key.expiresAt) - Date.parse(json.key.createdAt)) / 86_400_000
    expect(Math.round(days)).toBe(90)
    const list = await member.get('/api/keys')
    expect(list.json).toEqual([json.key])
    expect(list.text).not.toContain(json.secret)
    const { rows } = await sql<{ row: string }>`SELECT api_keys::text AS row FROM api_keys`.execute(
      site.database.sql,
    )
    expect(rows.some(({ row }) => row.includes(json.secret))).toBe(false)
  })

  test('[doors.38] Keys of staff are in the audit log, with who made and who revoked them; those of members are not', async () => {
    const admin = await memberOf('Admin')
    const made = await make(admin, { name: 'Sheet', scopes: ['write:cups'] })
    const manager = await memberOf('Manager')
    expect((await manager.delete(`/api/admin/keys/${made.json.key.id}`)).status).toBe(204)
    const plain = await make(await memberOf())
    const { rows } = await sql<object>`
      SELECT actor_id, action, subject_id, before, after FROM audit_log
      WHERE subject_type = 'api_key' AND subject_id IN (${made.json.key.id}, ${plain.json.key.id}) ORDER BY id
    `.execute(site.database.sql)
    const fields = { name: 'Sheet', scopes: 'read, write:cups' }
    expect(rows).toEqual([
      {
        actor_id: admin.user.id,
        action: 'api_key.create',
        subject_id: made.json.key.id,
        before: null,
        after: fields,
      },
      {
        actor_id: manager.user.id,
        action: 'api_key.revoke',
        subject_id: made.json.key.id,
        before: fields,
        after: null,
      },
    ])
  })

  test('[doors.38] Nobody revokes the key of another member; only those who manage the site see and revoke keys of staff', async () => {
    const admin = await memberOf('Admin')
    const { json } = await make(admin, { scopes: ['write:cups'] })
    const other = await memberOf('Admin')
    expect((await other.delete(`/api/keys/${json.key.id}`)).status).toBe(404)
    expect((await other.delete(`/api/admin/keys/${json.key.id}`)).status).toBe(403)
    expect((await other.get('/api/admin/keys')).status).toBe(403)
    const manager = await memberOf('Manager')
    const plain = await make(await memberOf())
    expect((await manager.delete(`/api/admin/keys/${plain.json.key.id}`)).status).toBe(404)
    const listed = (await manager.get('/api/admin/keys')).json
    expect(listed.find(({ id }: { id: number }) => id === json.key.id)).toMatchObject({
      maker: { id: admin.user.id },
      scopes: ['read', 'write:cups'],
    })
    expect(listed.some(({ id }: { id: number }) => id === plain.json.key.id)).toBe(false)
  })
})

describe('calling', () => {
  test('[doors.39] An expired, a revoked, an invented and a mistyped key get the same 401', async () => {
    const member = await memberOf()
    const expired = await keyOf(member)
    await sql`UPDATE api_keys SET expires_at = now() WHERE user_id = ${member.user.id}`.execute(
      site.database.sql,
    )
    const revoked = await make(member)
    expect((await member.delete(`/api/keys/${revoked.json.key.id}`)).status).toBe(204)
    const mistyped = `${(await keyOf(member)).slice(0, -1)}-`
    for (const secret of [expired, revoked.json.secret, makeApiKey(), mistyped, 'vxk_']) {
      const { status, json } = await program(secret).get('/api/seasons')
      expect([status, json.error]).toEqual([401, 'The API key is unknown, expired or revoked'])
    }
  })

  test('[doors.39] Guesses of keys count as requests of their address', async () => {
    const browser = site.browser()
    await site.countRequests(browser.address, 600)
    const { status } = await browser.get('/api/seasons', {
      headers: { authorization: `Bearer ${makeApiKey()}` },
    })
    expect(status).toBe(429)
  })

  test('[doors.40] A call without the scope is a 403 that names it; a call that is for no key is one as well', async () => {
    const secret = await keyOf(await memberOf('Admin'), ['write:cups'])
    const bot = program(secret)
    expect((await bot.get('/api/admin/cases')).json.error).toBe(
      'The API key needs the scope read:cases for this',
    )
    for (const [method, url] of [
      ['GET', '/api/user'],
      ['GET', '/api/keys'],
      ['POST', '/api/keys'],
      ['GET', '/api/notifications'],
      ['GET', '/api/sessions'],
      ['GET', '/api/posts'],
      ['POST', '/api/login'],
    ] as const) {
      const { status, json } = await bot.send(method, url, method === 'POST' ? {} : undefined)
      expect([url, status, json.error]).toEqual([url, 403, 'An API key cannot make this call'])
    }
  })

  test('[doors.40] A key is no key of a game server, and a key of a game server is no API key', async () => {
    const secret = await keyOf(await memberOf())
    const sent = await program(secret).send('POST', '/api/ingest/events', { events: [] })
    expect(sent.status).toBe(401)
    const server = await gameServer(site)
    expect((await server.report(event('heartbeat', { playerCount: 1 }))).status).toBe(200)
  })

  test('[doors.41] A read with a key responds as to a visitor, whatever session comes with it', async () => {
    const owner = await memberOf('Owner')
    const secret = await keyOf(owner)
    const eventId = (await owner.post('/api/events', { title: 'Night', startDate: '2096-01-01T00:00:00Z' }))
      .json.id
    await owner.post(`/api/events/${eventId}/register`)
    const own = (await owner.get(`/api/events/${eventId}`)).json
    const visitor = (await site.browser().get(`/api/events/${eventId}`)).json
    expect(own).not.toEqual(visitor)
    const both = await owner.get(`/api/events/${eventId}`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    expect(both.json).toEqual(visitor)
    expect((await program(secret).get(`/api/events/${eventId}`)).json).toEqual(visitor)
  })

  test('[doors.42] A key of staff works within its scope, as its maker, from no page and without a password', async () => {
    const admin = await memberOf('Admin')
    const bot = program(await keyOf(admin, ['write:news']))
    const made = await bot.send('POST', '/api/admin/news', {
      title: 'From a program',
      slug: 'from-a-program',
      summary: 'News',
      markdown: 'Text',
    })
    expect(made.status, made.text).toBe(201)
    const { rows } = await sql<{ actor_id: number }>`
      SELECT actor_id FROM audit_log WHERE action = 'news.create' AND subject_id = ${made.json.id}
    `.execute(site.database.sql)
    expect(rows).toEqual([{ actor_id: admin.user.id }])
  })

  test.each([
    ['was demoted', (id: number) => sql`UPDATE users SET rank = 'Member' WHERE id = ${id}`],
    ['lost the area', (id: number) => sql`UPDATE users SET rank = 'Key readers' WHERE id = ${id}`],
    [
      'was restricted',
      (id: number) => sql`INSERT INTO restrictions (user_id, reason) VALUES (${id}, 'Insults')`,
    ],
    [
      'has a rank that is withheld',
      (id: number) => sql`UPDATE users SET password_is_short = true WHERE id = ${id}`,
    ],
  ])('[doors.43] A key of staff whose maker %s is as one that was revoked', async (_, end) => {
    const admin = await memberOf('Admin')
    const bot = program(await keyOf(admin, ['write:news']))
    expect((await bot.get('/api/admin/news')).status).toBe(200)
    await end(admin.user.id).execute(site.database.sql)
    for (const url of ['/api/admin/news', '/api/key', '/api/seasons'])
      expect([url, (await bot.get(url)).status]).toEqual([url, 401])
  })

  test('[doors.43] A key loses the one scope that its maker has no power for any more', async () => {
    const admin = await memberOf('Admin')
    const bot = program(await keyOf(admin, ['write:news', 'read:cases']))
    await sql`UPDATE users SET rank = 'Helper' WHERE id = ${admin.user.id}`.execute(site.database.sql)
    expect((await bot.get('/api/key')).json.scopes).toEqual(['read', 'read:cases'])
    expect((await bot.get('/api/admin/cases')).status).toBe(200)
    expect((await bot.get('/api/admin/news')).json.error).toBe(
      'The API key needs the scope write:news for this',
    )
  })

  test('[doors.43] A key of a member ends with a restriction, a ban in game and the account', async () => {
    const server = await gameServer(site)
    const restricted = await memberOf()
    const banned = await memberOf()
    const deleted = await memberOf()
    const bots = await Promise.all(
      [restricted, banned, deleted].map(async (one) => program(await keyOf(one))),
    )
    const statuses = () => Promise.all(bots.map(async (bot) => (await bot.get('/api/seasons')).status))
    expect(await statuses()).toEqual([200, 200, 200])
    await sql`INSERT INTO restrictions (user_id, reason) VALUES (${restricted.user.id}, 'Insults')`.execute(
      site.database.sql,
    )
    await server.report(event('player', player('81')))
    await sql`UPDATE game_identities SET user_id = ${banned.user.id} WHERE value = '81'`.execute(
      site.database.sql,
    )
    await server.report(
      event('punishment', { id: crypto.randomUUID(), xuid: '81', kind: 'ban', reason: 'Fly', by: 'Mod' }),
    )
    const gone = await deleted.post('/api/account/delete', { password: 'correct horse' })
    expect(gone.status, gone.text).toBe(204)
    expect(await statuses()).toEqual([401, 401, 401])
    expect(await stored(deleted)).toEqual([])
  })

  test('[doors.44] The last use of a key is stored, at most once a minute, and its maker sees it', async () => {
    const member = await memberOf()
    const bot = program(await keyOf(member))
    await bot.get('/api/seasons')
    const lastUse = async () => (await member.get('/api/keys')).json[0].lastUsedAt
    await expect.poll(lastUse).not.toBeNull()
    const first = await lastUse()
    await bot.get('/api/seasons')
    await bot.get('/api/seasons')
    expect(await lastUse()).toBe(first)
    // A use of no session.
    const { rows } = await sql<{ last_seen_at: Date | null }>`
      SELECT last_seen_at FROM users WHERE id = ${member.user.id}`.execute(site.database.sql)
    expect(rows[0]?.last_seen_at?.toISOString() ?? '').not.toBe(first)
  })

  test('[doors.45] GET /api/key returns name, scopes, expiry and what is left, and is a 401 without a key', async () => {
    const member = await memberOf()
    expect((await member.get('/api/key')).status).toBe(401)
    const bot = program(await keyOf(member))
    await bot.get('/api/seasons')
    const { json, headers } = await bot.get('/api/key')
    expect(json).toMatchObject({ name: 'Bot', scopes: ['read'], limit: { requests: 600, remaining: 598 } })
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('limits', () => {
  test('[doors.46] The 61st stable call of a program without a key is a 429 with Retry-After, and says so in RateLimit', async () => {
    const bot = program()
    const first = await bot.get('/api/seasons')
    expect(first.headers).toMatchObject({ 'ratelimit-policy': '"api";q=60;w=60' })
    expect(first.headers.ratelimit).toMatch(/^"api";r=59;t=\d+$/)
    for (let n = 1; n < 60; n += 1) expect((await bot.get('/api/seasons')).status).toBe(200)
    const { status, headers } = await bot.get('/api/modes')
    expect(status).toBe(429)
    expect(headers.ratelimit).toMatch(/^"api";r=0;t=\d+$/)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  test('[doors.46] Pages of the site and members are not held to the limit of programs', async () => {
    const page = site.browser()
    const member = await site.member()
    for (let n = 0; n < 61; n += 1) {
      expect((await page.get('/api/seasons')).status).toBe(200)
      const sent = await member.get('/api/seasons', { headers: { 'sec-fetch-site': 'none' } })
      expect(sent.status).toBe(200)
    }
    expect((await page.get('/api/seasons')).headers.ratelimit).toBeUndefined()
  })

  test('[doors.47] A key has 600 calls in a minute, which count neither for the address nor for another key', async () => {
    const { points } = rateLimits.apiKey
    const member = await memberOf()
    const secret = await keyOf(member)
    const other = await keyOf(member)
    const browser = site.browser()
    const ask = (key: string) =>
      browser.get('/api/seasons', { headers: { authorization: `Bearer ${key}`, 'sec-fetch-site': 'none' } })
    await ask(secret)
    await sql`UPDATE rate_limits SET points = ${points - 1} WHERE key LIKE 'apiKey:%'`.execute(
      site.database.sql,
    )
    expect((await ask(secret)).headers.ratelimit).toMatch(/^"apiKey";r=0;t=\d+$/)
    const refused = await ask(secret)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    expect((await ask(other)).status).toBe(200)
    expect((await program().get('/api/seasons')).status).toBe(200)
  })
})

describe('other origins', () => {
  test('[doors.48] Any page may read a stable call without cookies and send a key; no page reads another call', async () => {
    const origin = { origin: 'https://stats.example', 'sec-fetch-site': 'cross-site' }
    const visitor = site.browser()
    const read = await visitor.get('/api/seasons', { headers: origin })
    expect(read.headers['access-control-allow-origin']).toBe('*')
    expect(read.headers['access-control-allow-credentials']).toBeUndefined()
    const question = await visitor.send('OPTIONS', '/api/seasons', {
      headers: { ...origin, 'access-control-request-headers': 'authorization' },
    })
    expect(question.status).toBe(204)
    expect(question.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization',
      'access-control-allow-methods': 'GET',
    })
    for (const url of ['/api/posts', '/api/user'])
      expect((await visitor.get(url, { headers: origin })).headers['access-control-allow-origin']).toBe(
        undefined,
      )
    expect((await visitor.send('OPTIONS', '/api/posts', { headers: origin })).status).toBe(405)
  })

  test('[doors.49] A stable read with a key is compressed and has an ETag that saves the next one', async () => {
    const owner = await memberOf('Owner')
    const event = { description: 'Text. '.repeat(200), startDate: '2096-01-01T00:00:00Z' }
    expect((await owner.post('/api/events', { ...event, title: 'Long night' })).status).toBe(201)
    const secret = await keyOf(owner)
    const first = await site.app.inject({
      url: '/api/events',
      headers: { authorization: `Bearer ${secret}`, 'accept-encoding': 'gzip' },
    })
    expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'gzip'])
    const tag = String(first.headers.etag)
    const second = await program(secret, { 'if-none-match': tag }).get('/api/events')
    expect([second.status, second.headers.etag]).toEqual([304, tag])
  })
})
