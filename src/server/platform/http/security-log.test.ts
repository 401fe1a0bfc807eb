import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { password, type TestApp, testApp } from '../../testing/test-app.ts'
import { createLogger } from '../logs/logger.ts'

const lines: string[] = []
let site: TestApp
beforeAll(async () => {
  site = await testApp({ log: createLogger('info', { write: (line) => lines.push(line) }) })
})
afterAll(() => site.close())
beforeEach(() => lines.splice(0))

const entries = () => lines.map((line) => JSON.parse(line))

test('a failed sign-in is logged with its reason and address, without the name and the password that were typed', async () => {
  const { user } = await site.member('Gale Warden')
  lines.splice(0)
  await site
    .browser('192.0.2.7')
    .post('/api/login', { username: user.username, password: 'not the right one' })
  expect(entries()).toEqual([
    expect.objectContaining({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      method: 'POST',
      path: '/api/login',
      status: 401,
      code: 'wrong_credentials',
      address: '192.0.2.7',
    }),
  ])
  expect(lines.join()).not.toMatch(/Gale Warden|not the right one/)
})

test('tries over the limit of passwords are logged as such', async () => {
  const guesser = site.browser('192.0.2.8')
  for (let n = 0; n < 6; n += 1)
    await guesser.post('/api/login', { username: 'Nobody', password: `guess ${n}` })
  expect(entries().at(-1)).toMatchObject({ status: 429, code: 'too_many_requests', address: '192.0.2.8' })
})

test('a successful sign-in is logged with member and address, without the token', async () => {
  const member = await site.member()
  lines.splice(0)
  const browser = site.browser('192.0.2.9')
  await browser.post('/api/login', { username: member.user.username, password })
  expect(entries()).toContainEqual(
    expect.objectContaining({ msg: 'signed in', user: member.user.id, address: '192.0.2.9' }),
  )
  expect(lines.join()).not.toContain(browser.cookie?.split('=')[1])
  expect(lines.join()).not.toContain(password)
})

test('a refused access is logged, reads too, with who and from where; the query and a key stay out', async () => {
  const member = await site.member()
  lines.splice(0)
  await member.get('/api/admin/members?search=somebody')
  await site
    .browser('192.0.2.10')
    .post(
      '/api/ingest/events',
      { events: [] },
      { headers: { authorization: 'Bearer key_of_a_stranger_0123456789' } },
    )
  expect(entries()).toEqual([
    expect.objectContaining({
      path: '/api/admin/members',
      status: 403,
      code: 'forbidden',
      user: member.user.id,
    }),
    expect.objectContaining({
      path: '/api/ingest/events',
      status: 401,
      code: 'unauthorized',
      address: '192.0.2.10',
    }),
  ])
  expect(lines.join()).not.toMatch(/somebody|key_of_a_stranger/)
})

test('what an attacker writes stays inside its line', async () => {
  await site.browser().get('/api/admin/members?x=%0a{"level":"fatal"}', {
    headers: { 'user-agent': 'a\u001b[31m{"level":"fatal"}' },
  })
  await site.browser().post('/api/user%0a%7b%22level%22:%22fatal%22%7d')
  for (const line of lines) expect(JSON.parse(line).level).not.toBe('fatal')
  expect(lines.every((line) => line.trimEnd().split('\n').length === 1)).toBe(true)
})

test.each(['/unsubscribe/', '/newsletter/unsubscribe/'])(
  'a token in %s, which ends mails, stays out',
  async (path) => {
    const token = 'AAAAAKx2LWKRjsbkT9oJvbS6pppH4BpNbVBo6C6ryv-kY'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await site.browser().post(path + token, undefined, { raw: 'List-Unsubscribe=One-Click', headers })
    await site.browser().get(path + token)
    expect(entries()).toContainEqual(expect.objectContaining({ method: 'POST', path: `${path}***` }))
    expect(lines.join()).not.toContain(token)
  },
)
