import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Area, areas } from '../../src/contract/accounts/areas.ts'
import { type Power, type Rank, rankHolds, shippedRanks } from '../../src/contract/accounts/ranks.ts'
import { type AnyEndpoint, urlOf } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { rankWithAreas } from '../../src/server/testing/rank-with-areas.ts'
import { type TestApp, type TestBrowser, testApp } from '../../src/server/testing/test-app.ts'

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

/** An empty body fails behind the door, in validation, and stores nothing. */
async function statusOf(
  browser: TestBrowser,
  endpoint: AnyEndpoint,
  path: `/api/${string}`,
): Promise<number> {
  const url = urlOf({ ...endpoint, path }, { params: { id: 2_147_483_647 } })
  const { status } = await browser.send(endpoint.method, url, endpoint.method === 'GET' ? {} : { raw: '{}' })
  expect(status).toBeLessThan(500)
  return status
}

const doorOf = (status: number) => (status === 401 ? '401' : status === 403 ? '403' : 'in')

async function memberOf(rank: Rank): Promise<TestBrowser> {
  const browser = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}

test('who passes the door of every endpoint: visitor, then the ten ranks from Member to Owner', async () => {
  const matrix: Record<string, string> = {}
  const members = new Map<Rank, TestBrowser>()
  for (const [name, endpoint, path] of everyEndpoint) {
    const row = [doorOf(await statusOf(site.browser(), endpoint, path))]
    for (const rank of shippedRanks) {
      const browser = members.get(rank) ?? (await memberOf(rank))
      const status = await statusOf(browser, endpoint, path)
      row.push(doorOf(status))
      // What succeeded may have ended the session.
      if (endpoint.method === 'GET' || status >= 300) members.set(rank, browser)
      else members.delete(rank)
    }
    matrix[`${endpoint.method} ${path} (${name})`] = row.join(' ')
  }
  expect(matrix).toMatchSnapshot()
})

const withAreas = {
  Writer: ['admin', ['news']],
  'Event manager': ['product', ['events', 'modes']],
  'Appeals judge': ['moderator', ['appeals']],
} as const satisfies Readonly<Record<Rank, readonly [Power, readonly Area[]]>>

test('[owner.62] who passes the door of every endpoint of staff: Writer, Event manager, Appeals judge', async () => {
  const matrix: Record<string, string> = {}
  const browsers = new Map<Rank, TestBrowser>()
  for (const [key, [power, areas]] of Object.entries(withAreas))
    browsers.set(key, await memberOf(await rankWithAreas(site.database, key, power, areas)))
  for (const [name, endpoint, path] of everyEndpoint) {
    const { access, area, method } = endpoint
    if (access !== 'staff' && access !== 'admin') continue
    const row: string[] = []
    for (const [rank, browser] of browsers) {
      const door = doorOf(await statusOf(browser, endpoint, path))
      // Some handlers ask for more power than the endpoint declares, and none for less.
      const mayPass = rankHolds(rank, access === 'staff' ? 'helper' : 'admin', area!)
      if (!mayPass) expect([name, rank, door]).toEqual([name, rank, '403'])
      row.push(door)
    }
    matrix[`${method} ${path} (${name})`] = row.join(' ')
  }
  expect(matrix).toMatchSnapshot()
})

test('every endpoint is public or declared for members, staff, admins or game servers, and no address is declared twice', () => {
  const addresses = everyEndpoint.map(([, { method }, path]) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const [, endpoint] of everyEndpoint) {
    expect(['public', 'member', 'staff', 'admin', 'game-server']).toContain(endpoint.access)
  }
})

test('[owner.62] Every endpoint of staff says in which area it needs the power, and no other endpoint does', () => {
  const known = [...areas, 'any', 'all']
  for (const [name, { access, area }] of everyEndpoint)
    expect([name, known.includes(`${area}`)]).toEqual([name, access === 'staff' || access === 'admin'])
})
