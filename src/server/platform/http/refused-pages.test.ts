import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { rateLimits } from '../../../contract/limits.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'

// Error pages of requests that fail before or instead of rendering.
let site: TestApp
beforeAll(async () => {
  site = await testApp({
    environment: { SITE_NAME: 'Ember <Isles>' },
    render: async () =>
      new Response('<p>a page</p>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  })
})
afterAll(() => site.close())
afterEach(() => vi.restoreAllMocks())

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }
const databaseIsAway = () =>
  vi
    .spyOn(site.context.sessions, 'find')
    .mockRejectedValue(
      Object.assign(new Error('connect ECONNREFUSED 10.1.2.3:5432'), { code: 'ECONNREFUSED' }),
    )

test('without its database the site shows a member a page that says so, with 503 and when to come again', async () => {
  const member = await site.member()
  databaseIsAway()
  const response = await member.get('/social', asBrowser)
  expect([response.status, response.headers['content-type'], response.headers['cache-control']]).toEqual([
    503,
    'text/html; charset=utf-8',
    'no-store',
  ])
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect(response.text).toContain('<title>We will be right back · Ember &lt;Isles&gt;</title>')
  expect(response.text).toContain('The database is not available. Please try again in a moment.')
  expect(response.text).not.toMatch(/ECONNREFUSED|10\.1\.2\.3|<script/)
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
})

test('a failure that nobody foresaw is a page without internals', async () => {
  const member = await site.member()
  vi.spyOn(site.context.sessions, 'find').mockRejectedValue(new Error('secret internals'))
  const response = await member.get('/', asBrowser)
  expect([response.status, response.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
  expect(response.text).not.toContain('secret internals')
})

test('somebody over the general limit is shown a page with 429', async () => {
  const browser = site.browser()
  await Promise.all(Array.from({ length: rateLimits.general.points }, () => browser.get('/', asBrowser)))
  const response = await browser.get('/', asBrowser)
  expect([response.status, response.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  expect(response.text).toContain('Too many requests. Please try again later.')
  expect(response.text.length).toBeLessThan(6_000)
})

test('an address that nobody can read is shown as a page, and told in JSON to programs', async () => {
  const shown = await site.browser().get('/player/%E0%A4%A', asBrowser)
  expect([shown.status, shown.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  expect(shown.text).toContain('The address is not valid')
  expect(shown.text).toContain('<a href="/">Go home</a>')
  expect(shown.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  for (const [url, said] of [
    ['/player/%E0%A4%A', {}],
    ['/api/players/%E0%A4%A', asBrowser],
  ] as const)
    expect((await site.browser().get(url, said)).json).toMatchObject({ code: 'bad_request' })
})

test('programs are refused in JSON as before: anyone who does not ask for HTML, and every address of the API', async () => {
  const member = await site.member()
  databaseIsAway()
  for (const [url, said] of [
    ['/social', { headers: { accept: '*/*' } }],
    ['/social', {}],
    ['/api/user', asBrowser],
  ] as const)
    expect((await member.get(url, said)).json).toMatchObject({ code: 'overloaded' })
  expect((await member.get('/api/nowhere', asBrowser)).json).toMatchObject({ code: 'not_found' })
})
