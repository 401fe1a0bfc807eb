import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rank } from '../../src/contract/accounts/ranks.ts'
import { staffScopesOf } from '../../src/contract/doors/keys.ts'
import { type AnyEndpoint, urlOf } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { rateLimits } from '../../src/contract/limits.ts'
import { type TestApp, type TestBrowser, testApp } from '../../src/server/testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const every = Object.entries(endpoints).flatMap(([feature, table]) =>
  Object.entries(table).map(([name, endpoint]: [string, AnyEndpoint]) => ({
    name: `${feature}.${name}`,
    endpoint,
  })),
)

/** An empty body fails in validation, and stores nothing. */
const statusOf = async (browser: TestBrowser, { method, ...endpoint }: AnyEndpoint, secret?: string) => {
  const url = urlOf({ method, ...endpoint }, { params: { id: 2_147_483_647 } })
  const headers = secret === undefined ? undefined : { authorization: `Bearer ${secret}` }
  const said = { ...(headers && { headers }), ...(method !== 'GET' && { raw: '{}' }) }
  return (await browser.send(method, url, said)).status
}

const passes = (status: number) => status !== 401 && status !== 403

test('[doors.59] No key does more than its scopes name and its maker may at that moment, for each rank of staff', async () => {
  for (const rank of ['Member', 'Helper', 'Moderator', 'Product Staff', 'Admin', 'Owner'] satisfies Rank[]) {
    const maker = await site.member()
    const setRank = (to: Rank) =>
      sql`UPDATE users SET rank = ${to} WHERE id = ${maker.user.id}`.execute(site.database.sql)
    await setRank(rank)
    const scopes = staffScopesOf({ id: maker.user.id, rank })
    const made = await maker.post('/api/keys', { name: 'Bot', scopes })
    expect(made.status, made.text).toBe(201)
    const { secret } = made.json
    const program = site.browser()
    for (const { name, endpoint } of every) {
      const status = await statusOf(program, endpoint, secret)
      const isNamed = endpoint.scope !== undefined && scopes.includes(endpoint.scope)
      const expected = endpoint.stable !== undefined || isNamed
      expect([rank, name, passes(status)]).toEqual([rank, name, expected])
      // A session of the maker passes wherever the key does, but for what is about the key itself.
      if (isNamed) expect([rank, name, passes(await statusOf(maker, endpoint))]).toEqual([rank, name, true])
    }
    await setRank('Member')
    const left = every.filter(({ endpoint }) => endpoint.scope !== undefined)
    for (const { name, endpoint } of left)
      expect([rank, name, passes(await statusOf(program, endpoint, secret))]).toEqual([rank, name, false])
  }
})

test('[doors.59] What a key may do as its maker never asks for a password, and is the work of staff', () => {
  const scoped = every.filter(({ endpoint }) => endpoint.scope !== undefined)
  expect(scoped.length).toBeGreaterThan(10)
  for (const { name, endpoint } of scoped)
    expect([name, endpoint.confirm, ['staff', 'admin'].includes(endpoint.access)]).toEqual([
      name,
      undefined,
      true,
    ])
})

test('[doors.59] 1,200 calls within a minute with one key on two processes: 600 are served', async () => {
  const first = await testApp({ visitorCaches: true })
  const second = await testApp({ store: first.store, visitorCaches: true })
  const { json } = await (await first.member()).post('/api/keys', { name: 'Busy' })
  const headers = { authorization: `Bearer ${json.secret}` }
  const { points } = rateLimits.apiKey
  const statuses: number[] = []
  const program = async (app: TestApp) => {
    const browser = app.browser()
    for (let n = 0; n < points / 10; n += 1) {
      const { status, headers: said } = await browser.get('/api/seasons', { headers })
      statuses.push(status)
      if (status === 429) expect(Number(said['retry-after'])).toBeGreaterThan(0)
    }
  }
  // Ten programs on each process: 1,200 calls, of which however slow a machine counts all in one window.
  await first.app.inject({ url: '/api/seasons', headers })
  await sql`UPDATE rate_limits SET points = 0, expires_at = now() + interval '1 hour' WHERE key LIKE 'apiKey:%'`.execute(
    first.database.sql,
  )
  await Promise.all([first, second].flatMap((app) => Array.from({ length: 10 }, () => program(app))))
  expect(statuses.filter((status) => status === 200)).toHaveLength(points)
  expect(statuses.filter((status) => status === 429)).toHaveLength(points)
  await second.close()
  await first.close()
})
