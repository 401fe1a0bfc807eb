import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { leaderboardEndpoints } from '../../../contract/rankings/leaderboard-endpoints.ts'
import { type TestApp, testApp } from '../../testing/test-app.ts'
import { createLogger } from '../logs/logger.ts'
import { overloaded } from './errors.ts'
import type { RenderPage } from './pages.ts'

// A page that passes on its query and renders the result.
const render: RenderPage = async (request, { call, reportError }) => {
  if (request.url.endsWith('/broken')) reportError(new Error('a component threw'))
  if (request.url.endsWith('/busy')) reportError(overloaded())
  const { pathname, searchParams } = new URL(request.url)
  const search = pathname === '/nul' ? 'abc\0' : (searchParams.get('search') ?? '')
  const said = await call(leaderboardEndpoints.page, { query: { search } }).then(
    ({ total }) => `${total} players`,
    (error: unknown) => {
      reportError(error)
      return String(error)
    },
  )
  return new Response(said, { headers: { 'content-type': 'text/plain' } })
}

const lines: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await testApp({ render, log: createLogger('info', { write: (line) => lines.push(line) }) })
})
afterAll(() => app.close())
beforeEach(() => lines.splice(0))

const failures = () => lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')

test('a page does not hand on text that the database cannot hold', async () => {
  const { text } = await app.browser().get('/nul')
  expect(text).toContain('Text contains characters that cannot be stored')
})

test('a page hands on other text', async () => {
  expect((await app.browser().get('/leaderboards?search=nobody')).text).toBe('0 players')
})

test('a refusal is not logged as a failure of rendering', async () => {
  const { text } = await app.browser().get('/leaderboards?search=ab')
  expect(text).toContain('Type at least 3 characters to search')
  expect(failures()).toEqual([])
})

test.each([
  ['/broken', 'a component threw'],
  ['/busy', 'The server is busy. Please try again in a moment.'],
])('a failure of rendering is logged as one: %s', async (path, message) => {
  await app.browser().get(path)
  expect(failures()).toMatchObject([{ msg: 'rendering failed', err: { message } }])
})
