import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { VariableName } from '../../../config.ts'
import { ownAddressGateway } from '../../../gateways/own-address.ts'
import { pagePolicy } from '../../../platform/http/security-headers.ts'
import { pushService } from '../../../testing/push-service.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'

const open: TestApp[] = []
const servers: ReturnType<typeof createServer>[] = []

async function start(environment: Partial<Record<VariableName, string>> = {}, store?: TestApp['store']) {
  const site = await testApp({
    environment: { RATE_LIMITS: 'off', FETCH_ALLOW: '127.0.0.1', ...environment },
    ...(store !== undefined && { store }),
  })
  open.push(site)
  return site
}

let site: TestApp
/** Where the site listens, by itself. */
let here: string

beforeAll(async () => {
  site = await start()
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  here = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  for (const server of servers) server.close()
  for (const one of open.toReversed()) await one.close()
})

/** A server that is not the site. */
async function stranger(respond: RequestListener) {
  const server = createServer(respond).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ranked = async (rank: Rank, on = site) => {
  const browser = await on.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(on.database.sql)
  return browser
}

const path = '/api/admin/settings/address'

async function setting(owner: TestBrowser) {
  const { scopes = [] } = (await owner.get('/api/admin/settings')).json
  return scopes.find(({ scope }: { scope: string }) => scope === 'address')
}

async function save(
  owner: TestBrowser,
  publicUrl: unknown,
  { anyway = false, headers = {} }: { anyway?: boolean; headers?: Record<string, string> } = {},
) {
  const { revision } = (await setting(owner)) ?? { revision: null }
  return owner.put(path, { value: { publicUrl, saveUnchecked: anyway }, base: revision }, { headers })
}

const stored = async () =>
  (
    await sql<{ value: { publicUrl: string } | null }>`
      SELECT value FROM settings_revisions WHERE scope = 'address' ORDER BY id DESC LIMIT 1
    `.execute(site.database.sql)
  ).rows[0]?.value?.publicUrl

afterEach(async () => {
  await sql`DELETE FROM settings_revisions WHERE scope = 'address'`.execute(site.database.sql)
  await site.context.live.publish('settings', {})
  await vi.waitFor(() => expect(site.context.config.publicUrl).toBe('http://127.0.0.1:3000'), 60_000)
})

describe('[owner.46] The public address', () => {
  test('is changed by Owners alone, and not where PUBLIC_URL decides', async () => {
    for (const rank of ['Member', 'Helper', 'Admin', 'Manager'] as const)
      expect((await save(await ranked(rank), here)).status).toBe(403)
    const locked = await start({ PUBLIC_URL: 'https://set.example' }, site.store)
    const owner = await ranked('Owner', locked)
    expect(await setting(owner)).toMatchObject({
      lockedBy: 'PUBLIC_URL',
      value: { publicUrl: 'https://set.example' },
    })
    expect((await save(owner, here)).json.error).toBe('This is set by PUBLIC_URL: change it there')
    expect([locked.context.config.publicUrl, await stored()]).toEqual(['https://set.example', undefined])
  })

  test.each([
    '',
    'play.example',
    'ftp://play.example',
    'https://play.example/path',
    'https://play.example?q',
    'https://me:word@play.example',
    'http://play.example:99999',
    'http://[::zz]',
    7,
  ])('%j is refused with its field', async (publicUrl) => {
    const { status, json } = await save(await ranked('Owner'), publicUrl, { anyway: true })
    expect([status, Object.keys(json.fields)]).toEqual([400, ['publicUrl']])
    expect(await stored()).toBeUndefined()
  })

  test('is in use at once in all processes: pages, sitemap, robots, API, mails and Discord', async () => {
    const other = await start({}, site.store)
    const owner = await ranked('Owner')
    const seen = async (text: string) => (await site.browser().get(text)).text
    for (const page of ['/sitemap.xml', '/robots.txt', '/api/openapi.json'])
      expect(await seen(page)).toContain('http://127.0.0.1:3000')
    expect((await save(owner, `${here}/`)).status).toBe(200)
    expect(site.context.config.publicUrl).toBe(here)
    await vi.waitFor(() => expect(other.context.config.publicUrl).toBe(here), 60_000)
    expect(other.content.site().publicUrl).toBe(here)
    for (const page of ['/sitemap.xml', '/robots.txt', '/api/openapi.json']) {
      expect(await seen(page)).toContain(here)
      expect(await seen(page)).not.toContain('http://127.0.0.1:3000')
    }
    const { setup } = (await owner.get('/api/admin/overview')).json
    expect(setup).toContainEqual({ key: 'publicUrl', done: false })
    const before = await site.browser().get('/health/live')
    expect(before.headers['strict-transport-security']).toBeUndefined()
    expect((await save(owner, 'https://play.example', { anyway: true })).status).toBe(200)
    const after = await site.browser().get('/health/live')
    expect(after.headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await owner.get('/api/admin/overview')).json.setup).toContainEqual({
      key: 'publicUrl',
      done: true,
    })
    // Another start has it from the beginning.
    expect((await start({}, site.store)).context.config.publicUrl).toBe('https://play.example')
  })
})

describe('[owner.47] Before it is saved, the public address is asked whether it reaches this site', () => {
  const refusal = async (publicUrl: string) => {
    const { status, json } = await save(await ranked('Owner'), publicUrl)
    expect([status, await stored()]).toEqual([400, undefined])
    return json.fields.publicUrl
  }

  test('and what does not is refused with the reason', async () => {
    const site404 = await stranger((_request, response) => void response.writeHead(404).end('{}'))
    expect(await refusal(site404)).toBe(`Something else than this site answers at ${site404}.`)
    // Not even to who answers everything with everything they were asked.
    const echo = await stranger(({ url }, response) => {
      response.writeHead(200).end(JSON.stringify({ answer: url?.split('/').at(-1) }))
    })
    expect(await refusal(echo)).toBe(`Something else than this site answers at ${echo}.`)
    const large = await stranger((_request, response) => void response.end('x'.repeat(1_000_000)))
    expect(await refusal(large)).toBe(`Something else than this site answers at ${large}.`)
    const moved = await stranger((request, response) => {
      response.writeHead(301, { location: here + request.url }).end()
    })
    expect(await refusal(moved)).toBe(`${moved} redirects to ${here}. Enter the address where it ends.`)
    expect(await refusal('http://127.0.0.1:1')).toBe('http://127.0.0.1:1 cannot be reached (ECONNREFUSED).')
    expect(await refusal('http://10.0.0.1')).toBe('http://10.0.0.1 has no public address that can be found.')
    expect(await refusal('http://localhost.invalid')).toMatch(/^http:\/\/localhost\.invalid /)
  })

  test('and who does not answer, or has a certificate that nobody trusts, is given up', async () => {
    const silent = await stranger(() => undefined)
    const ask = ownAddressGateway({ fetchAllow: ['127.0.0.1'] }, { totalMs: 300 })
    expect(await ask(new URL('/health/address/x', silent), 'answer')).toMatchObject({
      values: { origin: silent },
    })
    const service = await pushService()
    const { origin } = new URL(service.subscribe().endpoint)
    expect(await refusal(origin)).toMatch(/cannot be reached \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.$/)
    await service.close()
  })

  test('unless the Owner says that it may be saved anyway', async () => {
    const { status } = await save(await ranked('Owner'), 'http://127.0.0.1:1', { anyway: true })
    expect([status, await stored()]).toEqual([200, 'http://127.0.0.1:1'])
  })

  test('and a question is answered for a minute, and no other', async () => {
    const ask = (question: string) => site.browser().get(`/health/address/${question}`)
    const question = 'q'.repeat(43)
    expect((await ask(question)).status).toBe(404)
    await sql`INSERT INTO address_checks (question, answer) VALUES (${question}, 'here')`.execute(
      site.database.sql,
    )
    const { json, headers } = await ask(question)
    expect([json, headers['cache-control']]).toEqual([{ answer: 'here' }, 'no-store'])
    for (const other of ['x', `${question}q`, 'p'.repeat(43)]) expect((await ask(other)).status).toBe(404)
    await sql`UPDATE address_checks SET asked_at = now() - interval '61 seconds'`.execute(site.database.sql)
    expect((await ask(question)).status).toBe(404)
    await save(await ranked('Owner'), 'http://127.0.0.1:1')
    const { rows } = await sql`SELECT question FROM address_checks WHERE question = ${question}`.execute(
      site.database.sql,
    )
    expect(rows).toEqual([])
  })
})

describe('[owner.48] A wrong public address locks nobody out', () => {
  /** As a browser does that has the site open at an address. */
  const at = (origin: string) => ({
    host: new URL(origin).host,
    origin,
    // To addresses that browsers trust.
    ...((origin.startsWith('https:') || origin.includes('//127.')) && { 'sec-fetch-site': 'same-origin' }),
  })
  const navigating = (origin: string) => {
    const { origin: _, ...headers } = at(origin)
    return headers
  }

  test.each([
    ['http://203.0.113.5:3000', 'https://wrong.example'],
    ['http://203.0.113.5:3000', 'http://wrong.example'],
    ['http://127.0.0.1:3000', 'https://wrong.example'],
    // The right name without its certificate.
    ['http://play.example', 'https://play.example'],
    ['https://play.example', 'http://play.example'],
    ['https://play.example', 'https://wrong.example'],
  ])('at %s the Owner signs in and mends it after %s was saved', async (openAt, wrong) => {
    const owner = await ranked('Owner')
    expect((await save(owner, wrong, { anyway: true, headers: at(openAt) })).status).toBe(200)
    expect(site.context.config.publicUrl).toBe(wrong)
    const browser = site.browser()
    const signedIn = await browser.post(
      '/api/login',
      { username: owner.user.username, password },
      { headers: at(openAt) },
    )
    expect(signedIn.status).toBe(200)
    const cookie = String(signedIn.headers['set-cookie'])
    // Browsers store a Secure cookie only from https.
    expect(/; Secure/i.test(cookie)).toBe(openAt.startsWith('https:') && wrong.startsWith('https:'))
    expect((await browser.get('/api/user', { headers: navigating(openAt) })).json.id).toBe(owner.user.id)
    expect(pagePolicy('nonce', site.context.config)).not.toContain('upgrade-insecure-requests')
    const { revision } = await setting(browser)
    const mended = await browser.post(`${path}/undo`, { to: null, base: revision }, { headers: at(openAt) })
    expect([mended.status, site.context.config.publicUrl]).toEqual([200, 'http://127.0.0.1:3000'])
  })

  test('and who has a session at http keeps it when an address of https is saved', async () => {
    const owner = await ranked('Owner')
    expect(owner.cookie).toMatch(/^session=/)
    await save(owner, 'https://wrong.example', { anyway: true, headers: at('http://203.0.113.5:3000') })
    const { status } = await owner.get('/api/user', { headers: navigating('http://203.0.113.5:3000') })
    expect(status).toBe(200)
  })

  test('and a dead session that another address left does not hide the one of a sign-in', async () => {
    const { user } = await ranked('Owner')
    const browser = site.browser()
    browser.cookie = `__Host-session=${'a'.repeat(43)}`
    const { headers } = await browser.post('/api/login', { username: user.username, password })
    expect([headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^session=[^;]{43};/),
      expect.stringMatching(/^__Host-session=; .*Expires=Thu, 01 Jan 1970/),
    ])
  })

  test('and it is not changed through a proxy that hides at which address the page is open', async () => {
    const owner = await ranked('Owner')
    const hidden = { host: '127.0.0.1:3000', origin: 'https://play.example', 'sec-fetch-site': 'same-origin' }
    await save(owner, 'https://play.example', { anyway: true })
    const signIn = { username: owner.user.username, password }
    expect((await owner.post('/api/login', signIn, { headers: hidden })).status).toBe(200)
    const { revision } = await setting(owner)
    const refused = await save(owner, 'https://wrong.example', { anyway: true, headers: hidden })
    expect([refused.status, refused.json.error]).toEqual([
      409,
      expect.stringContaining('does not pass on the Host header'),
    ])
    const undone = await owner.post(`${path}/undo`, { to: null, base: revision }, { headers: hidden })
    expect([undone.status, await stored()]).toEqual([409, 'https://play.example'])
  })

  test('while at https only the cookie counts that no other site and no plain response can set', async () => {
    const owner = await ranked('Owner')
    await save(owner, 'https://play.example', { anyway: true })
    const planted = site.browser()
    planted.cookie = owner.cookie
    for (const headers of [navigating('https://play.example'), at('https://play.example')])
      expect((await planted.get('/api/user', { headers })).status).toBe(401)
    const browser = site.browser()
    const signIn = { username: owner.user.username, password }
    await browser.post('/api/login', signIn, { headers: at('https://play.example') })
    expect(browser.cookie).toMatch(/^__Host-session=/)
    expect((await browser.get('/api/user', { headers: navigating('https://play.example') })).status).toBe(200)
    // A variable says that every browser is at https.
    const fixed = await start({ PUBLIC_URL: 'https://play.example' }, site.store)
    const plain = fixed.browser()
    await plain.post('/api/login', signIn, { headers: at('http://play.example') })
    expect(plain.cookie).toMatch(/^__Host-session=/)
    const stolen = fixed.browser()
    stolen.cookie = owner.cookie
    expect((await stolen.get('/api/user', { headers: navigating('http://play.example') })).status).toBe(401)
  })
})
