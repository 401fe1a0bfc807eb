import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isStaffRank, type Rank, shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { type AnyEndpoint, urlOf } from '../../../../contract/endpoint.ts'
import { endpoints } from '../../../../contract/endpoints.ts'
import { feedMessagesOf, listenToStaffFeed } from '../../../testing/staff-feed-listener.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { clearLastStep, codeOf, enrol } from './testing/authenticator.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off', REQUIRE_STAFF_2FA: 'true' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.close())

async function somebody(rank: Rank) {
  const member = await site.member()
  await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  return member
}

const guarded = Object.values(endpoints).flatMap((table) =>
  Object.values(table as Record<string, AnyEndpoint>)
    .filter(({ access }) => access === 'staff' || access === 'admin')
    .flatMap((endpoint) =>
      [endpoint.path, endpoint.aliasPath ?? []].flat().map((path) => ({ endpoint, path })),
    ),
)

async function doorOf(browser: TestBrowser, { endpoint, path }: (typeof guarded)[number]) {
  const url = urlOf({ ...endpoint, path }, { params: { id: 2_147_483_647 } })
  const { status } = await browser.send(endpoint.method, url, endpoint.method === 'GET' ? {} : { raw: '{}' })
  return `${endpoint.method} ${path} ${status === 403 ? 'closed' : status === 401 ? 'unknown' : 'open'}`
}

const doorsOf = async (browser: TestBrowser) => {
  const doors: string[] = []
  for (const one of guarded) doors.push(await doorOf(browser, one))
  return doors
}

const all = (state: 'open' | 'closed') =>
  guarded.map(({ endpoint, path }) => `${endpoint.method} ${path} ${state}`)

describe('staff without a second factor', () => {
  test('are refused at every staff and admin endpoint, until they have set one up, and again once it is removed', async () => {
    expect(guarded.length).toBeGreaterThan(20)
    const owner = await somebody('Owner')
    expect(await doorsOf(owner)).toEqual(all('closed'))
    const { secret } = await enrol(owner)
    expect(await doorsOf(owner)).toEqual(all('open'))
    await clearLastStep(site, owner)
    await owner.post('/api/second-factor/removal', { password, code: codeOf(secret) })
    expect(await doorsOf(owner)).toEqual(all('closed'))
  })

  test.each(shippedRanks.filter(isStaffRank))('%s may sign in and is a member until then', async (rank) => {
    const { user } = await somebody(rank)
    const browser = site.browser()
    const response = await browser.post('/api/login', { username: user.username, password })
    expect([response.status, response.json.rank, response.json.requiresSecondFactor]).toEqual([
      200,
      rank,
      true,
    ])
    expect((await browser.get('/api/user')).json).toMatchObject({ rank, requiresSecondFactor: true })
    expect((await browser.get('/api/admin/overview')).status).toBe(403)
    expect((await browser.get('/api/second-factor')).json).toMatchObject({ since: null, isRequired: true })
    expect((await browser.post('/api/posts', { content: 'I am still here' })).status).toBe(201)
    await enrol(browser)
    expect((await browser.get('/api/user')).json).not.toHaveProperty('requiresSecondFactor')
    expect((await browser.get('/api/admin/overview')).status).toBe(200)
  })

  test('hear nothing of the staff feed on their socket, also when they have removed the factor while it is open', async () => {
    const witness = await somebody('Helper')
    await enrol(witness)
    const admin = await somebody('Admin')
    const [hears, waits] = [await listenToStaffFeed(site, witness), await listenToStaffFeed(site, admin)]
    await feedMessagesOf(site, hears, waits)
    expect(waits.count()).toBe(0)
    const { secret } = await enrol(admin)
    await feedMessagesOf(site, hears, waits)
    expect(waits.count()).toBe(1)
    await clearLastStep(site, admin)
    await admin.post('/api/second-factor/removal', { password, code: codeOf(secret) })
    await feedMessagesOf(site, hears, waits)
    expect([hears.count(), waits.count()]).toEqual([3, 1])
    hears.close()
    waits.close()
  })
})

test('staff with a factor must give it to sign in', async () => {
  const admin = await somebody('Admin')
  const { secret } = await enrol(admin)
  const body = { username: admin.user.username, password }
  expect((await site.browser().post('/api/login', body)).json.code).toBe('second_factor_required')
  const browser = site.browser()
  expect((await browser.post('/api/login', { ...body, code: codeOf(secret, 1) })).status).toBe(200)
  expect((await browser.get('/api/admin/overview')).status).toBe(200)
})

test('a member who becomes staff waits as well', async () => {
  const member = await somebody('Diamond')
  expect((await member.get('/api/user')).json).not.toHaveProperty('requiresSecondFactor')
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${member.user.id}`.execute(site.database.sql)
  expect((await member.get('/api/user')).json).toMatchObject({ rank: 'Helper', requiresSecondFactor: true })
  expect((await member.get('/api/admin/overview')).status).toBe(403)
})

test('where the site does not want it, nobody waits', async () => {
  const free = await testApp({ environment: { RATE_LIMITS: 'off' } })
  const admin = await free.member()
  await sql`UPDATE users SET rank = 'Admin' WHERE id = ${admin.user.id}`.execute(free.database.sql)
  expect((await admin.get('/api/user')).json).not.toHaveProperty('requiresSecondFactor')
  expect((await admin.get('/api/admin/overview')).status).toBe(200)
  await free.close()
})
