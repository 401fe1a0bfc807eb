import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { clearLastStep, codeOf, type Enrolled, enrol, wrongCodeOf } from './testing/authenticator.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

type Member = TestBrowser & { user: { id: number; username: string } }

async function enrolled(): Promise<{ member: Member; factor: Enrolled }> {
  const member = await site.member()
  return { member, factor: await enrol(member) }
}

const signIn = (username: string, code?: string | null, browser = site.browser()) =>
  browser.post('/api/login', { username, password, ...(code !== undefined && { code }) })

const sessionsOf = async ({ user }: Member) => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM sessions WHERE user_id = ${user.id}
  `.execute(site.database.sql)
  return rows[0]?.n
}

describe('refused', () => {
  test.each([undefined, null, '', '   '])(
    'the right password with the code %j: 401 second_factor_required, and nothing is begun or noted',
    async (code) => {
      const { member } = await enrolled()
      const browser = site.browser()
      const response = await signIn(member.user.username, code, browser)
      expect([response.status, response.json.code]).toEqual([401, 'second_factor_required'])
      expect(response.json.error).toBe('Enter the code of your authenticator app')
      expect(browser.cookie).toBeUndefined()
      expect(await sessionsOf(member)).toBe(1)
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM known_networks WHERE user_id = ${member.user.id}
      `.execute(site.database.sql)
      expect(rows[0]?.n).toBe(1)
    },
  )

  test('a wrong code after the right password: 401 second_factor_wrong', async () => {
    const { member, factor } = await enrolled()
    for (const code of [wrongCodeOf(factor.secret), 'abcd-efgh-jkmn-pqrs', 'what?', '12345', '1234567']) {
      const response = await signIn(member.user.username, code)
      expect([code, response.status, response.json.code]).toEqual([code, 401, 'second_factor_wrong'])
    }
    expect(await sessionsOf(member)).toBe(1)
  })

  test('a code from another half minute than this and its neighbours', async () => {
    const { member, factor } = await enrolled()
    await clearLastStep(site, member)
    for (const steps of [-3, 3]) {
      const response = await signIn(member.user.username, codeOf(factor.secret, steps))
      expect(response.json.code).toBe('second_factor_wrong')
    }
  })

  test('somebody else’s code and somebody else’s recovery code', async () => {
    const { member } = await enrolled()
    const { factor: others } = await enrolled()
    for (const code of [codeOf(others.secret, 1), others.recoveryCodes[0]!])
      expect((await signIn(member.user.username, code)).json.code).toBe('second_factor_wrong')
  })

  test('a wrong password says the same with a right code, without one, and for nobody’s account', async () => {
    const { member, factor } = await enrolled()
    const said = []
    for (const [username, code] of [
      [member.user.username, codeOf(factor.secret, 1)],
      [member.user.username, factor.recoveryCodes[0]],
      [member.user.username, undefined],
      ['Nobody at all', '123456'],
      ['Nobody at all', undefined],
    ]) {
      const { status, text } = await site
        .browser()
        .post('/api/login', { username, password: 'wrong horse', ...(code !== undefined && { code }) })
      said.push(`${status} ${text}`)
    }
    expect(new Set(said).size).toBe(1)
    expect(said[0]).toContain('wrong_credentials')
    // The attempt did not consume them.
    expect((await signIn(member.user.username, factor.recoveryCodes[0]!)).status).toBe(200)
  })

  test('a code too long for any: 400 by name', async () => {
    const response = await signIn('Nobody at all', '1'.repeat(65))
    expect([response.status, response.json.fields]).toEqual([400, { code: 'That is too long for a code' }])
  })

  test('a code that confirmed the set-up does not sign in as well', async () => {
    const { member, factor } = await enrolled()
    const { rows } = await sql<{ last_step: string }>`
      SELECT last_step FROM second_factors WHERE user_id = ${member.user.id}
    `.execute(site.database.sql)
    const steps = Number(rows[0]?.last_step) - Math.floor(Date.now() / 30_000)
    expect((await signIn(member.user.username, codeOf(factor.secret, steps))).json.code).toBe(
      'second_factor_wrong',
    )
  })
})

describe('tries', () => {
  test('wrong codes and asking for one count like wrong passwords: the sixth from an address is refused', async () => {
    const { member, factor } = await enrolled()
    const { username } = member.user
    const browser = site.browser()
    const codes = [undefined, ...Array.from({ length: 4 }, () => wrongCodeOf(factor.secret))]
    for (const code of codes) expect((await signIn(username, code, browser)).status).toBe(401)
    const right = await signIn(username, codeOf(factor.secret, 1), browser)
    expect([right.status, right.json.code]).toEqual([429, 'too_many_requests'])
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('the count ends with the code, not with the password', async () => {
    const { member, factor } = await enrolled()
    const { username } = member.user
    const browser = site.browser()
    for (let n = 0; n < 4; n += 1) await signIn(username, wrongCodeOf(factor.secret), browser)
    expect((await signIn(username, codeOf(factor.secret, 1), browser)).status).toBe(200)
    for (let n = 0; n < 5; n += 1)
      expect((await signIn(username, undefined, browser)).json.code).toBe('second_factor_required')
    expect((await signIn(username, undefined, browser)).status).toBe(429)
  })

  test('from many unknown addresses ten codes an hour may be tried, and the member’s own address still gets in', async () => {
    const { member, factor } = await enrolled()
    const { username } = member.user
    const wrong = wrongCodeOf(factor.secret)
    for (let n = 0; n < 10; n += 1) expect((await signIn(username, wrong)).status).toBe(401)
    expect((await signIn(username, wrong)).status).toBe(429)
    expect((await signIn(username, codeOf(factor.secret, 1))).status).toBe(429)
    expect((await signIn(username, codeOf(factor.secret, 1), member)).status).toBe(200)
  })
})

describe('signing in', () => {
  test('with the code of the authenticator, typed in groups or not', async () => {
    const { member, factor } = await enrolled()
    const code = codeOf(factor.secret, 1)
    const browser = site.browser()
    const response = await signIn(member.user.username, ` ${code.slice(0, 3)} ${code.slice(3)} `, browser)
    expect([response.status, response.json.username]).toEqual([200, member.user.username])
    expect((await browser.get('/api/user')).status).toBe(200)
  })

  test('a code works once, also for an earlier half minute', async () => {
    const { member, factor } = await enrolled()
    const { username } = member.user
    // Made at once: half a minute may end in between, and its next code would be a new one.
    const [latest, ...earlier] = [1, 0, -1].map((steps) => codeOf(factor.secret, steps))
    expect((await signIn(username, latest)).status).toBe(200)
    for (const code of [latest, ...earlier])
      expect((await signIn(username, code)).json.code).toBe('second_factor_wrong')
  })

  test('of parallel sign-ins with one code one begins a session', async () => {
    const { member, factor } = await enrolled()
    for (const code of [codeOf(factor.secret, 1), factor.recoveryCodes[3]!]) {
      const before = await sessionsOf(member)
      const responses = await Promise.all([1, 2, 3, 4].map(() => signIn(member.user.username, code)))
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await sessionsOf(member)).toBe((before ?? 0) + 1)
    }
  })

  test('with a recovery code, once each, in any case', async () => {
    const { member, factor } = await enrolled()
    const { username } = member.user
    const [first, second] = factor.recoveryCodes
    expect((await signIn(username, first)).status).toBe(200)
    expect((await signIn(username, first)).json.code).toBe('second_factor_wrong')
    expect((await signIn(username, second!.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await member.get('/api/second-factor')).json.recoveryCodesLeft).toBe(8)
  })

  test('a changed password keeps the factor', async () => {
    const { member, factor } = await enrolled()
    const newPassword = 'better horse'
    expect(
      (await member.post('/api/change-password', { currentPassword: password, newPassword })).status,
    ).toBe(200)
    const body = { username: member.user.username, password: newPassword }
    expect((await site.browser().post('/api/login', body)).json.code).toBe('second_factor_required')
    const response = await site.browser().post('/api/login', { ...body, code: codeOf(factor.secret, 1) })
    expect(response.status).toBe(200)
  })

  test('an account without a factor does not mind a code', async () => {
    const { user } = await site.member()
    expect((await signIn(user.username, '123456')).status).toBe(200)
  })
})
