import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ranks } from '../contract/accounts/ranks.ts'
import { type AnyEndpoint, urlOf } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { type TestApp, type TestBrowser, testApp } from './testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const everyEndpoint = Object.entries(endpoints).flatMap(([feature, table]) =>
  Object.entries(table).flatMap(([name, endpoint]: [string, AnyEndpoint]) => [
    [`${feature}.${name}`, endpoint, endpoint.path] as const,
    ...(endpoint.aliasPath === undefined
      ? []
      : [[`${feature}.${name} (second)`, endpoint, endpoint.aliasPath] as const]),
  ]),
)

/** Whether access is granted: an empty body fails later, in validation, and stores nothing. */
async function doorOf(browser: TestBrowser, endpoint: AnyEndpoint, path: `/api/${string}`): Promise<string> {
  const url = urlOf({ ...endpoint, path }, { params: { id: 2_147_483_647 } })
  const { status } = await browser.send(endpoint.method, url, endpoint.method === 'GET' ? {} : { raw: '{}' })
  expect(status).toBeLessThan(500)
  return status === 401 ? '401' : status === 403 ? '403' : 'in'
}

test('who passes the door of every endpoint: visitor, then the ten ranks from Member to Owner', async () => {
  const matrix: Record<string, string> = {}
  for (const [name, endpoint, path] of everyEndpoint) {
    const row = [await doorOf(site.browser(), endpoint, path)]
    for (const rank of ranks) {
      const browser = await site.member()
      await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
      row.push(await doorOf(browser, endpoint, path))
    }
    matrix[`${endpoint.method} ${path} (${name})`] = row.join(' ')
  }
  expect(matrix).toMatchSnapshot()
}, 150_000)

test('every endpoint is public or declared for members, staff, admins or game servers, and no address is declared twice', () => {
  const addresses = everyEndpoint.map(([, { method }, path]) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const [, endpoint] of everyEndpoint) {
    expect(['public', 'member', 'staff', 'admin', 'game-server']).toContain(endpoint.access)
  }
})
