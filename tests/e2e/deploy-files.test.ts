import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { AnyEndpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { bodyLimits } from '../../src/contract/limits.ts'
import { noteCookie, noteSettings } from '../../src/server/testing/noted-secrets.ts'
import { debianFile } from '../faults/support/debian.ts'
import { startNginx } from '../faults/support/nginx.ts'
import { cli } from '../faults/support/people.ts'
import { waitFor } from '../faults/support/processes.ts'
import { startCaddy } from './support/caddy.ts'
import { freePort } from './support/free-port.ts'
import { endSite, rootDir, type Site, startSite } from './support/site.ts'

const name = 'play.example'
/** A visitor is not at the address from which the proxy comes. */
const visitor = '127.0.0.2'
const forged = '203.0.113.9'

let site: Site
let key: string
let cookie: string

beforeAll(async () => {
  site = await startSite({ PUBLIC_URL: `https://${name}`, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'info' })
  const made = await cli({ DATA_DIR: site.dataDir }, ['key', 'create', 'Proxied'])
  key = made.output.trim().split(' ').at(-1) ?? ''
  noteSettings({ METRICS_TOKEN: key })
})
afterAll(() => endSite(site))

interface Asked {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** A request from `visitor` for the site by its name, whatever address `base` has. */
function ask(base: string, { method = 'GET', path, headers = {}, body }: Asked): Promise<ApiResponse> {
  const url = new URL(path, base)
  const ask = url.protocol === 'https:' ? secureRequest : plainRequest
  const options = {
    method,
    localAddress: visitor,
    agent: false as const,
    headers: { host: name, 'x-forwarded-for': forged, ...headers },
    ...(url.protocol === 'https:' && { servername: name, rejectUnauthorized: false }),
  }
  return new Promise((resolve, reject) => {
    const request = ask(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const post = (path: string, body: object, headers: Record<string, string> = {}): Asked => ({
  method: 'POST',
  path,
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
})

/** Unknown keys are ignored: a body may be as long as a test wants. */
const padded = (bytes: number, body: object) => {
  const empty = JSON.stringify({ ...body, padding: '' }).length
  return { ...body, padding: 'x'.repeat(bytes - empty) }
}

const largeBodies = Object.values(endpoints)
  .flatMap((table) => Object.values<AnyEndpoint>(table))
  .filter(({ bodyKind }) => bodyKind !== undefined && bodyKind !== 'ingest')

describe.each([
  ['nginx.conf', (ports: readonly [number, number]) => startNginx(ports, name)],
  ['Caddyfile', (ports: readonly [number, number]) => startCaddy(ports, name)],
  ['Caddyfile.single', (ports: readonly [number, number]) => startCaddy(ports, name, 'Caddyfile.single')],
])('[settings.132] deploy/%s as the server of Debian runs it', (_file, start) => {
  let proxy: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    const port = Number(new URL(site.url).port)
    proxy = await start([port, port])
  })
  afterAll(() => proxy?.stop())

  test('leads from http to https, and to no host but the site, whatever the request names', async () => {
    const { status, headers } = await ask(proxy.plainUrl, { path: '/social?a=b' })
    expect([status, headers.location]).toEqual([308, `https://${name}/social?a=b`])
    for (const host of [
      'evil.example',
      `${name}.evil.example`,
      `evil.example:${new URL(proxy.plainUrl).port}`,
    ]) {
      const { headers } = await ask(proxy.plainUrl, { path: '/social', headers: { host } })
      expect(String(headers.location ?? '')).not.toContain('evil.example')
    }
    const { headers: secure } = await ask(proxy.url, { path: '/social', headers: { host: 'evil.example' } })
    expect(String(secure.location ?? '')).not.toContain('evil.example')
  })

  test('shows pages over TLS, with HSTS, and nobody outside metrics and health', async () => {
    const page = await ask(proxy.url, { path: '/rules' })
    expect(page.status).toBe(200)
    expect(page.headers['strict-transport-security']).toContain('max-age=')
    for (const path of ['/metrics', '/health/ready', '/health/live'])
      expect([path, (await ask(proxy.url, { path })).status]).toEqual([path, 404])
  })

  test('hands on the visitor’s own address, not the one that the visitor claims', async () => {
    const { headers } = await ask(proxy.url, { path: '/api/sessions' })
    const id = String(headers['x-request-id'])
    const line = () =>
      site
        .output()
        .split('\n')
        .find((line) => line.includes(`"reqId":"${id}"`))
    await waitFor(() => line() !== undefined, 10_000)
    expect(JSON.parse(line() ?? '{}')).toMatchObject({ status: 401, address: visitor })
  })

  test('signs in with a Secure cookie, and lets a WebSocket through', async () => {
    const username = `Visitor ${randomUUID().slice(0, 8)}`
    const password = randomUUID()
    const origin = `https://${name}`
    const response = await ask(proxy.url, post('/api/register', { username, password }, { origin }))
    expect(response.status).toBe(201)
    const [set = ''] = response.headers['set-cookie'] ?? []
    noteCookie(set)
    expect(set).toMatch(/; Secure/i)
    cookie = set.split(';')[0] ?? ''

    const options: ClientOptions & { servername: string } = {
      rejectUnauthorized: false,
      servername: name,
      localAddress: visitor,
      headers: { host: name, origin },
    }
    const socket = new WebSocket(`${proxy.url.replace('https', 'wss')}/ws`, options)
    const heard = new Promise<string>((resolve, reject) => {
      socket.once('message', (data) => resolve(String(data)))
      socket.once('error', reject)
    })
    socket.once('open', () => socket.send(JSON.stringify({ type: 'subscribe', channel: 'server_status' })))
    try {
      expect(JSON.parse(await heard)).toMatchObject({ type: 'server_status_update' })
    } finally {
      socket.terminate()
    }
  })

  test('takes pictures of 8 MB at every address that does, and no more', async () => {
    const paths = largeBodies.flatMap(({ path, aliasPath }) =>
      aliasPath === undefined ? [path] : [path, aliasPath],
    )
    expect(paths).toContain('/api/posts')
    const content = `Nearly eight megabytes ${randomUUID()}`
    for (const { path, aliasPath, method } of largeBodies)
      for (const url of aliasPath === undefined ? [path] : [path, aliasPath]) {
        const body = JSON.stringify(padded(bodyLimits.imagePost.bytes - 100, { content }))
        const { status, text } = await ask(proxy.url, {
          method,
          path: url,
          headers: { ...json, cookie },
          body,
        })
        // Whatever the site says to it, the proxy let it through.
        expect([url, status], text).not.toEqual([url, 413])
        if (path === '/api/posts') expect([url, status], text).toEqual([url, 201])
      }
    const tooLong = padded(bodyLimits.imagePost.bytes + 100_000, { content })
    expect((await ask(proxy.url, post('/api/posts', tooLong, { cookie })).catch(refusedAtOnce)).status).toBe(
      413,
    )
  })

  test('too long bodies take no process out of service, whether their length is known or not', async () => {
    const tooLong = padded(bodyLimits.imagePost.bytes + 100_000, { content: 'Too long' })
    const chunked = { 'transfer-encoding': 'chunked' }
    for (const headers of [{}, chunked, {}, chunked, chunked, chunked]) {
      const { status } = await ask(proxy.url, post('/api/posts', tooLong, headers)).catch(refusedAtOnce)
      // Caddy 2.6 has no answer where a body turns out to be too long on the way.
      expect(headers === chunked ? [401, 413, 503] : [413]).toContain(status)
      expect((await ask(proxy.url, { path: '/api/minecraft/status' })).status).toBe(200)
    }
  })

  test('bodies that only the site refuses take no process out of service either', async () => {
    const tooLong = padded(900_000, { username: 'Nobody', password: 'x' })
    for (let count = 0; count < 20; count++) {
      const { status } = await ask(proxy.url, post('/api/login', tooLong)).catch(refusedAtOnce)
      expect(status).toBe(413)
      expect((await ask(proxy.url, { path: '/api/minecraft/status' })).status).toBe(200)
    }
  })

  test('headers that only the site refuses take no process out of service', async () => {
    const long = Object.fromEntries(['a', 'b', 'c'].map((one) => [`x-${one}`, one.repeat(7_000)]))
    for (let count = 0; count < 20; count++) {
      const { status } = await ask(proxy.url, { path: '/api/minecraft/status', headers: long })
      expect([400, 431, 503]).toContain(status)
      expect((await ask(proxy.url, { path: '/api/minecraft/status' })).status).toBe(200)
    }
  })

  test('[standby.15] what no process answers, whether it is away or ends in the middle, is a 503 with Retry-After', async () => {
    const breaking = createServer((socket) => socket.once('data', () => socket.destroy()))
    breaking.listen(0, '127.0.0.1')
    await once(breaking, 'listening')
    const ends = (breaking.address() as AddressInfo).port
    for (const port of [await freePort(), ends]) {
      const alone = await start([port, port])
      try {
        const { status, headers } = await ask(alone.url, post('/api/login', { username: 'Nobody' }))
        expect([status, headers['retry-after']]).toEqual([503, '2'])
      } finally {
        await alone.stop()
      }
    }
    breaking.close()
  })

  test('lets a game server report a batch of nearly 1 MB', async () => {
    const at = new Date().toISOString()
    const events = Array.from({ length: 100 }, () =>
      padded(10_200, { id: randomUUID(), type: 'heartbeat', at, data: { playerCount: 3 } }),
    )
    const headers = { authorization: `Bearer ${key}` }
    const { status, text } = await ask(proxy.url, post('/api/ingest/events', { events }, headers))
    expect([status, JSON.parse(text).results.length]).toEqual([200, 100])
  })
})

/** Anyone who is refused before everything is sent may find the connection closed. */
const refusedAtOnce = (error: NodeJS.ErrnoException): Pick<ApiResponse, 'status'> => {
  if (error.code === 'EPIPE' || error.code === 'ECONNRESET') return { status: 413 }
  throw error
}

test('systemd knows every word of the units', () => {
  if (!debianFile('/usr/bin/systemd-analyze', ['systemd'])) throw new Error('apt-get install systemd')
  const home = mkdtempSync(join(tmpdir(), 'units-'))
  try {
    const units = readdirSync(join(rootDir, 'deploy')).filter((file) => /\.(?:service|timer)$/.test(file))
    expect(units.length).toBeGreaterThan(2)
    for (const unit of units) {
      const text = readFileSync(join(rootDir, 'deploy', unit), 'utf8')
      writeFileSync(join(home, unit), text.replaceAll('/usr/bin/node', process.execPath))
    }
    const { status, stdout, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...units.map((unit) => join(home, unit))],
      { encoding: 'utf8' },
    )
    // It exits with 0 for words that it does not know, and says so.
    expect([status, stdout + stderr]).toEqual([0, ''])
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
