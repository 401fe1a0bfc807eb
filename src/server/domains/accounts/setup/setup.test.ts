import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shippedRanks } from '../../../../contract/accounts/ranks.ts'
import { password, type TestApp, testApp } from '../../../testing/test-app.ts'
import { makeSetupLink } from './link.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM users`.execute(site.database.sql)
  await sql`DELETE FROM first_owner`.execute(site.database.sql)
  await sql`DELETE FROM setup_link`.execute(site.database.sql)
})

const link = () => makeSetupLink(site.database.sql, site.context.config)
const tokenOf = (address: string | undefined) => address!.split('#')[1]!
const owner = { username: 'Bosslady', password }
const makeOwner = (token: string, more: object = {}, by = site.browser()) =>
  by.post('/api/setup/owner', { token, ...owner, ...more })
const members = async () =>
  (await sql<{ username: string; rank: string }>`SELECT username, rank FROM users`.execute(site.database.sql))
    .rows
const links = async () => (await sql`SELECT FROM setup_link`.execute(site.database.sql)).rows.length

test('[settings.50] A wrong link, an expired one and one that was replaced answer alike, and make nobody', async () => {
  const replaced = tokenOf(await link())
  const newest = tokenOf(await link())
  const answers = [await makeOwner('nonsense'), await makeOwner(replaced)]
  await sql`UPDATE setup_link SET expires_at = now()`.execute(site.database.sql)
  answers.push(await makeOwner(newest))
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await members()).toEqual([])
})

test('[settings.50] Ten attempts an hour from an address, then 429, also with the right link', async () => {
  const token = tokenOf(await link())
  const by = site.browser()
  for (let attempt = 0; attempt < 10; attempt++)
    expect((await makeOwner('nonsense', {}, by)).status).toBe(403)
  const late = await makeOwner(token, {}, by)
  expect([late.status, late.headers['retry-after'] !== undefined]).toEqual([429, true])
  expect(await members()).toEqual([])
  expect((await makeOwner(token)).status).toBe(201)
})

test.each([
  ['a short password', { password: 'short12' }, 'password'],
  ['a common password', { password: 'password123' }, 'password'],
  ['a name with a bracket', { username: 'Boss<>' }, 'username'],
  ['no name', { username: undefined }, 'username'],
])('[settings.51] %s is a 400 that names the field, and the link still works', async (_what, more, field) => {
  const token = tokenOf(await link())
  const refused = await makeOwner(token, more)
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([400, [field]])
  expect(await members()).toEqual([])
  expect((await makeOwner(token)).status).toBe(201)
})

test('[settings.51] A reserved name, a rank and an id in the body are refused, and the link still works', async () => {
  const token = tokenOf(await link())
  expect((await makeOwner(token, { username: 'Owner' })).status).toBe(409)
  expect((await makeOwner(token, { rank: 'Owner' })).status).toBe(400)
  expect((await makeOwner(token)).status).toBe(201)
})

test('[settings.52] The link makes one Owner, signed in, once; the log of staff work says so, and only its hash is stored', async () => {
  const address = await link()
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:3000\/setup#[\w-]{43}$/)
  const { rows } = await sql<{ text: string }>`SELECT setup_link::text AS text FROM setup_link`.execute(
    site.database.sql,
  )
  expect(rows[0]!.text).not.toContain(tokenOf(address))
  const browser = site.browser()
  const made = await makeOwner(tokenOf(address), {}, browser)
  expect([made.status, made.json.username, made.json.rank]).toEqual([201, 'Bosslady', 'Owner'])
  expect((await browser.get('/api/admin/overview')).status).toBe(200)
  expect(await members()).toEqual([{ username: 'Bosslady', rank: 'Owner' }])
  const entries = await sql`SELECT actor_name, action, after FROM audit_log ORDER BY id DESC LIMIT 1`.execute(
    site.database.sql,
  )
  expect(entries.rows).toEqual([{ actor_name: 'set-up', action: 'member.create', after: { rank: 'Owner' } }])
})

test('[settings.52] Of five that use one link at once, one becomes the Owner', async () => {
  const token = tokenOf(await link())
  const answers = await Promise.all([1, 2, 3, 4, 5].map((at) => makeOwner(token, { username: `Boss${at}` })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await members()).toHaveLength(1)
})

test('[settings.53] Once there was an Owner, set-up is a 404, however it was made, and stays one when they are gone', async () => {
  const token = tokenOf(await link())
  const visitor = site.browser()
  expect((await visitor.get('/api/setup')).status).toBe(200)
  const member = await site.member('Climber')
  for (const rank of shippedRanks.filter((one) => one !== 'Owner'))
    await sql`UPDATE users SET rank = ${rank} WHERE id = ${member.user.id}`.execute(site.database.sql)
  expect((await visitor.get('/api/setup')).status).toBe(200)
  await sql`UPDATE users SET rank = 'Owner' WHERE id = ${member.user.id}`.execute(site.database.sql)
  const isShut = async () => {
    expect((await visitor.get('/api/setup')).status).toBe(404)
    expect((await makeOwner(token)).status).toBe(404)
    expect(await link()).toBeUndefined()
    expect(await links()).toBe(0)
  }
  await isShut()
  await sql`UPDATE users SET rank = 'Member' WHERE id = ${member.user.id}`.execute(site.database.sql)
  await isShut()
  await sql`DELETE FROM users WHERE id = ${member.user.id}`.execute(site.database.sql)
  await isShut()
})
