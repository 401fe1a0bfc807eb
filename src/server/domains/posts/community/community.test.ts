import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { communityEndpoints } from '../../../../contract/posts/community-endpoints.ts'
import { type TestApp, testApp } from '../../../testing/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await testApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await sql`DELETE FROM posts`.execute(site.database.sql)
  await sql`UPDATE users SET last_seen_at = NULL`.execute(site.database.sql)
})

const figures = async () => {
  const response = await site.browser().get('/api/community')
  expect(response.status).toBe(200)
  return response.json
}

const lastSeen = (id: number, ago: string) =>
  sql`UPDATE users SET last_seen_at = now() - ${ago}::interval WHERE id = ${id}`.execute(site.database.sql)

test('[community.09] GET /api/community answers zeros where nobody is and nothing was written, and visitors do not count', async () => {
  await site.browser().get('/api/posts')
  expect(await figures()).toEqual({ membersOnline: 0, posts: 0, activeThreads: 0 })
})

test('[community.09] membersOnline counts the members seen in the last 5 minutes', async () => {
  const [recent, late] = [await site.member('Recent'), await site.member('Late')]
  await sql`UPDATE users SET last_seen_at = NULL`.execute(site.database.sql)
  await lastSeen(recent.user.id, '4 minutes 55 seconds')
  await lastSeen(late.user.id, '5 minutes 5 seconds')
  expect(await figures()).toEqual({ membersOnline: 1, posts: 0, activeThreads: 0 })
  // Any request counts as being seen, once per member.
  await late.get('/api/user')
  await late.get('/api/user')
  expect((await figures()).membersOnline).toBe(2)
})

test('[community.09] a player of the ledger who has no account to sign in with is nobody online', async () => {
  await sql`INSERT INTO users (gamertag) VALUES ('OnlyInGame')`.execute(site.database.sql)
  expect((await figures()).membersOnline).toBe(0)
})

test('[community.09] posts is the number of posts; deleted ones do not count', async () => {
  const author = await site.member('Author')
  const ids: number[] = []
  for (const content of ['one', 'two', 'three']) {
    ids.push((await author.post('/api/posts', { content })).json.id)
  }
  expect((await figures()).posts).toBe(3)
  expect((await author.delete(`/api/posts/${ids[1]}`)).status).toBe(204)
  expect((await figures()).posts).toBe(2)
})

test('[community.09] activeThreads is the number of posts with a comment in the last 7 days, however many comments each has', async () => {
  const author = await site.member('Talker')
  const write = async (content: string) => (await author.post('/api/posts', { content })).json.id as number
  const [busy, old, revived, silent] = [
    await write('busy'),
    await write('old'),
    await write('revived'),
    await write('silent'),
  ]
  const comment = (postId: number, ago: string) =>
    sql`INSERT INTO comments (post_id, user_id, content, created_at)
      VALUES (${postId}, ${author.user.id}, 'hello', now() - ${ago}::interval)`.execute(site.database.sql)
  await comment(busy, '1 minute')
  await comment(busy, '6 days 23 hours')
  await comment(old, '7 days 1 minute')
  expect(await figures()).toMatchObject({ posts: 4, activeThreads: 1 })
  await comment(revived, '8 days')
  expect((await author.post(`/api/posts/${revived}/comments`, { content: 'again' })).status).toBe(201)
  expect((await figures()).activeThreads).toBe(2)
  expect((await author.delete(`/api/posts/${busy}`)).status).toBe(204)
  expect(await figures()).toMatchObject({ posts: 3, activeThreads: 1 })
  expect((await author.delete(`/api/posts/${silent}`)).status).toBe(204)
  expect((await figures()).activeThreads).toBe(1)
})

test('[community.09] the answer has these three figures and nothing about anybody', async () => {
  const member = await site.member('Private')
  const response = await member.get('/api/community')
  expect(Object.keys(response.json).sort()).toEqual(['activeThreads', 'membersOnline', 'posts'])
  expect(communityEndpoints.figures.access).toBe('public')
})
