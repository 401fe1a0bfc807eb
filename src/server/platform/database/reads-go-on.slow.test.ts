import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { postEndpoints } from '../../../contract/posts/posts-endpoints.ts'
import { storeKinds } from '../../domains/notifications/queries/choices.ts'
import { event, gameServer, match, player } from '../../testing/game-server.ts'
import { openReplicated, type Replicated } from '../../testing/standby.ts'
import { type TestApp, type TestBrowser, testApp } from '../../testing/test-app.ts'
import { limitKey } from '../http/limit-key.ts'
import { networkOf } from '../http/network.ts'
import { RateLimits } from '../http/rate-limits.ts'
import { createLogger } from '../logs/logger.ts'

const lines: string[] = []
let servers: Replicated
let site: TestApp
beforeAll(async () => {
  servers = await openReplicated()
  site = await testApp({
    store: servers.primary,
    environment: {
      DATABASE_URL: servers.primary.appUrl,
      DATABASE_READ_URL: servers.readUrl,
      RATE_LIMITS: 'off',
    },
    visitorCaches: true,
    databaseLimits: 'as in the product',
    render: async (_request, { call, reportError }) => {
      await call(postEndpoints.list, {}).catch(reportError)
      return new Response('<p>a page</p>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
    log: createLogger('warn', { write: (line) => void lines.push(JSON.parse(line).msg) }),
  })
})
afterAll(async () => {
  await site?.close()
  await servers?.stop()
})

/** What says when it was made, the key for push, which is made when it is asked for first, and the status. */
const isOfMoment = ({ path }: AnyEndpoint) => /\/export$|\/push$|\/status(?:\/history)?$/.test(path)

const reads = Object.values(endpoints)
  .flatMap((group): AnyEndpoint[] => Object.values(group))
  .filter((endpoint) => endpoint.method === 'GET' && !isOfMoment(endpoint))
  .map(({ path }) => path.replace(':id', '1'))
  .filter((path) => !path.includes(':'))

test('[fast.03] While no primary responds, visitors and members read from a standby all that was acknowledged, and writes are 503', async () => {
  await storeKinds(site.database.sql)
  const game = await gameServer(site)
  await game.report(event('match', match([player('1'), player('2', { result: 'loss' })])))
  const member = await site.member()
  const visitor = site.browser()
  await member.post('/api/posts', { content: 'The last one before' })
  /** On a busy machine a standby may be slower than a reader waits; that is a 503, and never another response. */
  const read = (browser: TestBrowser, path: string) =>
    vi.waitFor(async () => {
      const { status, text } = await browser.get(path)
      expect([path, status]).not.toEqual([path, 503])
      return `${path} ${status} ${text}`
    }, 180_000)
  const look = async () => {
    const found: string[] = []
    for (const path of reads) for (const browser of [visitor, member]) found.push(await read(browser, path))
    return found
  }
  const before = await look()
  expect(before.filter((found) => / 200 /.test(found)).length).toBeGreaterThan(80)
  lines.length = 0
  await servers.endPrimary()
  site.context.visitorCaches!.invalidate()
  expect(await look()).toEqual(before)
  const { status, headers } = await member.post('/api/posts', { content: 'Not stored' })
  expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect(lines.filter((line) => !/replica/.test(line)).toSorted()).toEqual([
    'a database connection failed',
    'live connection to the database lost',
    'the database does not respond: what needs it is answered with 503 until it does',
  ])
  expect((await visitor.get('/api/minecraft/status')).json.isReadOnly).toBe(true)
  const limits = new RateLimits(site.database, site.context.log, { rateLimits: true, passwordLimit: true })
  const program = limitKey({ network: networkOf('192.0.2.1') })
  expect(await limits.count('api', program)).toBeUndefined()
  await expect(limits.take('contact', program)).rejects.toThrow()
  limits.close()
})

test('[fast.04] Without any database the last page and response are sent with their age, and what nobody has asked for before is 503', async () => {
  const visitor = site.browser()
  const document = { headers: { accept: 'text/html' } }
  const get = async (path: string) => {
    const { status, headers, text } = await visitor.get(path, document)
    return { status, age: headers.age, text }
  }
  for (const path of ['/', '/api/posts'])
    await vi.waitFor(async () => expect(await get(path)).toMatchObject({ status: 200 }), 180_000)
  const { text } = await get('/api/posts')
  await servers.endStandby()
  for (const path of ['/', '/api/posts'])
    await vi.waitFor(
      async () => expect(await get(path)).toMatchObject({ status: 200, age: expect.stringMatching(/^\d+$/) }),
      180_000,
    )
  expect((await get('/api/posts')).text).toBe(text)
  expect(await get('/social')).toMatchObject({
    status: 503,
    text: expect.stringContaining('database is not available'),
  })
  expect(await get('/api/posts?limit=7')).toMatchObject({ status: 503, age: undefined })
  site.context.visitorCaches!.invalidate()
  expect(await get('/')).toMatchObject({ status: 503, age: undefined })
})
