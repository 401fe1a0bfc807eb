import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rateLimits } from '../../../../contract/limits.ts'
import { maxSuggestedNames } from '../../../../contract/posts/mentions.ts'
import { type TestApp, type TestBrowser, testApp } from '../../../testing/test-app.ts'

let site: TestApp
let member: TestBrowser & { user: { id: number } }

beforeAll(async () => {
  site = await testApp()
  member = await site.member('Suggester')
})
afterAll(() => site.close())

const ask = (browser: TestBrowser, name: string) =>
  browser.get(`/api/mentions?name=${encodeURIComponent(name)}`)

const names = async (name: string) =>
  (await ask(member, name)).json.map((user: { username: string }) => user.username)

/** Players whom only the game server knows. */
const players = (...gamertags: string[]) =>
  sql`INSERT INTO users (gamertag) SELECT unnest(${gamertags}::text[])`.execute(site.database.sql)

test('[evening.47] names are suggested to members only, from two characters on', async () => {
  expect((await ask(site.browser(), 'Sug')).status).toBe(401)
  for (const name of ['', 's', ' s ', '\u{1f98a}', 'x'.repeat(65)])
    expect([name, (await ask(member, name)).status]).toEqual([name, 400])
  expect((await member.get('/api/mentions')).status).toBe(400)
})

test('[evening.47] names that begin so come exact first, then members, at most 8, and never the own or one that no mention can have', async () => {
  await players(
    'Suggest',
    ...Array.from({ length: 12 }, (_, at) => `Suggestion ${at}`),
    'Sug@r',
    'Sug\nar',
    'S_ga',
    'S%ga',
  )
  await sql`INSERT INTO users (gamertag, deleted_at) VALUES ('Deleted player', now())`.execute(
    site.database.sql,
  )
  await site.member('Suggestions')
  const found = await names('sug')
  expect(found.slice(0, 3)).toEqual(['Suggestions', 'Suggest', 'Suggestion 0'])
  expect(found).toHaveLength(maxSuggestedNames)
  expect((await names('SUGGEST'))[0]).toBe('Suggest')
  expect((await names('S_'))[0]).toBe('S_ga')
  expect(await names('S%')).toEqual(['S%ga'])
  expect(await names('Deleted pl')).toEqual([])
  expect(await names('Suggester')).toEqual([])
})

test('[evening.47] a member is suggested among however many players whose names begin so', async () => {
  await players(...Array.from({ length: 600 }, (_, at) => `Ab ${at}`))
  await site.member('Abundant')
  expect((await names('ab'))[0]).toBe('Abundant')
})

test('[evening.47] of several with one name whom a mention means is suggested', async () => {
  await players('Double', 'double')
  const one = await site.member('Double')
  const suggested = (await ask(member, 'dou')).json
  expect(suggested).toEqual([{ id: one.user.id, username: 'Double', avatarUrl: null, rank: 'Member' }])
  const post = (await member.post('/api/posts', { content: '@double' })).json
  expect(post.mentions).toEqual([{ userId: one.user.id, at: 0, length: 7 }])
})

test('[evening.47] a member gets as many suggestions a minute as the limit has, and others still get theirs', async () => {
  const [greedy, other] = [await site.member(), await site.member()]
  const statuses = await Promise.all(
    Array.from({ length: rateLimits.mentions.points + 1 }, async () => (await ask(greedy, 'Sug')).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(rateLimits.mentions.points)
  expect((await ask(greedy, 'Sug')).status).toBe(429)
  expect((await ask(other, 'Sug')).status).toBe(200)
})
