import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'
import { clearLastStep, codeOf, enrol, wrongCodeOf } from '../second-factor/testing/authenticator.ts'

let site: TestApp
type Owner = Awaited<ReturnType<TestApp['member']>>
let owner: Owner

const newOwner = async () => {
  const browser = await site.member()
  await sql`UPDATE users SET rank = 'Owner' WHERE id = ${browser.user.id}`.execute(site.database.sql)
  return browser
}
beforeAll(async () => {
  site = await testApp()
  owner = await newOwner()
})
afterAll(() => site.close())

const signedInMinutesAgo = (minutes: number | null, { user } = owner) =>
  sql`UPDATE sessions SET confirmed_at = now() - make_interval(mins => ${minutes}) WHERE user_id = ${user.id}`.execute(
    site.database.sql,
  )

const confirm = (body: object, by: TestBrowser = owner) => by.post('/api/sessions/confirm', body)

const identity = { name: 'Isles', shortName: 'Isles', host: 'play.example', port: 19_132 }
/** Every call that changes what is an Owner's. */
const ownersCalls = [
  ['PUT', '/api/admin/settings/identity', { value: identity, base: null }],
  ['POST', '/api/admin/settings/identity/undo', { to: null }],
  ['POST', '/api/admin/ranks', { name: 'Legend', colour: '#ffffff', power: 'member' }],
  ['PATCH', '/api/admin/ranks/Member', { shown: true }],
  ['PUT', '/api/admin/ranks/order', { order: ['Member'] }],
  ['POST', '/api/admin/ranks/Member/merge', { into: 'Gold' }],
  ['POST', '/api/admin/game-servers', { name: 'Practice EU', setsRanks: true }],
  ['PATCH', '/api/admin/game-servers/1', { setsRanks: true }],
  ['POST', '/api/admin/game-servers/1/revoke', undefined],
  ['POST', '/api/admin/invites', { rank: 'Helper' }],
  ['POST', '/api/admin/invites/1/revoke', undefined],
  ['POST', '/api/admin/backups', undefined],
  ['PUT', '/api/admin/backups/plan', { hour: 4 }],
] as const

const stored = async () =>
  (
    await sql`SELECT (SELECT count(*) FROM settings_revisions) AS saved, array(SELECT key FROM ranks) AS ranks,
      (SELECT count(*) FROM audit_log WHERE action NOT LIKE 'member.%') AS audited`.execute(site.database.sql)
  ).rows

test('[settings.17] Whoever is no Owner is refused as before, and is not asked for a password', async () => {
  const member = await site.member()
  await signedInMinutesAgo(60, member)
  for (const [method, path, body] of ownersCalls) {
    expect((await site.browser().send(method, path, { body })).json.code).toBe('unauthorized')
    expect((await member.send(method, path, { body })).json.code).toBe('forbidden')
  }
})

test.each([
  ['15 minutes after the password was entered', 15],
  ['in a session from before', null],
])(
  '[settings.17] %s, each change of a setting of Owners is a 403 confirm_password, and stores nothing',
  async (_when, minutes) => {
    await signedInMinutesAgo(minutes)
    const before = await stored()
    for (const [method, path, body] of ownersCalls) {
      const response = await owner.send(method, path, { body })
      expect([path, response.status, response.json.code]).toEqual([path, 403, 'confirm_password'])
    }
    expect(await stored()).toEqual(before)
    // What Admins change as well, and what is only read, goes on.
    const words = await owner.put('/api/admin/settings/guidelines', { value: 1, base: null })
    expect([words.status, words.json.code]).toEqual([400, 'validation'])
    expect((await owner.get('/api/admin/settings')).status).toBe(200)
    expect((await owner.get('/api/admin/ranks')).status).toBe(200)
  },
)

test('[settings.17] 14 minutes after the password was entered nobody is asked', async () => {
  await signedInMinutesAgo(14)
  expect((await owner.patch('/api/admin/ranks/Member', { shown: true })).status).toBe(200)
})

test('[settings.18] A wrong password confirms nothing and counts as an attempt; the right one confirms this session alone', async () => {
  const other = site.browser()
  await other.post('/api/login', { username: owner.user.username, password })
  await signedInMinutesAgo(60)
  expect((await confirm({ password }, site.browser())).status).toBe(401)
  const wrong = await confirm({ password: 'wrong horse' })
  expect([wrong.status, wrong.json.fields]).toEqual([400, { password: 'Your password is wrong' }])
  const change = (by: TestBrowser) => by.patch('/api/admin/ranks/Member', { shown: true })
  expect((await change(owner)).json.code).toBe('confirm_password')
  expect((await confirm({ password })).status).toBe(204)
  expect((await change(owner)).status).toBe(200)
  expect((await change(other)).json.code).toBe('confirm_password')
  for (let n = 0; n < 5; n += 1) await confirm({ password: 'wrong horse' })
  expect((await confirm({ password })).status).toBe(429)
})

test('[settings.18] An account with a second factor confirms with a code as well, each once', async () => {
  const careful = await newOwner()
  const { secret } = await enrol(careful)
  await clearLastStep(site, careful)
  await signedInMinutesAgo(60, careful)
  const codes = [undefined, null, '', wrongCodeOf(secret)]
  for (const code of codes) {
    const refused = await confirm({ password, code }, careful)
    expect(refused.json.code).toBe(code ? 'second_factor_wrong' : 'second_factor_required')
  }
  const change = () => careful.patch('/api/admin/ranks/Member', { shown: true })
  expect((await change()).json.code).toBe('confirm_password')
  const code = codeOf(secret)
  expect((await confirm({ password, code }, careful)).status).toBe(204)
  expect((await change()).status).toBe(200)
  expect((await confirm({ password, code }, careful)).json.code).toBe('second_factor_wrong')
})
