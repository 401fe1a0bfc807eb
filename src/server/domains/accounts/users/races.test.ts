import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp, testApp } from '../../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

describe('at the same moment', () => {
  test('[profile.20] a login with the old password that is under way does not outlive the change of the password', async () => {
    for (let round = 0; round < 3; round += 1) {
      const member = await site.member(`Racer ${round}`)
      const thieves = Array.from({ length: 8 }, () => site.browser())
      const [changed] = await Promise.all([
        member.post('/api/change-password', { currentPassword: password, newPassword: 'brand new horse' }),
        ...thieves.map((thief, n) =>
          new Promise((resolve) => setTimeout(resolve, n * 12)).then(() =>
            thief.post('/api/login', { username: `Racer ${round}`, password }),
          ),
        ),
      ])
      expect(changed.status).toBe(200)
      for (const thief of thieves) expect((await thief.get('/api/user')).status).toBe(401)
    }
  })

  test('of several changes with the same current password one succeeds', async () => {
    const member = await site.member('Changes Often')
    const responses = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        member.post('/api/change-password', { currentPassword: password, newPassword: `new password ${n}` }),
      ),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const worked = responses.findIndex(({ status }) => status === 200) + 1
    const login = await site
      .browser()
      .post('/api/login', { username: 'Changes Often', password: `new password ${worked}` })
    expect(login.status).toBe(200)
  })

  test('one network cannot hold up the sign-in of everybody else', async () => {
    const member = await site.member('Patient')
    const flood = Array.from({ length: 60 }, (_, n) =>
      site.browser('203.0.113.66').post('/api/login', { username: `nobody ${n}`, password }),
    )
    expect((await member.post('/api/login', { username: 'Patient', password })).status).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    // How many of them come while others wait depends on the machine.
    expect(statuses).toContain(429)
  })
})

describe('registering', () => {
  test('[api.29] a name that is taken or wrong does not use up the registrations of an address', async () => {
    await site.member('BossMan')
    const crowd = (username: string) =>
      site.browser('198.51.100.77').post('/api/register', { username, password })
    for (let n = 0; n < 5; n += 1) {
      expect((await crowd('bossman')).status).toBe(409)
      expect((await crowd('x')).status).toBe(400)
    }
    for (let n = 0; n < 5; n += 1) expect((await crowd(`Newcomer ${n}`)).status).toBe(201)
    expect((await crowd('Newcomer 6')).status).toBe(429)
  })

  test('a password is the same in whichever way its accents are written', async () => {
    const username = 'Accented'
    await site.browser().post('/api/register', { username, password: 'p\u00e4ssw\u00f6rd' })
    const login = await site.browser().post('/api/login', { username, password: 'pa\u0308sswo\u0308rd' })
    expect(login.status).toBe(200)
  })
})

describe('odd requests', () => {
  test('a forwarded address with a port, a zone or nonsense in it is no failure', async () => {
    const proxied = await testApp({ environment: { TRUST_PROXY: '10.0.0.0/8' } })
    for (const [n, address] of ['1.2.3.4:5678', 'banana', 'fe80::1%eth0', '[2001:db8::1]:80'].entries()) {
      const response = await proxied
        .browser('10.1.1.1')
        .post(
          '/api/register',
          { username: `Odd ${n}`, password },
          { headers: { 'x-forwarded-for': address } },
        )
      expect([address, response.status]).toEqual([address, 201])
    }
    await proxied.close()
  })

  test('an address that cannot be decoded gets the one error body', async () => {
    for (const url of ['/%ff', '/api/users/%ff']) {
      const response = await site.browser().get(url)
      expect([response.status, response.json]).toEqual([
        400,
        { error: 'The address is not valid', message: 'The address is not valid', code: 'bad_request' },
      ])
    }
  })

  test.each(['\u200b\u200b', '\u3164', '\u2063 \u00ad'])(
    'a post of letters that nobody sees is empty (case %#)',
    async (content) => {
      const member = await site.member()
      expect((await member.post('/api/posts', { content })).json.fields).toEqual({
        content: 'Post content is required',
      })
    },
  )

  test('[api.36] images, unknown addresses and wrong methods count as well', async () => {
    const requests = async (url: string) => {
      const browser = site.browser()
      await site.countRequests(browser.address, 599)
      await browser.get(url)
      return (await browser.get(url)).status
    }
    expect(await requests(`/media/${'0'.repeat(64)}.webp`)).toBe(429)
    expect(await requests('/api/nothing-here')).toBe(429)
  })
})
