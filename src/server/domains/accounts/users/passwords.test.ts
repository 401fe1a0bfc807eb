import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { commonPasswords } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp({ environment: { RATE_LIMITS: 'off' } })
})
afterAll(() => site.close())

const tooCommon = 'This password is too common'
const tooShort = 'Staff passwords must be at least 8 characters'
const short = 'k7#mq2'
const long = 'k7#mq2x9'

let made = 0
const newcomer = async (chosen: string) => {
  made += 1
  const username = `Chooser ${made}`
  const browser = site.browser()
  const { status, json } = await browser.post('/api/register', { username, password: chosen })
  return { browser, username, status, json }
}
const rank = (username: string, to: Rank) =>
  sql`UPDATE users SET rank = ${to} WHERE username = ${username}`.execute(site.database.sql)
const change = (browser: TestBrowser, currentPassword: string, newPassword: string) =>
  browser.post('/api/change-password', { currentPassword, newPassword })
const isShort = async (username: string) =>
  (
    await sql<{ short: boolean }>`
      SELECT password_is_short AS short FROM users WHERE username = ${username}
    `.execute(site.database.sql)
  ).rows[0]?.short

describe('a common password', () => {
  test('the list has the 10,000 commonest that are long enough for anybody', () => {
    expect(commonPasswords.size).toBe(10_000)
    for (const common of ['123456', 'password', 'qwerty', 'minecraft', 'iloveyou'])
      expect([common, commonPasswords.has(common)]).toEqual([common, true])
    expect([...commonPasswords].filter((word) => word.length < 6 || word !== word.toLowerCase())).toEqual([])
  })

  test.each(['password', 'PassWord', '123456', 'minecraft'])('registers nobody: %s', async (common) => {
    const { status, json, username } = await newcomer(common)
    expect([status, json.fields]).toEqual([400, { password: tooCommon }])
    expect(await isShort(username)).toBeUndefined()
  })

  test('is no new password, no matter who asks', async () => {
    const { browser } = await newcomer(password)
    const response = await change(browser, password, 'Qwerty')
    expect([response.status, response.json.fields]).toEqual([400, { newPassword: tooCommon }])
    expect((await browser.get('/api/user')).status).toBe(200)
  })

  test('is not set by a recovery code either', async () => {
    const { username, json } = await newcomer(password)
    const admin = await newcomer(password)
    await rank(admin.username, 'Admin')
    const { code } = (await admin.browser.post(`/api/admin/members/${json.id}/recovery-code`)).json
    const use = (newPassword: string) =>
      site.browser().post('/api/recovery/by-code', { username, code, newPassword })
    expect((await use('password1')).json.fields).toEqual({ newPassword: tooCommon })
    expect((await use('quite another horse')).status).toBe(200)
  })

  test('that an account has from before still signs in', async () => {
    const { username } = await newcomer(password)
    const { hash } = await import('@node-rs/argon2')
    const common = await hash('iloveyou')
    await sql`UPDATE users SET password_hash = ${common} WHERE username = ${username}`.execute(
      site.database.sql,
    )
    expect((await site.browser().post('/api/login', { username, password: 'iloveyou' })).status).toBe(200)
  })
})

describe('a password of fewer than 8 characters', () => {
  test('is fine for members', async () => {
    const { browser, status, username } = await newcomer(short)
    expect([status, await isShort(username)]).toEqual([201, true])
    expect((await change(browser, short, 'z9!kqw')).status).toBe(200)
  })

  test('opens nothing of a staff rank until it is changed, and the member sees what is missing', async () => {
    const { browser, username } = await newcomer(short)
    await rank(username, 'Owner')
    expect((await browser.get('/api/admin/members')).status).toBe(403)
    expect((await browser.get('/api/admin/reports')).status).toBe(403)
    expect((await browser.get('/api/user')).json).toMatchObject({
      rank: 'Owner',
      requiresSecondFactor: true,
      needsLongerPassword: true,
    })

    const refused = await change(browser, short, 'z9!kqw7')
    expect([refused.status, refused.json.fields]).toEqual([400, { newPassword: tooShort }])
    expect((await change(browser, short, long)).status).toBe(200)
    await browser.post('/api/login', { username, password: long })
    expect((await browser.get('/api/admin/members')).status).toBe(200)
    expect((await browser.get('/api/user')).json).not.toHaveProperty('requiresSecondFactor')
    expect((await browser.get('/api/user')).json).not.toHaveProperty('needsLongerPassword')
  })

  test('is not set for staff by a recovery code', async () => {
    const helper = await newcomer(password)
    await rank(helper.username, 'Helper')
    const admin = await newcomer(password)
    await rank(admin.username, 'Admin')
    const { code } = (await admin.browser.post(`/api/admin/members/${helper.json.id}/recovery-code`)).json
    const body = { username: helper.username, code, newPassword: short }
    expect((await site.browser().post('/api/recovery/by-code', body)).json.fields).toEqual({
      newPassword: tooShort,
    })
  })

  test.each([
    ['a short one', short, 403],
    ['a long one', long, 200],
  ])(
    'from before, that nobody has measured, opens nothing of a staff rank until the next sign-in: %s',
    async (_what, chosen, status) => {
      const { browser, username } = await newcomer(chosen)
      await sql`UPDATE users SET password_is_short = NULL WHERE username = ${username}`.execute(
        site.database.sql,
      )
      expect((await browser.get('/api/user')).json).not.toHaveProperty('needsLongerPassword')
      const owner = await newcomer(long)
      await rank(owner.username, 'Owner')
      const { id } = (await browser.get('/api/user')).json
      expect((await owner.browser.patch(`/api/admin/members/${id}/rank`, { rank: 'Admin' })).status).toBe(200)

      expect((await browser.get('/api/admin/members')).status).toBe(403)
      expect((await browser.get('/api/user')).json).toMatchObject({
        requiresSecondFactor: true,
        needsLongerPassword: true,
      })
      expect(await isShort(username)).toBeNull()
      await browser.post('/api/login', { username, password: chosen })
      expect(await isShort(username)).toBe(status === 403)
      expect((await browser.get('/api/admin/members')).status).toBe(status)
    },
  )

  test('eight characters are counted as people do, however they are written', async () => {
    const { username } = await newcomer('p\u00e4sswo\u0308r')
    expect(await isShort(username)).toBe(true)
    expect(await isShort((await newcomer('\u{1F40E}\u{1F40E}k7#mq2')).username)).toBe(false)
  })
})

test('outside of tests a hash takes 19 MiB and two passes', async () => {
  const { hashLimiter } = site.context
  expect(await hashPassword({ hashLimiter }, password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
