import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { clearLastStep, codeOf, enrol, wrongCodeOf } from './testing/authenticator.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())

const rows = async (table: string, { user }: { user: { id: number } }) =>
  (
    await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table)} WHERE user_id = ${user.id}`.execute(
      site.database.sql,
    )
  ).rows

const begin = (browser: TestBrowser) => browser.post('/api/second-factor/setup', { password })

const auditEntriesOf = async ({ user }: { user: { id: number } }) =>
  (
    await sql<{ action: string; actor_name: string }>`
      SELECT action, actor_name FROM audit_log WHERE subject_type = 'member' AND subject_id = ${user.id} ORDER BY id
    `.execute(site.database.sql)
  ).rows

describe('refused', () => {
  test('a visitor', async () => {
    const visitor = site.browser()
    for (const response of [
      await visitor.get('/api/second-factor'),
      await begin(visitor),
      await visitor.post('/api/second-factor', { code: '123456' }),
      await visitor.post('/api/second-factor/recovery-codes', { password, code: '123456' }),
      await visitor.post('/api/second-factor/removal', { password, code: '123456' }),
    ])
      expect(response.status).toBe(401)
  })

  test('a set-up without the password, and nothing is stored', async () => {
    const member = await site.member()
    const response = await member.post('/api/second-factor/setup', { password: 'wrong horse' })
    expect([response.status, response.json.fields]).toEqual([400, { password: 'Your password is wrong' }])
    expect(await rows('second_factor_setups', member)).toEqual([])
  })

  test('the sixth wrong password at the card, by the same count as for a changed password', async () => {
    const member = await site.member()
    for (let n = 0; n < 5; n += 1) await member.post('/api/second-factor/setup', { password: 'wrong horse' })
    expect((await begin(member)).status).toBe(429)
    const change = { currentPassword: password, newPassword: 'better horse' }
    expect((await member.post('/api/change-password', change)).status).toBe(429)
  })

  test('a wrong code does not confirm: sign-in goes on with the password alone', async () => {
    const member = await site.member()
    const { json } = await begin(member)
    const response = await member.post('/api/second-factor', { code: wrongCodeOf(json.secret) })
    expect([response.status, response.json.fields]).toEqual([
      400,
      { code: 'That code is wrong. Try the next one.' },
    ])
    expect(await rows('second_factors', member)).toEqual([])
    const login = { username: member.user.username, password }
    expect((await site.browser().post('/api/login', login)).status).toBe(200)
  })

  test('an empty code: 400 by name', async () => {
    const member = await site.member()
    const { json } = await member.post('/api/second-factor', { code: ' ' })
    expect(json.fields).toEqual({ code: 'Enter a code' })
  })

  test('the eleventh code for one set-up', async () => {
    const member = await site.member()
    const { json } = await begin(member)
    const code = wrongCodeOf(json.secret)
    for (let n = 0; n < 10; n += 1)
      expect((await member.post('/api/second-factor', { code })).status).toBe(400)
    expect((await member.post('/api/second-factor', { code })).status).toBe(429)
  })

  test('confirming what was not begun, or has expired', async () => {
    const member = await site.member()
    expect((await member.post('/api/second-factor', { code: '123456' })).status).toBe(409)
    const { json } = await begin(member)
    await sql`UPDATE second_factor_setups SET expires_at = now() WHERE user_id = ${member.user.id}`.execute(
      site.database.sql,
    )
    const response = await member.post('/api/second-factor', { code: codeOf(json.secret) })
    expect([response.status, response.json.error]).toEqual([
      409,
      'This setup has expired. Please start again.',
    ])
  })

  test('a second factor on top of one', async () => {
    const member = await site.member()
    await enrol(member)
    expect((await begin(member)).status).toBe(409)
    expect(await rows('second_factor_setups', member)).toEqual([])
  })

  test('removing it, or new recovery codes, without password, without a code, or where there is none', async () => {
    const member = await site.member()
    for (const way of ['removal', 'recovery-codes'])
      expect((await member.post(`/api/second-factor/${way}`, { password, code: '123456' })).status).toBe(409)
    const { secret } = await enrol(member)
    const stored = await rows('second_factor_recovery_codes', member)
    await clearLastStep(site, member)
    for (const way of ['removal', 'recovery-codes']) {
      for (const [body, field] of [
        [{ password: 'wrong horse', code: codeOf(secret) }, 'password'],
        [{ password, code: wrongCodeOf(secret) }, 'code'],
        [{ password }, 'code'],
      ] as const) {
        const other = await member.post(`/api/second-factor/${way}`, body)
        expect([other.status, Object.keys(other.json.fields)]).toEqual([400, [field]])
      }
    }
    expect(await rows('second_factors', member)).toHaveLength(1)
    expect(await rows('second_factor_recovery_codes', member)).toEqual(stored)
  })

  test('new recovery codes for a recovery code: one that was found does not make ten', async () => {
    const member = await site.member()
    const { recoveryCodes } = await enrol(member)
    const response = await member.post('/api/second-factor/recovery-codes', {
      password,
      code: recoveryCodes[0],
    })
    expect(response.status).toBe(400)
    // The attempt did not consume it.
    expect(await rows('second_factor_recovery_codes', member)).toHaveLength(10)
  })

  test('wrong codes at the card count as password tries', async () => {
    const member = await site.member()
    const { secret } = await enrol(member)
    const body = { password, code: wrongCodeOf(secret) }
    for (let n = 0; n < 5; n += 1)
      expect((await member.post('/api/second-factor/removal', body)).status).toBe(400)
    const right = { password, code: codeOf(secret, 1) }
    expect((await member.post('/api/second-factor/removal', right)).status).toBe(429)
    expect(await rows('second_factors', member)).toHaveLength(1)
  })
})

describe('a stolen session that travels', () => {
  /** The member's session from another network. */
  const elsewhere = (member: TestBrowser, n: number) => {
    const browser = site.browser(`198.51.100.${n}`)
    browser.cookie = member.cookie
    return browser
  }

  test.each(['removal', 'recovery-codes'])(
    'ten codes an hour may be tried from all networks together (%s)',
    async (path) => {
      const member = await site.member()
      const { secret } = await enrol(member)
      const tried = { password, code: wrongCodeOf(secret) }
      const statuses: number[] = []
      for (let n = 0; n < 12; n += 1)
        statuses.push((await elsewhere(member, n >> 2).post(`/api/second-factor/${path}`, tried)).status)
      expect(statuses).toEqual([...Array(10).fill(400), 429, 429])
      // The right code is blocked here as well, while the owner can still sign in.
      const right = { password, code: codeOf(secret, 1) }
      expect((await elsewhere(member, 9).post('/api/second-factor/removal', right)).status).toBe(429)
      expect(await rows('second_factors', member)).toHaveLength(1)
      const { username } = member.user
      const owner = await member.post('/api/login', { username, ...right })
      expect(owner.status).toBe(200)
    },
  )

  test.each([
    ['POST /api/second-factor/setup', { password: 'wrong horse' }],
    ['POST /api/account/delete', { password: 'wrong horse' }],
    ['POST /api/change-password', { currentPassword: 'wrong horse', newPassword: 'another horse' }],
  ])('twenty passwords an hour may be tried from all networks together (%s)', async (name, body) => {
    const url = name.split(' ')[1]!
    const member = await site.member()
    const statuses: number[] = []
    for (let n = 0; n < 22; n += 1) statuses.push((await elsewhere(member, n >> 2).post(url, body)).status)
    expect(statuses).toEqual([...Array(20).fill(400), 429, 429])
  })

  test('nobody without a session uses up the tries of the member', async () => {
    const member = await site.member()
    const { secret } = await enrol(member)
    const { username, id } = member.user
    for (let n = 0; n < 12; n += 1) {
      const stranger = site.browser(`203.0.113.${n}`)
      await stranger.post('/api/login', { username, password, code: wrongCodeOf(secret) })
      await stranger.post('/api/login', { username: `#${id}`, password: 'wrong horse' })
    }
    const right = { password, code: codeOf(secret, 1) }
    expect((await member.post('/api/second-factor/removal', right)).status).toBe(204)
  })

  test('the right password and code clear the counts', async () => {
    const member = await site.member()
    const { secret } = await enrol(member)
    const tried = { password, code: wrongCodeOf(secret) }
    const body = { password, code: codeOf(secret, 1) }
    for (let n = 0; n < 9; n += 1) await elsewhere(member, n >> 2).post('/api/second-factor/removal', tried)
    expect((await elsewhere(member, 9).post('/api/second-factor/recovery-codes', body)).status).toBe(200)
    expect((await elsewhere(member, 10).post('/api/second-factor/removal', tried)).status).toBe(400)
  })
})

describe('setting it up', () => {
  test('gives the secret in three forms that no cache may keep, and asks nothing of sign-in until it is confirmed', async () => {
    const member = await site.member()
    const { json, headers } = await begin(member)
    expect(headers['cache-control']).toBe('no-store')
    expect(json).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauthUrl: expect.stringContaining(`secret=${json.secret}`),
      qr: { size: expect.any(Number), path: expect.stringMatching(/^M/) },
      expiresAt: expect.any(String),
    })
    const left = Date.parse(json.expiresAt) - Date.now()
    expect(left).toBeGreaterThan(13 * 60_000)
    expect(left).toBeLessThanOrEqual(15 * 60_000 + 1_000)
    expect((await member.get('/api/second-factor')).json).toEqual({
      since: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    })
  })

  test('begun again gives another secret, and the first one confirms nothing', async () => {
    const member = await site.member()
    const first = await begin(member)
    const second = await begin(member)
    expect(second.json.secret).not.toBe(first.json.secret)
    expect((await member.post('/api/second-factor', { code: codeOf(first.json.secret) })).status).toBe(400)
    expect((await member.post('/api/second-factor', { code: codeOf(second.json.secret) })).status).toBe(200)
  })

  test('confirmed, it answers ten recovery codes once, stores them hashed, and ends all other sessions', async () => {
    const member = await site.member()
    const before = site.browser()
    await before.post('/api/login', { username: member.user.username, password })
    const { json } = await begin(member)
    const response = await member.post('/api/second-factor', { code: codeOf(json.secret) })
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json.recoveryCodes).toHaveLength(10)
    expect((await before.get('/api/user')).status).toBe(401)
    expect((await member.get('/api/user')).status).toBe(200)
    expect((await member.get('/api/second-factor')).json).toEqual({
      since: expect.any(String),
      recoveryCodesLeft: 10,
      isRequired: false,
    })
    expect(await rows('second_factor_setups', member)).toEqual([])
    const { rows: text } = await sql<{ line: string }>`
      SELECT code::text AS line FROM second_factor_recovery_codes AS code WHERE user_id = ${member.user.id}
    `.execute(site.database.sql)
    for (const code of response.json.recoveryCodes)
      expect(JSON.stringify(text)).not.toContain(code.replaceAll('-', ''))
    expect((await member.get('/api/user')).text).not.toContain(json.secret)
  })

  test('confirmed four times at once, it counts once', async () => {
    const member = await site.member()
    const { json } = await begin(member)
    const code = codeOf(json.secret)
    const responses = await Promise.all([1, 2, 3, 4].map(() => member.post('/api/second-factor', { code })))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await rows('second_factor_recovery_codes', member)).toHaveLength(10)
  })
})

test('new recovery codes take the place of the old ones', async () => {
  const member = await site.member()
  const { secret, recoveryCodes } = await enrol(member)
  const response = await member.post('/api/second-factor/recovery-codes', {
    password,
    code: codeOf(secret, 1),
  })
  expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store'])
  const login = { username: member.user.username, password }
  const withCode = (code: string) => site.browser().post('/api/login', { ...login, code })
  expect((await withCode(recoveryCodes[0]!)).status).toBe(401)
  expect((await withCode(response.json.recoveryCodes[0])).status).toBe(200)
})

test.each(['authenticator', 'recovery'] as const)(
  'with the password and a code (%s) it is removed, and its recovery codes with it',
  async (kind) => {
    const member = await site.member()
    const { secret, recoveryCodes } = await enrol(member)
    const code = kind === 'recovery' ? recoveryCodes[0] : codeOf(secret, 1)
    expect((await member.post('/api/second-factor/removal', { password, code })).status).toBe(204)
    expect(await rows('second_factors', member)).toEqual([])
    expect(await rows('second_factor_recovery_codes', member)).toEqual([])
    const login = { username: member.user.username, password }
    expect((await site.browser().post('/api/login', login)).status).toBe(200)
  },
)

test('the audit log knows what staff did to their factor, without a secret, and nothing of members', async () => {
  const member = await site.member()
  await enrol(member)
  expect(await auditEntriesOf(member)).toEqual([])
  const staff = await site.member()
  await sql`UPDATE users SET rank = 'Helper' WHERE id = ${staff.user.id}`.execute(site.database.sql)
  const { secret, recoveryCodes } = await enrol(staff)
  await staff.post('/api/second-factor/recovery-codes', { password, code: codeOf(secret, 1) })
  await clearLastStep(site, staff)
  await staff.post('/api/second-factor/removal', { password, code: codeOf(secret) })
  const actor_name = staff.user.username
  expect(await auditEntriesOf(staff)).toEqual([
    { action: 'factor.set-up', actor_name },
    { action: 'factor.codes', actor_name },
    { action: 'factor.remove', actor_name },
  ])
  const { rows: log } = await sql<{ line: string }>`SELECT audit_log::text AS line FROM audit_log`.execute(
    site.database.sql,
  )
  for (const word of [secret, ...recoveryCodes]) expect(JSON.stringify(log)).not.toContain(word)
})
