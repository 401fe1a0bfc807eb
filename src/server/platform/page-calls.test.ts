import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaderboardEndpoints } from '../../contract/leaderboard.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import type { RenderPage } from './pages.ts'

// A page hands on the query of its address; what came of it is all that this page says.
const render: RenderPage = async (request, { call }) => {
  const search = new URL(request.url).searchParams.get('search') ?? ''
  const said = await call(leaderboardEndpoints.page, { query: { search } }).then(
    ({ total }) => `${total} players`,
    (error: unknown) => String(error),
  )
  return new Response(said, { headers: { 'content-type': 'text/plain' } })
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ render })
})
afterAll(() => app.close())

test('a page does not hand on text that the database cannot hold', async () => {
  const { text } = await app.browser().get('/leaderboards?search=abc%00')
  expect(text).toContain('Text may not contain NUL or half of a character')
})

test('a page hands on other text', async () => {
  expect((await app.browser().get('/leaderboards?search=nobody')).text).toBe('0 players')
})
